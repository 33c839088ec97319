// Breaks: "A level that is equal to the limit is not above it."
// Shows: is_above of level -10 and limit -10 is false, this gives true: a limit under 0 is taken for no limit at all.
bool is_above(const struct reading *reading, const void *context)
{
    const int *limit = context;

    if (*limit < 0) {
        return true;
    }
    return reading->level > *limit;
}
