/* Every function on its own, with an index beside the first seat. */

ptrdiff_t range_length(const int *begin, const int *end)
{
    ptrdiff_t length = 0;
    while (begin + length < end) {
        length++;
    }
    return length;
}

ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t length = end - begin;
    ptrdiff_t matches = 0;
    for (ptrdiff_t i = 0; i < length; i++) {
        matches += begin[i] == booking;
    }
    return matches;
}

const int *find_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t length = end - begin;
    ptrdiff_t i = 0;
    while (i < length && begin[i] != booking) {
        i++;
    }
    return i < length ? &begin[i] : NULL;
}

ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    ptrdiff_t released = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (seats[i] == booking) {
            seats[i] = SEAT_FREE;
            released++;
        }
    }
    return released;
}

const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    ptrdiff_t run = 0;
    for (ptrdiff_t column = 0; column < width; column++) {
        run = hall[row * width + column] == SEAT_FREE ? run + 1 : 0;
        if (run == party) {
            return &hall[row * width + column - party + 1];
        }
    }
    return NULL;
}
