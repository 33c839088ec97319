/*
 * The gauge at Mill Bridge measures the river every few hours and keeps a log.
 *
 * The village asks it questions. At the bridge there is a panel with a knob.
 * From home people send a text message, one word and one number, such as
 * "above 250". The answer is always one number, and it is never negative.
 *
 * A log is a range [begin, end) of readings: begin points at the first
 * reading, end points one past the last. When begin == end it is empty.
 *
 * Every level, and every limit that a level is compared with, is a number of
 * centimetres from -10,000 to 10,000.
 */
#ifndef GAUGE_H
#define GAUGE_H

#include <stdbool.h>
#include <stddef.h> /* NULL */

struct reading {
    int day;   /* 1 is the first day of the log */
    int hour;  /* 0 to 23 */
    int level; /* in centimetres; below 0 when the river stands under its mark */
};

/* ---- Questions about one reading ---- */

/*
 * A pointer to a function that looks at one reading and says yes or no.
 * context points at whatever else the question needs; it is NULL for a
 * question that needs nothing else.
 */
typedef bool (*question)(const struct reading *reading, const void *context);

#define FLOOD_LEVEL 300 /* at this level or over it the river floods */
#define DRY_LEVEL 80    /* at this level or under it the mill stands still */

/* Two questions that need no context. They are written already, in station.c. */
bool is_flood(const struct reading *reading, const void *context);
bool is_dry(const struct reading *reading, const void *context);

#define KNOB_FLOOD 'F'
#define KNOB_DRY 'D'

/*
 * ex-1: the question that the knob of the panel points at: is_flood for
 * KNOB_FLOOD, is_dry for KNOB_DRY, and NULL for every other letter.
 */
question choose_question(char knob);

/*
 * ex-2: how many readings of [begin, end) get the answer true from `ask`.
 * Each reading is asked about once, and `context` is handed to the question
 * as it came. When `ask` is NULL there is no question, and every reading
 * counts, whatever `context` is. An empty range gives 0.
 */
int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context);

/*
 * ex-3: a question: is the level of this reading higher than a limit?
 * context points at the limit, a const int in centimetres. A level that is
 * equal to the limit is not above it.
 */
bool is_above(const struct reading *reading, const void *context);

/* ex-3: how many readings of [begin, end) have a level above limit. */
int count_above(const struct reading *begin, const struct reading *end, int limit);

/*
 * ex-4: a comparator for qsort, for a log with the highest level first. Both
 * arguments point at a struct reading. The answer is negative when *left
 * comes before *right, positive when it comes after, and 0 when all three
 * fields are equal. The higher level comes first. Of two equal levels the
 * earlier reading comes first: the smaller day, and on one day the smaller hour.
 */
int by_level(const void *left, const void *right);

/* ---- Commands ---- */

/* What a message asks for: the log to look at, and the number that was sent. */
struct request {
    const struct reading *begin;
    const struct reading *end;
    int number;
};

/* A pointer to a function that answers a request with a number, 0 or more. */
typedef int (*command_handler)(const struct request *request);

/*
 * One row of a table of commands. A row with a word and a NULL handler is a
 * command that is known and out of service. A row whose word is NULL is no
 * command: it marks the end of the table.
 */
struct command {
    const char *word;
    command_handler handler;
};

#define COMMAND_UNKNOWN (-1) /* no row of the table has this word */
#define COMMAND_CLOSED (-2)  /* the row of this word has no handler */

/* The commands of Mill Bridge. The table is written already, in station.c. */
extern const struct command station_commands[];

/*
 * ex-5: answers one message. Looks for the row with this word in the table
 * that begins at `table`, and returns what its handler says to the request, or
 * COMMAND_CLOSED, or COMMAND_UNKNOWN. The first row with the word counts, with
 * or without a handler. Two words are equal when they have the same characters
 * and the same length: neither "Peak" nor "pea" is "peak". word is never NULL;
 * a table may have no command at all.
 */
int run_command(const struct command *table, const char *word, const struct request *request);

#endif
