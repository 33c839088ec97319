// Breaks: "Only looks, never writes."
// Shows: find_booking(row, row + 6, 7) leaves what stands behind the row alone, this writes 7 there for a while.
const int *find_booking(const int *begin, const int *end, int booking)
{
    int *mark = (int *)end;
    const int *seat = begin;

    if (begin == end) {
        return NULL;
    }
    int kept = *mark;
    *mark = booking;
    while (*seat != booking) {
        seat++;
    }
    *mark = kept;
    return seat == end ? NULL : seat;
}
