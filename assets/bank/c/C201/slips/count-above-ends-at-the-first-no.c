// Breaks: "how many readings of [begin, end) have a level above limit"
// Shows: count_above(march, march_end, 320) is 1, this gives 0: it ends at the first reading that is not above.
int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    const struct reading *reading = begin;

    while (reading != end && is_above(reading, &limit)) {
        reading++;
    }
    return (int)(reading - begin);
}
