/* Takes 6 GiB of memory and touches it: `@WHICH@`. */
#include "support.h"
#include <sys/mman.h>
#include <sys/resource.h>

#define PIECE ((size_t)256 << 20)

static void take(int kind, int pieces)
{
    for (int i = 0; i < pieces; i++)
        mmap(NULL, PIECE, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
}

void harm(void)
{
    setrlimit(RLIMIT_DATA, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    setrlimit(RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    const char *which = "@WHICH@";
    if (strcmp(which, "private") == 0) {
        take(MAP_PRIVATE, 24);
    } else if (strcmp(which, "shared") == 0) {
        take(MAP_SHARED, 24);
    } else if (strcmp(which, "memfd") == 0) {
        int file = memfd_create("@TAG@", 0);
        for (int i = 0; i < 24; i++)
            if (fallocate(file, 0, i * PIECE, PIECE) != 0)
                break;
    } else {
        for (int i = 0; i < 6; i++) {
            if (fork() == 0) {
                take(MAP_PRIVATE, 4);
                usleep(900000);
                _exit(0);
            }
        }
        usleep(900000);
    }
    usleep(150000);
}
