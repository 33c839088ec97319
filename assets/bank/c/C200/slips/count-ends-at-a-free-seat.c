// Breaks: "ex-2: how many seats of [begin, end) hold this booking."
// Shows: count of 7 in {7, 0, 7} is 2, this gives 1: a 0 ends a text, and not a range.
ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t found = 0;

    for (const int *seat = begin; seat != end && *seat; seat++) {
        if (*seat == booking) {
            found++;
        }
    }
    return found;
}
