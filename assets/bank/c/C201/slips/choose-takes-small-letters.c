// Breaks: "and NULL for every other letter"
// Shows: choose_question('f') is NULL, this gives is_flood.
#include <ctype.h>

question choose_question(char knob)
{
    switch (toupper((unsigned char)knob)) {
    case KNOB_FLOOD:
        return is_flood;
    case KNOB_DRY:
        return is_dry;
    default:
        return NULL;
    }
}
