ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t matches = 0;
    for (const int *seat = begin; seat != end; seat++) {
        if (seat == booking) {
            matches++;
        }
    }
    return matches;
}
