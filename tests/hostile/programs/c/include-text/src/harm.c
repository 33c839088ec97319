/* Lets the compiler quote what it cannot understand. */
#include "support.h"
#include "@HOME@/notes.txt"

void harm(void) {}
