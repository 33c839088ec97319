// Breaks: "Returns how many seats were set free."
// Shows: release of 7 in {7, 0, 12} gives 1, this 2: the seat that was free before is counted too.
ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    for (int *seat = seats; seat != seats + count; seat++) {
        if (*seat == booking) {
            *seat = SEAT_FREE;
        }
    }
    return count_booking(seats, seats + count, SEAT_FREE);
}
