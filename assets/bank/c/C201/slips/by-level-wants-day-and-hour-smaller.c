// Breaks: "Of two equal levels the earlier reading comes first: the smaller day, and on one day the smaller hour."
// Shows: by_level of 1/18:120 and 2/5:120 is negative, this gives 1: day and hour must both be smaller.
int by_level(const void *left, const void *right)
{
    const struct reading *a = left;
    const struct reading *b = right;

    if (a->level > b->level) {
        return -1;
    }
    if (a->level == b->level && a->day == b->day && a->hour == b->hour) {
        return 0;
    }
    if (a->level == b->level && a->day <= b->day && a->hour <= b->hour) {
        return -1;
    }
    return 1;
}
