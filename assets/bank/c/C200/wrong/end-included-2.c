// Breaks: "The seat at end is not part of the range."
// Shows: count_booking(seats, seats + 1, 7) of {12, 7} is 0, this gives 1: it walks from the back and begins at end.
ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t found = 0;

    for (ptrdiff_t i = end - begin; i >= 0; i--) {
        found += begin[i] == booking;
    }
    return found;
}
