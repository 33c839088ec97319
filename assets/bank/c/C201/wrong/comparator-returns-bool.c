int by_level(const void *left, const void *right)
{
    const struct reading *a = left;
    const struct reading *b = right;
    if (a->level != b->level) {
        return a->level > b->level;
    }
    if (a->day != b->day) {
        return a->day < b->day;
    }
    return a->hour < b->hour;
}
