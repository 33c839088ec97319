// Breaks: "and 0 when all three fields are equal"
// Shows: by_level(&calm, &copy) is 0, this gives 1: what does not come before comes after.
static bool comes_first(const struct reading *a, const struct reading *b)
{
    if (a->level != b->level) {
        return a->level > b->level;
    }
    return a->day != b->day ? a->day < b->day : a->hour < b->hour;
}

int by_level(const void *left, const void *right)
{
    return comes_first(left, right) ? -1 : 1;
}
