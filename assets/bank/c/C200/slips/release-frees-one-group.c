// Breaks: "each one that holds this booking becomes SEAT_FREE"
// Shows: release of 7 in {7, 12, 7} gives 2, this 1: it thinks that a booking always sits together.
ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    const int *end = seats + count;
    ptrdiff_t released = 0;
    int *seat = seats;

    while (seat != end && *seat != booking) {
        seat++;
    }
    while (seat != end && *seat == booking) {
        *seat++ = SEAT_FREE;
        released++;
    }
    return released;
}
