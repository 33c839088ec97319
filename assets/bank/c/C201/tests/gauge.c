#include "gauge.h"

#include <stdio.h>
#include <stdlib.h>

#include "test.h"

/* Four days at Mill Bridge: day, hour, level. */
static const struct reading log_of_march[] = {
    {1, 6, 210},  /* 0 */
    {1, 18, 240}, /* 1 */
    {2, 6, 290},  /* 2 */
    {2, 12, 310}, /* 3 */
    {2, 18, 345}, /* 4 */
    {3, 6, 300},  /* 5 */
    {3, 18, 180}, /* 6 */
    {4, 6, 75},   /* 7 */
    {4, 18, -10}, /* 8 */
};
enum { READINGS = sizeof log_of_march / sizeof log_of_march[0] };
static const struct reading *const march = log_of_march;
static const struct reading *const march_end = log_of_march + READINGS;

/* ex-1 */

/* The name of the question that a pointer points at, so that a failing test can show it. */
static const char *name_of(question chosen)
{
    if (chosen == NULL) {
        return "NULL";
    }
    if (chosen == is_flood) {
        return "is_flood";
    }
    if (chosen == is_dry) {
        return "is_dry";
    }
    return "no question of the panel";
}

void test_choose_question_points_at_the_question_of_the_knob(void)
{
    TEST_ASSERT_STR_EQ(name_of(choose_question(KNOB_FLOOD)), "is_flood");
    TEST_ASSERT_STR_EQ(name_of(choose_question(KNOB_DRY)), "is_dry");
}

void test_choose_question_is_null_for_every_other_letter(void)
{
    TEST_ASSERT_STR_EQ(name_of(choose_question('X')), "NULL");
    TEST_ASSERT_STR_EQ(name_of(choose_question('E')), "NULL");
    TEST_ASSERT_STR_EQ(name_of(choose_question('A')), "NULL");
    TEST_ASSERT_STR_EQ(name_of(choose_question('G')), "NULL");
    TEST_ASSERT_STR_EQ(name_of(choose_question('f')), "NULL");
    TEST_ASSERT_STR_EQ(name_of(choose_question('\0')), "NULL");
    TEST_ASSERT_STR_EQ(name_of(choose_question(KNOB_DRY)), "is_dry");
    /* The same letter as at first, after a letter of the panel. */
    TEST_ASSERT_STR_EQ(name_of(choose_question('X')), "NULL");
}

/* ex-2 */

static const void *context_seen;
static int times_asked;

/* A question of these tests. Its context points at a day. It remembers how it was asked. */
static bool is_on_day(const struct reading *reading, const void *context)
{
    const int *day = context;
    context_seen = context;
    times_asked++;
    return day != NULL && reading->day == *day;
}

static const char *name_of_context(const void *expected)
{
    if (times_asked == 0) {
        return "none, nothing was asked";
    }
    if (context_seen == NULL) {
        return "NULL";
    }
    return context_seen == expected ? "the context of the caller" : "another address";
}

void test_count_yes_asks_with_the_context_of_the_caller(void)
{
    const int second = 2;
    const int fourth = 4;
    const int ninth = 9;

    int count = count_yes(march, march_end, is_on_day, &second);
    TEST_ASSERT_STR_EQ(name_of_context(&second), "the context of the caller");
    TEST_ASSERT_EQ(count, 3);
    TEST_ASSERT_EQ(times_asked, READINGS);
    TEST_ASSERT_EQ(count_yes(march, march_end, is_on_day, &fourth), 2);
    TEST_ASSERT_EQ(count_yes(march, march_end, is_on_day, &ninth), 0);
    /* A part of the log: readings 3 and 4 are of day 2, reading 2 stands before them. */
    TEST_ASSERT_EQ(count_yes(march + 3, march + 6, is_on_day, &second), 2);
    /* The reading at end is of day 4, and not part of the range. */
    TEST_ASSERT_EQ(count_yes(march, march + 8, is_on_day, &fourth), 1);
    /* Another question, without a context, and an empty range. */
    TEST_ASSERT_EQ(count_yes(march, march_end, is_dry, NULL), 2);
    TEST_ASSERT_EQ(count_yes(march + 4, march + 4, is_flood, NULL), 0);
}

