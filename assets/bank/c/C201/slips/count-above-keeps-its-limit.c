// Breaks: "how many readings of [begin, end) have a level above limit"
// Shows: count_above(march, march_end, 320) is 1 and then with 200 it is 6, this gives 1 twice: a static is set only once.
int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    static const int *address = NULL;
    static int kept;

    if (address == NULL) {
        kept = limit;
        address = &kept;
    }
    return count_yes(begin, end, is_above, address);
}
