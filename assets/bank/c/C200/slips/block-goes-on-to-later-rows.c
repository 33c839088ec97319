// Breaks: "or NULL when that row has no such block"
// Shows: find_block(evening, 4, 2, 2) is NULL, this gives seat 14: it looks for a block in the rows behind too.
const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    ptrdiff_t together = 0;

    for (ptrdiff_t i = row * width; i < HALL_SEATS; i++) {
        if (i % width == 0) {
            together = 0;
        }
        together = hall[i] == SEAT_FREE ? together + 1 : 0;
        if (together == party) {
            return hall + i - party + 1;
        }
    }
    return NULL;
}
