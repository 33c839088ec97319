// Breaks: "Called with SEAT_FREE it counts the free seats."
// Shows: count of SEAT_FREE in {7, 0, 12} is 1, this gives 0: free seats are passed over first.
ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t found = 0;

    for (const int *seat = begin; seat != end; seat++) {
        if (*seat == SEAT_FREE) {
            continue;
        }
        if (*seat == booking) {
            found++;
        }
    }
    return found;
}
