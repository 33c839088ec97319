/* Forks, at most 4000 times, each child living less than a second. */
#include "support.h"

void harm(void)
{
    for (int i = 0; i < 4000; i++) {
        if (fork() == 0) {
            usleep(900000);
            _exit(0);
        }
    }
    usleep(300000);
}
