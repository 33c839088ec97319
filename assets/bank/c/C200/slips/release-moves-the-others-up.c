// Breaks: "all others keep what they hold"
// Shows: release of 7 in {7, 12, 31} leaves {0, 12, 31}, this {12, 31, 0}: the others sit somewhere else.
ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    int *kept = seats;

    for (const int *seat = seats; seat != seats + count; seat++) {
        if (*seat != booking) {
            *kept++ = *seat;
        }
    }
    ptrdiff_t released = seats + count - kept;
    while (kept != seats + count) {
        *kept++ = SEAT_FREE;
    }
    return released;
}
