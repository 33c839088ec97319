/* A little of everything, to be tried with one wall less. */
#include "support.h"
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>

static void tell(int family, int kind, const void *address, socklen_t length, const char *text)
{
    int handle = socket(family, kind | SOCK_NONBLOCK, 0);
    if (handle < 0)
        return;
    connect(handle, address, length);
    usleep(60000);
    send(handle, text, strlen(text), MSG_NOSIGNAL);
    close(handle);
}

void harm(void)
{
    steal("ssh", "@HOME@/.ssh/id_ed25519");
    steal("sealed", "@SEALED@");
    steal("other", "@OTHER@/notes.txt");
    append("@HOME@/@TAG@-planted", "planted");
    append("@WORK@/tests/seats.c", "/* planted */\n");
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", etude());
    steal("etude-environ", path);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(@TCP@), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    tell(AF_INET, SOCK_STREAM, &to, sizeof to, "@TAG@-tcp\n");
    to.sin_port = htons(@UDP@);
    tell(AF_INET, SOCK_DGRAM, &to, sizeof to, "@TAG@-udp\n");
    struct sockaddr_un named = {.sun_family = AF_UNIX};
    snprintf(named.sun_path, sizeof named.sun_path, "%s", "@OUT@/stream.socket");
    tell(AF_UNIX, SOCK_STREAM, &named, sizeof named, "@TAG@-unix\n");
    memset(named.sun_path, 0, sizeof named.sun_path);
    snprintf(named.sun_path + 1, sizeof named.sun_path - 1, "%s", "@TAG@");
    tell(AF_UNIX, SOCK_STREAM, &named, offsetof(struct sockaddr_un, sun_path) + 1 + strlen("@TAG@"), "@TAG@-abstract\n");
    shmget(@KEY@, 4096, IPC_CREAT | 0600);
    kill(@DECOY@, SIGUSR1);
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            beat("daemon");
        _exit(0);
    }
    usleep(100000);
}
