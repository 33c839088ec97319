// Breaks: "the first block of `party` free seats next to each other"
// Shows: row {0, 31, 0, 0}, party 2: the block begins at seat 2, this gives seat 1: a taken seat does not begin the count anew.
const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    const int *begin = hall + row * width;
    ptrdiff_t free_seats = 0;

    for (const int *seat = begin; seat != begin + width; seat++) {
        if (*seat == SEAT_FREE) {
            free_seats++;
        }
        if (free_seats == party) {
            return seat - party + 1;
        }
    }
    return NULL;
}
