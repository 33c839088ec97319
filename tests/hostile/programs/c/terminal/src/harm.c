/* Types at the learner's terminal. */
#include "support.h"
#include <sys/ioctl.h>

void harm(void)
{
    const char *places[] = {"/dev/tty", "/proc/self/fd/0", "/proc/self/fd/2"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int terminal = open(places[i], O_RDWR);
        for (const char *byte = "@TAG@-typed\n"; *byte; byte++)
            ioctl(terminal, TIOCSTI, byte);
    }
}
