/* Looks into other processes, and takes hold of one. */
#include "support.h"
#include <dirent.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

extern char **environ;

static void through(const char *door)
{
    char path[4096];
    snprintf(path, sizeof path, "%s@HOME@/notes.txt", door);
    steal("doors", path);
}

/* The environment of a process lies at the top of its stack. */
static void peek(void)
{
    char line[512];
    unsigned long from = 0, to = 0;
    FILE *maps = fopen("/proc/@DECOY@/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "[stack]"))
            sscanf(line, "%lx-%lx", &from, &to);
    if (maps)
        fclose(maps);
    if (to <= from)
        return;
    char *bytes = malloc(to - from);
    struct iovec here = {bytes, to - from}, there = {(void *)from, to - from};
    ssize_t got = process_vm_readv(@DECOY@, &here, 1, &there, 1, 0);
    if (got > 0)
        loot("memory", bytes, got);
    free(bytes);
}

void harm(void)
{
    char path[4096];
    for (char **variable = environ; *variable; variable++) {
        loot("env", *variable, strlen(*variable));
        loot("env", "\n", 1);
    }
    steal("decoy-environ", "/proc/@DECOY@/environ");
    snprintf(path, sizeof path, "/proc/%d/environ", etude());
    steal("etude-environ", path);
    snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    steal("parent-environ", path);
    steal("first-environ", "/proc/1/environ");
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
            continue;
        snprintf(path, sizeof path, "/proc/%.20s/cmdline", entry->d_name);
        steal("cmdlines", path);
        /* A door into another view of the files: a root, a current folder, an open file. */
        const char *doors[] = {"root", "cwd", "cwd/../../../../../../../..", "cwd/../../../.."};
        for (size_t i = 0; i < sizeof doors / sizeof *doors; i++) {
            snprintf(path, sizeof path, "/proc/%.20s/%s", entry->d_name, doors[i]);
            through(path);
        }
        for (int fd = 0; fd < 32; fd++) {
            snprintf(path, sizeof path, "/proc/%.20s/fd/%d/../../../../../../../..", entry->d_name, fd);
            through(path);
        }
    }
    if (all)
        closedir(all);
    /* Folders that were left open when the program was started. */
    for (int fd = 3; fd < 256; fd++) {
        char bytes[256];
        int file = openat(fd, "../../../../../../../..@HOME@/notes.txt", O_RDONLY);
        if (file < 0)
            file = openat(fd, &"@HOME@/notes.txt"[1], O_RDONLY);
        ssize_t got = file < 0 ? 0 : read(file, bytes, sizeof bytes);
        if (got > 0)
            loot("inherited", bytes, got);
        if (file >= 0)
            close(file);
    }
    peek();
    if (ptrace(PTRACE_SEIZE, @DECOY@, NULL, NULL) == 0)
        usleep(250000);
}
