#include "seats.h"

ptrdiff_t range_length(const int *begin, const int *end)
{
    return (end - begin) / sizeof(int);
}

ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t matches = 0;
    for (const int *seat = begin; seat != end; seat++) {
        if (*seat == booking) {
            matches++;
        }
    }
    return matches;
}

const int *find_booking(const int *begin, const int *end, int booking)
{
    for (const int *seat = begin; seat != end; seat++) {
        if (*seat == booking) {
            return seat;
        }
    }
    return NULL;
}

ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)
{
    int *end = seats + count;
    ptrdiff_t released = 0;
    for (int *seat = seats; seat != end; seat++) {
        if (*seat == booking) {
            *seat = SEAT_FREE;
            released++;
        }
    }
    return released;
}

const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    const int *row_begin = hall + row * width * sizeof(int);
    const int *row_end = row_begin + width;
    for (const int *block = row_begin; range_length(block, row_end) >= party; block++) {
        if (count_booking(block, block + party, SEAT_FREE) == party) {
            return block;
        }
    }
    return NULL;
}
