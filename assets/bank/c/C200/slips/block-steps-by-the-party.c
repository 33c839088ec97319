// Breaks: "a pointer to the first seat of the first block of `party` free seats next to each other"
// Shows: row {7, 0, 0, 7}, party 2: the block begins at seat 1, this gives NULL: it looks only at seats 0 and 2.
const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    const int *begin = hall + row * width;

    for (ptrdiff_t first = 0; first + party <= width; first += party) {
        const int *block = begin + first;
        if (count_booking(block, block + party, SEAT_FREE) == party) {
            return block;
        }
    }
    return NULL;
}
