/* Signals the decoy, everyone it can reach where that cannot be anyone outside, and etude. */
#include "support.h"
#include <sys/syscall.h>

void harm(void)
{
    /* Only where the decoy does not exist is "everyone" sure to be this run alone. */
    int alone = kill(@DECOY@, 0) != 0 && errno == ESRCH;
    kill(@DECOY@, SIGUSR1);
    int decoy = syscall(SYS_pidfd_open, @DECOY@, 0);
    if (decoy >= 0)
        syscall(SYS_pidfd_send_signal, decoy, SIGUSR1, NULL, 0);
    sigqueue(@DECOY@, SIGUSR1, (union sigval){0});
    int pid = etude();
    if (pid > 0)
        kill(pid, SIGTERM);
    if (alone) {
        kill(getppid(), SIGKILL);
        kill(-1, SIGSTOP);
        kill(-1, SIGKILL);
    }
}
