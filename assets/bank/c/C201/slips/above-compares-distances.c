// Breaks: "is the level of this reading higher than a limit?"
// Shows: is_above of level -10 and limit -25 is true, this gives false: it compares how far both are from 0.
#include <stdlib.h>

bool is_above(const struct reading *reading, const void *context)
{
    const int *limit = context;

    return abs(reading->level) > abs(*limit);
}
