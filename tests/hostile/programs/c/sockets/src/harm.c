/* Talks to whoever listens. */
#include "support.h"
#include <netinet/in.h>
#include <stddef.h>
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
    struct sockaddr_in tcp = {.sin_family = AF_INET, .sin_port = htons(@TCP@), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    tell(AF_INET, SOCK_STREAM, &tcp, sizeof tcp, "@TAG@-tcp\n");
    struct sockaddr_in udp = {.sin_family = AF_INET, .sin_port = htons(@UDP@), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    tell(AF_INET, SOCK_DGRAM, &udp, sizeof udp, "@TAG@-udp\n");
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    snprintf(path.sun_path, sizeof path.sun_path, "%s", "@OUT@/stream.socket");
    tell(AF_UNIX, SOCK_STREAM, &path, sizeof path, "@TAG@-unix\n");
    snprintf(path.sun_path, sizeof path.sun_path, "%s", "@OUT@/datagram.socket");
    tell(AF_UNIX, SOCK_DGRAM, &path, sizeof path, "@TAG@-datagram\n");
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "%s", "@TAG@");
    tell(AF_UNIX, SOCK_STREAM, &name, offsetof(struct sockaddr_un, sun_path) + 1 + strlen("@TAG@"), "@TAG@-abstract\n");
    /* Families that lead past a network namespace or deep into the kernel. */
    const int families[] = {AF_PACKET, AF_VSOCK, AF_NETLINK, AF_ALG, AF_BLUETOOTH};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        socket(families[i], SOCK_RAW, 0);
        socket(families[i], SOCK_STREAM, 0);
    }
    usleep(250000);
}
