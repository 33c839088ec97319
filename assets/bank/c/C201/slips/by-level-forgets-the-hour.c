// Breaks: "the smaller day, and on one day the smaller hour"
// Shows: by_level of 1/6:120 and 1/18:120 is negative, this gives 0: it relies on qsort to leave them in order.
int by_level(const void *left, const void *right)
{
    const struct reading *a = left;
    const struct reading *b = right;

    if (a->level != b->level) {
        return a->level > b->level ? -1 : 1;
    }
    return a->day < b->day ? -1 : a->day > b->day;
}
