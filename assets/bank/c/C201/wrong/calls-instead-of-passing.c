int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    return count_yes(begin, end, is_above(begin, &limit), &limit);
}
