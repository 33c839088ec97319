// Breaks: "Each reading is asked about once"
// Shows: count_yes(march, march_end, is_on_day, &second) asks 9 times, this 11 times: where the answer changes, it asks again.
int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    int count = 0;
    const struct reading *reading = begin;

    if (ask == NULL) {
        return (int)(end - begin);
    }
    while (reading != end) {
        while (reading != end && !ask(reading, context)) {
            reading++;
        }
        while (reading != end && ask(reading, context)) {
            count++;
            reading++;
        }
    }
    return count;
}