void test_count_yes_without_a_question_counts_every_reading(void)
{
    TEST_ASSERT_EQ(count_yes(march, march_end, NULL, NULL), 9);
    TEST_ASSERT_EQ(count_yes(march + 2, march + 6, NULL, NULL), 4);
    TEST_ASSERT_EQ(count_yes(march + 8, march_end, NULL, NULL), 1);
    TEST_ASSERT_EQ(count_yes(march, march, NULL, NULL), 0);
    TEST_ASSERT_EQ(count_yes(march_end, march_end, NULL, NULL), 0);
    /* A context, and no question that could need it. */
    const int second = 2;
    TEST_ASSERT_EQ(count_yes(march, march_end, NULL, &second), 9);
}

/* ex-3 */

void test_is_above_compares_with_the_limit_behind_context(void)
{
    const struct reading flood = {2, 18, 345};
    const struct reading spring = {1, 18, 260};
    const struct reading drought = {4, 18, -10};
    const int winter_limit = 310;
    const int summer_limit = 250;
    const int deep_limit = -25;

    TEST_ASSERT_EQ(is_above(&flood, &winter_limit), true);
    TEST_ASSERT_EQ(is_above(&drought, &summer_limit), false);
    TEST_ASSERT_EQ(is_above(&spring, &summer_limit), true);
    TEST_ASSERT_EQ(is_above(&spring, &winter_limit), false);
    TEST_ASSERT_EQ(is_above(&drought, &deep_limit), true);
}

void test_is_above_is_false_at_the_limit_itself(void)
{
    const struct reading morning = {3, 6, 310};
    const int under = 309;
    const int same = 310;
    const int over = 311;

    TEST_ASSERT_EQ(is_above(&morning, &under), true);
    TEST_ASSERT_EQ(is_above(&morning, &same), false);
    TEST_ASSERT_EQ(is_above(&morning, &over), false);
}

void test_count_above_counts_levels_over_the_limit(void)
{
    TEST_ASSERT_EQ(count_above(march, march_end, 320), 1);
    TEST_ASSERT_EQ(count_above(march, march_end, 200), 6);
    TEST_ASSERT_EQ(count_above(march, march_end, 300), 2);
    /* Readings 5, 6 and 7; the flood of day 2 lies before them. */
    TEST_ASSERT_EQ(count_above(march + 5, march + 8, 100), 2);
}

void test_count_above_of_limits_at_the_edges_and_empty_logs(void)
{
    TEST_ASSERT_EQ(count_above(march, march_end, 345), 0);
    TEST_ASSERT_EQ(count_above(march, march_end, -10), 8);
    TEST_ASSERT_EQ(count_above(march, march_end, -11), 9);
    TEST_ASSERT_EQ(count_above(march, march, -11), 0);
    /* The highest limit that there can be, and the lowest. */
    TEST_ASSERT_EQ(count_above(march, march_end, 10000), 0);
    TEST_ASSERT_EQ(count_above(march, march_end, -10000), 9);
}

/* ex-4 */

/* Only the sign of a comparator's answer counts. */
static const char *in_words(int answer)
{
    return answer < 0 ? "before" : answer > 0 ? "after" : "equal";
}

/* What a comparator says about two elements, and what it says when they change places. */
static const char *both_ways(int forth, int back)
{
    static char words[32];
    snprintf(words, sizeof words, "%s, %s", in_words(forth), in_words(back));
    return words;
}

void test_by_level_says_with_its_sign_which_comes_first(void)
{
    const struct reading flood = {2, 18, 345};
    const struct reading calm = {1, 6, 120};
    const struct reading evening = {1, 18, 120};
    const struct reading next_day = {2, 5, 120};
    const struct reading copy = calm;

    TEST_ASSERT_STR_EQ(both_ways(by_level(&flood, &calm), by_level(&calm, &flood)), "before, after");
    /* Equal levels: the earlier reading comes first. */
    TEST_ASSERT_STR_EQ(both_ways(by_level(&evening, &next_day), by_level(&next_day, &evening)), "before, after");
    TEST_ASSERT_STR_EQ(both_ways(by_level(&calm, &evening), by_level(&evening, &calm)), "before, after");
    TEST_ASSERT_STR_EQ(both_ways(by_level(&calm, &copy), by_level(&copy, &calm)), "equal, equal");
    /* Below the mark, -10 is higher than -40. */
    const struct reading low = {4, 18, -10};
    const struct reading lowest = {4, 12, -40};
    TEST_ASSERT_STR_EQ(both_ways(by_level(&low, &lowest), by_level(&lowest, &low)), "before, after");
    /* Day 2 and day 256. */
    const struct reading early = {2, 6, 120};
    const struct reading autumn = {256, 6, 120};
    TEST_ASSERT_STR_EQ(both_ways(by_level(&early, &autumn), by_level(&autumn, &early)), "before, after");
}

