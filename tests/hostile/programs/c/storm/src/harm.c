/* Forks, at most 4000 times, each child living less than two seconds. */
#include "support.h"

void harm(void)
{
    for (int i = 0; i < 4000; i++) {
        if (fork() == 0) {
            usleep(1800000);
            _exit(0);
        }
    }
    usleep(300000);
}
