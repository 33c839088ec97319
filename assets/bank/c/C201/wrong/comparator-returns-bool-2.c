// Breaks: "The answer is negative when *left comes before *right"
// Shows: by_level(&flood, &calm) is negative, this gives 0: it answers 1 or 0, to "must they change places?"
int by_level(const void *left, const void *right)
{
    const struct reading *a = left;
    const struct reading *b = right;

    if (a->level != b->level) {
        return a->level < b->level;
    }
    if (a->day != b->day) {
        return a->day > b->day;
    }
    return a->hour > b->hour;
}
