// Breaks: "width is the number of seats in each row"
// Shows: find_block(evening, 8, 1, 2) points at seat 11, this at seat 5: every hall has rows of HALL_WIDTH.
const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    const int (*rows)[HALL_WIDTH] = (const int (*)[HALL_WIDTH])hall;
    ptrdiff_t together = 0;

    for (ptrdiff_t i = 0; i < HALL_WIDTH && i < width; i++) {
        together = rows[row][i] == SEAT_FREE ? together + 1 : 0;
        if (together == party) {
            return &rows[row][i - party + 1];
        }
    }
    return NULL;
}
