const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    const int *row_begin = hall + row * width;
    const int *row_end = row_begin + width;
    for (const int *block = row_begin; block != row_end; block++) {
        if (count_booking(block, block + party, SEAT_FREE) == party) {
            return block;
        }
    }
    return NULL;
}
