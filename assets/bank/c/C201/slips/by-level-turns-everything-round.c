// Breaks: "Of two equal levels the earlier reading comes first"
// Shows: by_level of 1/18:120 and 2/5:120 is negative, this gives 1: not only the level is sorted from high to low.
int by_level(const void *left, const void *right)
{
    const struct reading *a = left;
    const struct reading *b = right;
    const int first[] = {a->level, a->day, a->hour};
    const int second[] = {b->level, b->day, b->hour};

    for (int i = 0; i < 3; i++) {
        if (first[i] != second[i]) {
            return first[i] > second[i] ? -1 : 1;
        }
    }
    return 0;
}
