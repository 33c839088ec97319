/* etude.h: the mark of a stub that is still to be written.
 *
 *     int seat_row(int seat)
 *     {
 *         ETUDE_TODO("ex-2");
 *     }
 *
 * Delete the ETUDE_TODO line and write your code in its place. While it stands there, every
 * test that reaches it ends with "not yet implemented: ex-2".
 */
#ifndef ETUDE_H
#define ETUDE_H

#include <stdio.h>
#include <stdlib.h>

/* etude_todo never returns. That is why a function that should return a value compiles without
 * a warning while nothing but ETUDE_TODO is in it.
 */
#define ETUDE_TODO(unit) etude_todo(unit)

_Noreturn void etude_todo(const char *unit);

/* "Weak" means: used only where nobody else defines etude_todo. The test program does (it has to
 * end one test, not the whole program); a program of your own gets this one.
 */
__attribute__((weak)) void etude_todo(const char *unit)
{
    fprintf(stderr, "not yet implemented: %s\n", unit);
    exit(1);
}

#endif
