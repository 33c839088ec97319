/* Lets a program act outside of any test. */
#include "support.h"

void harm(void);

int main(void)
{
    if (begin()) {
        harm();
        usleep(200000);
    }
}
