/* Never ends: `@WHICH@`. */
#include "support.h"

void harm(void)
{
    static char line[4096];
    memset(line, 'x', sizeof line);
    for (;;) {
        if (strcmp("@WHICH@", "output") == 0) {
            if (write(1, line, sizeof line) < 0 || write(2, "y\n", 2) < 0)
                errno = 0;
        }
    }
}
