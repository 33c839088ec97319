// Breaks: "or NULL when no seat of the range does."
// Shows: find_booking(row, row + 6, 99) is NULL, this reads on behind the array.
const int *find_booking(const int *begin, const int *end, int booking)
{
    const int *seat = begin;

    while (*seat != booking) {
        seat++;
    }
    return seat < end ? seat : NULL;
}
