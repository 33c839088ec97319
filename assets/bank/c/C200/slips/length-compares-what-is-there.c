// Breaks: "end points one past the last seat. The seat at end is not part of the range."
// Shows: range_length(row, row + 3) of {12, 7, 0, 7} is 3, this gives 1: it stops at a seat with the same booking.
ptrdiff_t range_length(const int *begin, const int *end)
{
    ptrdiff_t length = 0;

    for (const int *seat = begin; *seat != *end; seat++) {
        length++;
    }
    return length;
}
