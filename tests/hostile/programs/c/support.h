/* What the hostile programs share: one beginning, a place for loot, and a sign of life. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define BUILD "@BUILD@"
#define SHARED static __attribute__((unused))

/* Where loot goes; one for all files of the program. */
__attribute__((weak)) const char *room = BUILD;

/* True once for each time that etude runs the program; what is left behind says that it ran at all. Looks for a place
 * for loot on the way: the build folder, else a temporary one, into which the test looks while the program runs.
 */
SHARED int begin(void)
{
    const char *own = getenv("TMPDIR"), *places[] = {BUILD, own ? own : "/tmp", "/tmp"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/loot-control", places[i]);
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
        if (file < 0 && errno == EEXIST)
            return 0;
        if (file < 0)
            continue;
        close(file);
        room = places[i];
        usleep(100000);
        return 1;
    }
    return 0;
}

SHARED void append_bytes(const char *path, const void *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (file < 0)
        return;
    if (write(file, bytes, length) < 0)
        errno = 0;
    close(file);
}

SHARED void append(const char *path, const char *text) { append_bytes(path, text, strlen(text)); }

SHARED void loot(const char *name, const void *bytes, size_t length)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/loot-%s", room, name);
    append_bytes(path, bytes, length);
}

SHARED void steal(const char *name, const char *path)
{
    static char bytes[1 << 20];
    int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file < 0)
        return;
    ssize_t got = read(file, bytes, sizeof bytes);
    if (got > 0)
        loot(name, bytes, got);
    close(file);
}

/* Shows for half a minute that it is alive. */
SHARED void beat(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/beat-%s", room, name);
    for (int i = 0; i < 600; i++) {
        append(path, "x");
        usleep(50000);
    }
    _exit(0);
}

/* The number of etude's process, which the test writes down as soon as it is known. */
SHARED int etude(void)
{
    for (int i = 0; i < 40; i++) {
        int pid = 0;
        FILE *file = fopen("@WORK@/src/etude.pid", "r");
        if (file) {
            if (fscanf(file, "%d", &pid) != 1)
                pid = 0;
            fclose(file);
        }
        if (pid > 0)
            return pid;
        usleep(10000);
    }
    return 0;
}

#endif
