static bool is_over(const struct reading *reading, int limit)
{
    return reading->level > limit;
}

int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    return count_yes(begin, end, is_over, &limit);
}
