// Breaks: "An empty range gives 0."
// Shows: count_booking(seats, seats, 7) of {7, 12, 7} is 0, this gives 1: the seat at begin is read in any case.
ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t found = 0;
    const int *seat = begin;

    do {
        if (*seat == booking) {
            found++;
        }
        seat++;
    } while (seat < end);
    return found;
}
