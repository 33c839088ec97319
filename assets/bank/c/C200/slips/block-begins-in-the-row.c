// Breaks: "A block never runs on into the next row."
// Shows: find_block(evening, 4, 2, 2) is NULL, this gives seat 11: only the first seat of the block has to be in the row.
const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    const int *begin = hall + row * width;

    for (const int *seat = begin; seat != begin + width; seat++) {
        ptrdiff_t together = 0;
        while (together < party && seat[together] == SEAT_FREE) {
            together++;
        }
        if (together == party) {
            return seat;
        }
    }
    return NULL;
}
