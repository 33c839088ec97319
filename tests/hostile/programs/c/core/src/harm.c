/* Dies with a picture of itself in the workspace. */
#include "support.h"
#include <sys/resource.h>

void harm(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    if (chdir("@WORK@") != 0)
        errno = 0;
    /* The address sanitizer maps terabytes: a child without them dies in its place. */
    execl("/bin/sh", "sh", "-c", "ulimit -c unlimited; kill -ABRT $$", (char *)NULL);
}
