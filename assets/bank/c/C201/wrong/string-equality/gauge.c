#include "gauge.h"

#include <string.h>

question choose_question(char knob)
{
    if (knob == KNOB_FLOOD) {
        return is_flood;
    }
    if (knob == KNOB_DRY) {
        return is_dry;
    }
    return NULL;
}

int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    int count = 0;
    for (const struct reading *reading = begin; reading != end; reading++) {
        if (ask == NULL || ask(reading, context)) {
            count++;
        }
    }
    return count;
}

bool is_above(const struct reading *reading, const void *context)
{
    const int *limit = context;
    return reading->level > *limit;
}

int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    return count_yes(begin, end, is_above, &limit);
}

/* Negative when one is smaller than other, positive when it is larger, 0 when they are equal. */
static int compare_numbers(int one, int other)
{
    return (one > other) - (one < other);
}

int by_level(const void *left, const void *right)
{
    const struct reading *a = left;
    const struct reading *b = right;
    if (a->level != b->level) {
        return compare_numbers(b->level, a->level);
    }
    if (a->day != b->day) {
        return compare_numbers(a->day, b->day);
    }
    return compare_numbers(a->hour, b->hour);
}

int run_command(const struct command *table, const char *word, const struct request *request)
{
    for (const struct command *row = table; row->word != NULL; row++) {
        if (row->word == word) {
            return row->handler == NULL ? COMMAND_CLOSED : row->handler(request);
        }
    }
    return COMMAND_UNKNOWN;
}
