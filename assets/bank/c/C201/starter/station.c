/*
 * What stands at Mill Bridge already. There is nothing to do in this file; it
 * shows what your functions in gauge.c are good for.
 */
#include "gauge.h"

/* A question has two parameters, needed or not. (void) says: left out on purpose. */
bool is_flood(const struct reading *reading, const void *context)
{
    (void)context;
    return reading->level >= FLOOD_LEVEL;
}

bool is_dry(const struct reading *reading, const void *context)
{
    (void)context;
    return reading->level <= DRY_LEVEL;
}

/* "readings": how long the log is. */
static int answer_readings(const struct request *request)
{
    return count_yes(request->begin, request->end, NULL, NULL);
}

/* "floods": how many readings are floods. */
static int answer_floods(const struct request *request)
{
    return count_yes(request->begin, request->end, choose_question(KNOB_FLOOD), NULL);
}

/* "above 250": how many readings are above 250. */
static int answer_above(const struct request *request)
{
    return count_above(request->begin, request->end, request->number);
}

/* "peak": the day of the highest reading, or 0 when the log is empty. */
static int answer_peak(const struct request *request)
{
    const struct reading *peak = request->begin;
    for (const struct reading *reading = request->begin; reading != request->end; reading++) {
        if (by_level(reading, peak) < 0) {
            peak = reading;
        }
    }
    return request->begin == request->end ? 0 : peak->day;
}

const struct command station_commands[] = {
    {"readings", answer_readings},
    {"floods", answer_floods},
    {"above", answer_above},
    {"siren", NULL}, /* known, and out of service since the storm */
    {"peak", answer_peak},
    {NULL, NULL}, /* the end of the table */
};
