// Breaks: "ex-2: how many seats of [begin, end) hold this booking."
// Shows: count of 7 in {7, 7, 12} is 2, this gives 1: neighbours of one booking are counted as one.
ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t found = 0;

    for (const int *seat = begin; seat != end; seat++) {
        if (*seat == booking && (seat == begin || seat[-1] != booking)) {
            found++;
        }
    }
    return found;
}
