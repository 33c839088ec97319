// Breaks: "or NULL when no seat of the range does."
// Shows: find_booking(row, row + 6, 99) is NULL, this gives row + 6.
const int *find_booking(const int *begin, const int *end, int booking)
{
    const int *seat = begin;

    while (seat != end && *seat != booking) {
        seat++;
    }
    return seat;
}
