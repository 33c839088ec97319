// Breaks: "how many readings of [begin, end) have a level above limit"
// Shows: count_above(march, march_end, 300) is 2, this gives 3: all readings less the lower ones leaves the equal one in.
static bool is_under(const struct reading *reading, const void *context)
{
    const int *limit = context;

    return reading->level < *limit;
}

int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    return count_yes(begin, end, NULL, NULL) - count_yes(begin, end, is_under, &limit);
}
