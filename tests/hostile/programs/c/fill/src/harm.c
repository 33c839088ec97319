/* Fills what it may write to: `@WHICH@`. Space is asked for without writing it, which is as good as used. */
#include "support.h"
#include <sys/resource.h>

static void pieces(const char *folder)
{
    for (int number = 0; number < @PIECES@; number++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/loot-@TAG@-%d", folder, number);
        int file = open(path, O_WRONLY | O_CREAT, 0644);
        if (file < 0)
            return;
        if (fallocate(file, 0, 0, 64 << 20) != 0)
            errno = 0;
        close(file);
    }
}

void harm(void)
{
    /* Limits that were only lowered are raised again first. */
    const int limits[] = {RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_AS};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        setrlimit(limits[i], &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    signal(SIGXFSZ, SIG_IGN);
    const char *which = "@WHICH@";
    if (strcmp(which, "build") == 0) {
        pieces(BUILD);
    } else if (strcmp(which, "tmp") == 0) {
        pieces("/tmp");
    } else if (strcmp(which, "shm") == 0) {
        pieces("/dev/shm");
    } else if (strcmp(which, "file") == 0) {
        int file = open(BUILD "/loot-big", O_WRONLY | O_CREAT, 0644);
        if (ftruncate(file, (off_t)3 << 30) != 0)
            errno = 0;
        close(file);
    } else {
        mkdir(BUILD "/loot-many", 0755);
        for (int number = 0; number < 60000; number++) {
            char path[4096];
            snprintf(path, sizeof path, BUILD "/loot-many/%d", number);
            int file = open(path, O_WRONLY | O_CREAT, 0644);
            if (file < 0)
                return;
            close(file);
        }
    }
    usleep(200000);
}