/* A log as text: "2/18:345" is day 2, hour 18, level 345. */
static const char *as_text(const struct reading *begin, const struct reading *end)
{
    static char text[200];
    size_t used = 0;
    text[0] = '\0';
    for (const struct reading *reading = begin; reading != end && used < sizeof text; reading++) {
        used += snprintf(text + used, sizeof text - used, "%s%d/%d:%d", reading == begin ? "" : " ", reading->day,
                         reading->hour, reading->level);
    }
    return text;
}

void test_by_level_lets_qsort_put_the_highest_level_first(void)
{
    struct reading sorted[] = {
        {1, 6, 120}, {3, 6, 345}, {2, 18, 120}, {2, 6, 345}, {4, 6, -10}, {2, 12, 345}, {1, 18, 310},
    };

    TEST_ASSERT_STR_EQ(in_words(by_level(&sorted[0], &sorted[1])), "after");
    qsort(sorted, 7, sizeof sorted[0], by_level);
    TEST_ASSERT_STR_EQ(as_text(sorted, sorted + 7), "2/6:345 2/12:345 3/6:345 1/18:310 1/6:120 2/18:120 4/6:-10");
}

/* ex-5 */

/* Handlers of these tests. */
static int answer_length(const struct request *request)
{
    return (int)(request->end - request->begin);
}

static int answer_number(const struct request *request)
{
    return request->number;
}

static int answer_first_level(const struct request *request)
{
    return request->begin->level;
}

static const struct command commands[] = {
    {"length", answer_length},
    {"first", answer_first_level},
    {"siren", NULL},
    {"number", answer_number},
    {"lamp", NULL},
    {"length", answer_number},
    {NULL, NULL},
};

void test_run_command_answers_with_the_handler_of_the_word(void)
{
    const struct request whole = {march, march_end, 250};
    const struct request evening = {march + 4, march + 6, 17};
    /* As it comes from a message: the same letters as in the table, at another address. */
    const char typed[] = "length";

    TEST_ASSERT_EQ(run_command(commands, typed, &whole), 9);
    TEST_ASSERT_EQ(run_command(commands, typed, &evening), 2);
    TEST_ASSERT_EQ(run_command(commands, "first", &evening), 345);
    /* Behind a row without a handler the table goes on. */
    TEST_ASSERT_EQ(run_command(commands, "number", &whole), 250);
    TEST_ASSERT_EQ(run_command(commands, "number", &evening), 17);
    /* These two are in the table, and out of service. */
    TEST_ASSERT_EQ(run_command(commands, "siren", &whole), COMMAND_CLOSED);
    TEST_ASSERT_EQ(run_command(commands, "lamp", &whole), COMMAND_CLOSED);
    /* Of two rows with one word the first counts, and it is out of service. */
    const struct command twice[] = {{"lamp", NULL}, {"lamp", answer_number}, {NULL, NULL}};
    TEST_ASSERT_EQ(run_command(twice, "lamp", &whole), COMMAND_CLOSED);
    /* The handler says 0. */
    const struct request zero = {march, march, 0};
    TEST_ASSERT_EQ(run_command(commands, "number", &zero), 0);
}

void test_run_command_refuses_words_that_are_not_in_the_table(void)
{
    const struct request whole = {march, march_end, 250};
    const struct command only[] = {{"number", answer_number}, {NULL, NULL}};
    const struct command nothing[] = {{NULL, NULL}};

    TEST_ASSERT_EQ(run_command(commands, "depth", &whole), COMMAND_UNKNOWN);
    TEST_ASSERT_EQ(run_command(commands, "num", &whole), COMMAND_UNKNOWN);
    TEST_ASSERT_EQ(run_command(commands, "numbers", &whole), COMMAND_UNKNOWN);
    TEST_ASSERT_EQ(run_command(commands, "Number", &whole), COMMAND_UNKNOWN);
    TEST_ASSERT_EQ(run_command(commands, "", &whole), COMMAND_UNKNOWN);
    TEST_ASSERT_EQ(run_command(only, "number", &whole), 250);
    TEST_ASSERT_EQ(run_command(only, "first", &whole), COMMAND_UNKNOWN);
    TEST_ASSERT_EQ(run_command(nothing, "number", &whole), COMMAND_UNKNOWN);
}
