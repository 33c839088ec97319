/*
 * The gauge at Mill Bridge. What each function promises stands in gauge.h.
 * Each body below is one line that stops the program: put your code in its place.
 */
#include "gauge.h"

#include <string.h> /* strcmp, for ex-5 */

#include "etude.h"

/*
 * ex-1
 * First principle: a function's name without parentheses is a pointer to that function.
 * Lesson: LESSON.md section 1, "A function's name is a pointer", and section 2, "The type of a function pointer".
 * Test: test_choose_question_points_at_the_question_of_the_knob
 * Start here: write the line that answers for a letter the panel does not have.
 */
question choose_question(char knob)
{
    switch (knob) {
    case KNOB_FLOOD:
        return is_flood;
    case KNOB_DRY:
        return is_dry;
    default:
        return NULL;
    }
}

/*
 * ex-2
 * First principle: a pointer to a function is called like a function, and only after it was asked for NULL.
 * Lesson: LESSON.md section 3, "A call through a pointer".
 * Test: test_count_yes_asks_with_the_context_of_the_caller
 * Start here: walk the range with a pointer named reading, and write the one call
 * that asks about *reading.
 */
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

/*
 * ex-3
 * First principle: a context is the address of what a callback needs, without a type, and the callback gives it its type back.
 * Lesson: LESSON.md section 4, "A context for the callback".
 * Test: test_is_above_compares_with_the_limit_behind_context
 * Start here: declare a pointer to const int named limit, and let it start as context.
 */
bool is_above(const struct reading *reading, const void *context)
{
    const int *limit = context;
    return reading->level > *limit;
}

/*
 * ex-3
 * First principle: whoever hands over a callback hands over the address of its context with it.
 * Lesson: LESSON.md section 5, "Handing over both".
 * Test: test_count_above_counts_levels_over_the_limit
 * Start here: look at the four parameters of count_yes, and say for each what you have to put there.
 */
int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    return count_yes(begin, end, is_above, &limit);
}

/*
 * ex-4
 * First principle: a comparator says by the sign of its answer which of two elements comes first.
 * Lesson: LESSON.md section 6, "A comparator answers with a sign".
 * Test: test_by_level_says_with_its_sign_which_comes_first
 * Start here: give left and right their type back, each in a pointer of its own.
 */
int by_level(const void *left, const void *right)
{
    const struct reading *a = left;
    const struct reading *b = right;
    if (a->level != b->level) {
        return a->level > b->level ? -1 : 1;
    }
    if (a->day != b->day) {
        return a->day < b->day ? -1 : 1;
    }
    if (a->hour != b->hour) {
        return a->hour < b->hour ? -1 : 1;
    }
    return 0;
}

/*
 * ex-5
 * First principle: a table of names and handlers turns the choice of a function into a search.
 * Lesson: LESSON.md section 7, "A table of words", and section 8, "Two kinds of no".
 * Test: test_run_command_answers_with_the_handler_of_the_word
 * Start here: write the head of a loop that visits every row and stops at the row that ends the table.
 */
int run_command(const struct command *table, const char *word, const struct request *request)
{
    for (const struct command *row = table; row->word != NULL; row++) {
        if (strcmp(row->word, word) == 0) {
            return row->handler == NULL ? COMMAND_CLOSED : row->handler(request);
        }
    }
    return COMMAND_UNKNOWN;
}
