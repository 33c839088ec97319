ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    const int *end = seats + count;
    ptrdiff_t released = 0;
    for (const int *seat = seats; seat != end; seat++) {
        if (*seat == booking) {
            *seat = SEAT_FREE;
            released++;
        }
    }
    return released;
}
