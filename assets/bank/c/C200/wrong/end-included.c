ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t matches = 0;
    for (const int *seat = begin; seat <= end; seat++) {
        if (*seat == booking) {
            matches++;
        }
    }
    return matches;
}

ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    ptrdiff_t released = 0;
    for (ptrdiff_t i = 0; i <= count; i++) {
        if (seats[i] == booking) {
            seats[i] = SEAT_FREE;
            released++;
        }
    }
    return released;
}
