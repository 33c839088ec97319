// Breaks: "each one that holds this booking becomes SEAT_FREE"
// Shows: release of 7 in {7, 7, 12} gives 2, this 1: after a match it steps on in the body and in the head of the loop.
ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    ptrdiff_t released = 0;

    for (int *seat = seats; seat < seats + count; seat++) {
        if (*seat == booking) {
            *seat++ = SEAT_FREE;
            released++;
        }
    }
    return released;
}
