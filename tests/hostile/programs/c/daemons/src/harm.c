/* Leaves processes behind. */
#include "support.h"

void harm(void)
{
    if (fork() == 0) {
        setsid();
        beat("session");
    }
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            beat("double");
        _exit(0);
    }
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int fd = 0; fd < 1024; fd++)
                close(fd);
            for (int number = 1; number < 32; number++)
                signal(number, SIG_IGN);
            beat("closed");
        }
        _exit(0);
    }
    usleep(400000);
}
