/* Talks through io_uring, which makes, connects and writes to sockets without the system calls of that name. */
#include "support.h"
#include <linux/io_uring.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static int ring;
static struct io_uring_params params;
static unsigned char *queue, *done;
static struct io_uring_sqe *entries;

static int ask(struct io_uring_sqe wish)
{
    unsigned *tail = (unsigned *)(queue + params.sq_off.tail), mask = *(unsigned *)(queue + params.sq_off.ring_mask);
    unsigned slot = *tail & mask;
    entries[slot] = wish;
    ((unsigned *)(queue + params.sq_off.array))[slot] = slot;
    __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
    if (syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) < 0)
        return -1;
    unsigned *head = (unsigned *)(done + params.cq_off.head), cq_mask = *(unsigned *)(done + params.cq_off.ring_mask);
    int result = ((struct io_uring_cqe *)(done + params.cq_off.cqes))[*head & cq_mask].res;
    __atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
    return result;
}

void harm(void)
{
    ring = syscall(SYS_io_uring_setup, 4, &params);
    if (ring < 0)
        return;
    queue = mmap(NULL, params.sq_off.array + params.sq_entries * sizeof(unsigned), PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
    done = mmap(NULL, params.cq_off.cqes + params.cq_entries * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED, ring,
                IORING_OFF_CQ_RING);
    entries = mmap(NULL, params.sq_entries * sizeof *entries, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQES);
    if (queue == MAP_FAILED || done == MAP_FAILED || entries == MAP_FAILED)
        return;
    int handle = ask((struct io_uring_sqe){.opcode = IORING_OP_SOCKET, .fd = AF_INET, .off = SOCK_STREAM});
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(@TCP@), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    ask((struct io_uring_sqe){.opcode = IORING_OP_CONNECT, .fd = handle, .addr = (uintptr_t)&to, .off = sizeof to});
    static const char text[] = "@TAG@-ring\n";
    ask((struct io_uring_sqe){.opcode = IORING_OP_SEND, .fd = handle, .addr = (uintptr_t)text, .len = sizeof text - 1});
    usleep(150000);
}
