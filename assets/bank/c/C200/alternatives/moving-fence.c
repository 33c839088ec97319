/* The walk moves begin itself, and the later functions are built on find_booking. */

ptrdiff_t range_length(const int *begin, const int *end)
{
    return -(begin - end);
}

const int *find_booking(const int *begin, const int *end, int booking)
{
    while (begin != end && *begin != booking) {
        ++begin;
    }
    if (begin == end) {
        return NULL;
    }
    return begin;
}

ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    const int *match = find_booking(begin, end, booking);
    if (match == NULL) {
        return 0;
    }
    return 1 + count_booking(match + 1, end, booking);
}

ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    ptrdiff_t released = 0;
    const int *match = find_booking(seats, seats + count, booking);
    while (match != NULL) {
        /* find_booking gives a const pointer: its position leads back to a seat that may be written. */
        seats[match - seats] = SEAT_FREE;
        released++;
        match = find_booking(match + 1, seats + count, booking);
    }
    return released;
}

const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    const int *row_end = &hall[(row + 1) * width];
    const int *block = find_booking(row_end - width, row_end, SEAT_FREE);
    while (block != NULL) {
        const int *taken = block;
        while (taken != row_end && *taken == SEAT_FREE) {
            taken++;
        }
        if (taken - block >= party) {
            return block;
        }
        block = find_booking(taken, row_end, SEAT_FREE);
    }
    return NULL;
}
