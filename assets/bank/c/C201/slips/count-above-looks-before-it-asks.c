// Breaks: "When begin == end it is empty."
// Shows: count_above(march, march, -11) is 0, this gives 1: the first reading is looked at before end is asked for.
int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    int count = 0;
    const struct reading *reading = begin;

    do {
        if (is_above(reading, &limit)) {
            count++;
        }
        reading++;
    } while (reading < end);
    return count;
}
