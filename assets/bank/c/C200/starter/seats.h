/*
 * The Lantern is a small theatre: 6 rows of 4 seats, 24 seats in all.
 *
 * The box office keeps the whole hall in one array of int, row after row.
 * Each seat holds the number of its booking, or SEAT_FREE when nobody has it.
 *
 * Most functions here work on a range [begin, end) of seats: begin points at
 * the first seat, end points one past the last seat. The seat at end is not
 * part of the range. When begin == end the range is empty.
 *
 * Every number of seats is a ptrdiff_t, the signed type that C gives to the
 * difference of two pointers. Print one with %td.
 */
#ifndef SEATS_H
#define SEATS_H

#include <stddef.h> /* ptrdiff_t, NULL */

#define SEAT_FREE 0

#define HALL_ROWS 6
#define HALL_WIDTH 4
#define HALL_SEATS (HALL_ROWS * HALL_WIDTH)

/* ex-1: how many seats [begin, end) holds. An empty range holds 0. */
ptrdiff_t range_length(const int *begin, const int *end);

/*
 * ex-2: how many seats of [begin, end) hold this booking.
 * Called with SEAT_FREE it counts the free seats. An empty range gives 0.
 */
ptrdiff_t count_booking(const int *begin, const int *end, int booking);

/*
 * ex-3: a pointer to the first seat of [begin, end) that holds this booking,
 * or NULL when no seat of the range does. Only looks, never writes.
 */
const int *find_booking(const int *begin, const int *end, int booking);

/*
 * ex-4: a booking is cancelled. Of the count seats that start at seats, each
 * one that holds this booking becomes SEAT_FREE; all others keep what they
 * hold. Returns how many seats were set free. count may be 0; booking is
 * never SEAT_FREE.
 */
ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking);

/*
 * ex-5: a party wants to sit side by side. Returns a pointer to the first
 * seat of the first block of `party` free seats next to each other in row
 * `row`, or NULL when that row has no such block.
 *
 * hall points at the first seat of the hall and width is the number of seats
 * in each row. Rows are counted from 0 and `row` exists. party is at least 1
 * and at most 1,000, so it may be larger than a row. A block never runs on
 * into the next row.
 */
const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party);

#endif
