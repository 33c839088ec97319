/* Starts threads, at most 4000, each living about a second. */
#include "support.h"
#include <pthread.h>

static void *wait_a_little(void *nothing)
{
    usleep(1000000);
    return nothing;
}

void harm(void)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
    for (int i = 0; i < 4000; i++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, wait_a_little, NULL) != 0)
            break;
    }
    usleep(200000);
}
