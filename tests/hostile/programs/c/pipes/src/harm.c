/* Plants pipes that nobody ever writes to, where etude and make read. */
#include "support.h"

void harm(void)
{
    unlink(BUILD "/settings.mk");
    mkfifo(BUILD "/settings.mk", 0644);
}
