ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    ptrdiff_t released = 0;
    count = sizeof(seats) / sizeof(seats[0]);
    for (ptrdiff_t i = 0; i < count; i++) {
        if (seats[i] == booking) {
            seats[i] = SEAT_FREE;
            released++;
        }
    }
    return released;
}
