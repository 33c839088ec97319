/* Lets a program with more rights read for it. */
#include "support.h"

void harm(void)
{
    char bytes[256];
    FILE *output = popen(BUILD "/reader @WORK@/tests/for-root.txt", "r");
    if (!output)
        return;
    size_t got = fread(bytes, 1, sizeof bytes, output);
    pclose(output);
    loot("setuid", bytes, got);
}
