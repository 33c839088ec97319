#include "seats.h"

#include "test.h"

/* One evening at The Lantern: 0 is a free seat, other numbers are bookings. */
static const int evening[HALL_SEATS] = {
    12, 12, 0,  12, /* row 0: seats 0 to 3 */
    7,  0,  0,  7,  /* row 1: seats 4 to 7 */
    31, 31, 31, 0,  /* row 2: seats 8 to 11 */
    0,  31, 0,  0,  /* row 3: seats 12 to 15 */
    0,  0,  0,  0,  /* row 4: seats 16 to 19 */
    44, 44, 0,  0,  /* row 5: seats 20 to 23 */
};

/*
 * Says which of the count seats a pointer points at, counted from 0, so that
 * a failing test can show a number: -1 for NULL, -2 for a place elsewhere.
 */
static ptrdiff_t seat_index(const int *seats, ptrdiff_t count, const int *pointer)
{
    if (pointer == NULL) {
        return -1;
    }
    for (ptrdiff_t i = 0; i <= count; i++) {
        if (seats + i == pointer) {
            return i;
        }
    }
    return -2;
}

/* ex-1 */

void test_range_length_counts_seats_not_bytes(void)
{
    TEST_ASSERT_EQ(range_length(evening, evening + HALL_SEATS), 24);
    TEST_ASSERT_EQ(range_length(evening, evening + HALL_WIDTH), 4);
    TEST_ASSERT_EQ(range_length(evening + 5, evening + 12), 7);
}

void test_range_length_of_empty_and_single_seat_ranges(void)
{
    TEST_ASSERT_EQ(range_length(evening, evening), 0);
    TEST_ASSERT_EQ(range_length(evening + HALL_SEATS, evening + HALL_SEATS), 0);
    TEST_ASSERT_EQ(range_length(evening + 23, evening + 24), 1);
}

/* ex-2 */

void test_count_booking_counts_inside_the_range(void)
{
    /* The range leaves out the first and the last seat; both hold booking 7. */
    const int seats[14] = {7, 7, 0, 12, 7, 7, 12, 7, 0, 31, 0, 12, 7, 7};
    const int *begin = seats + 1;
    const int *end = seats + 13;

    TEST_ASSERT_EQ(count_booking(begin, end, 99), 0);
    TEST_ASSERT_EQ(count_booking(begin, end, 7), 5);
    TEST_ASSERT_EQ(count_booking(begin, end, 31), 1);
    TEST_ASSERT_EQ(count_booking(begin, end, SEAT_FREE), 3);
}

void test_count_booking_of_empty_and_single_seat_ranges(void)
{
    const int seats[3] = {7, 12, 7};

    TEST_ASSERT_EQ(count_booking(seats, seats, 7), 0);
    TEST_ASSERT_EQ(count_booking(seats + 3, seats + 3, 7), 0);
    TEST_ASSERT_EQ(count_booking(seats, seats + 1, 7), 1);
    TEST_ASSERT_EQ(count_booking(seats + 1, seats + 2, 7), 0);
    TEST_ASSERT_EQ(count_booking(seats, seats + 3, 7), 2);
}

/* ex-3 */

void test_find_booking_points_at_the_first_match(void)
{
    const int row[6] = {12, 7, 0, 7, 31, 44};

    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row, row + 6, 7)), 1);
    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row + 2, row + 6, 7)), 3);
    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row, row + 6, 12)), 0);
    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row, row + 6, 44)), 5);
    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row, row + 6, SEAT_FREE)), 2);
    /* The whole hall, in memory that can only be read. */
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_booking(evening, evening + HALL_SEATS, 44)), 20);
}

void test_find_booking_is_null_without_a_match(void)
{
    const int row[6] = {12, 7, 0, 7, 31, 44};

    /* Booking 44 is in the hall, and not in the first three seats. */
    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row, row + 3, 44)), -1);
    /* Booking 31 sits exactly at end, one past the last seat of the range. */
    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row, row + 4, 31)), -1);
    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row, row, 12)), -1);
    TEST_ASSERT_EQ(seat_index(row, 6, find_booking(row, row + 6, 99)), -1);
}

/* ex-4 */

void test_release_booking_frees_every_seat_of_the_booking(void)
{
    int seats[6] = {7, 12, 7, SEAT_FREE, 31, 7};

    TEST_ASSERT_EQ(release_booking(seats, 6, 7), 3);
    TEST_ASSERT_EQ(seats[0], SEAT_FREE);
    TEST_ASSERT_EQ(seats[1], 12);
    TEST_ASSERT_EQ(seats[2], SEAT_FREE);
    TEST_ASSERT_EQ(seats[3], SEAT_FREE);
    TEST_ASSERT_EQ(seats[4], 31);
    TEST_ASSERT_EQ(seats[5], SEAT_FREE);
    TEST_ASSERT_EQ(release_booking(seats, 6, 99), 0);
}

void test_release_booking_touches_only_count_seats(void)
{
    int seats[6] = {5, 7, 7, 12, 7, 7};

    /* Four seats are meant. Seats 4 and 5 lie behind them and hold booking 7 too. */
    ptrdiff_t released = release_booking(seats, 4, 7);
    TEST_ASSERT_EQ(seats[5], 7);
    TEST_ASSERT_EQ(seats[4], 7);
    TEST_ASSERT_EQ(released, 2);
    TEST_ASSERT_EQ(seats[1], SEAT_FREE);
    TEST_ASSERT_EQ(seats[2], SEAT_FREE);
    /* No seats at all. */
    TEST_ASSERT_EQ(release_booking(seats, 0, 5), 0);
    TEST_ASSERT_EQ(seats[0], 5);
    /* One seat, at the end of the array. */
    TEST_ASSERT_EQ(release_booking(seats + 5, 1, 7), 1);
    TEST_ASSERT_EQ(seats[5], SEAT_FREE);
    TEST_ASSERT_EQ(seats[4], 7);
}

/* ex-5 */

void test_find_block_points_at_the_first_block_of_its_row(void)
{
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 1, 2)), 5);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 3, 2)), 14);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 0, 1)), 2);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 4, 4)), 16);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 5, 2)), 22);
    /* The same 24 seats as three long rows of eight: row 1 is seats 8 to 15. */
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, 8, 1, 2)), 11);
    /* Fewer seats than the row has free. */
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 4, 2)), 16);
    /* Both gaps of row 3 are large enough. */
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 3, 1)), 12);
}

void test_find_block_stays_inside_its_row(void)
{
    /* Seats 11 and 12 are free and neighbours in memory, in rows 2 and 3. */
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 2, 2)), -1);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 2, 1)), 11);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 0, 2)), -1);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 3, 6)), -1);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 4, 5)), -1);
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 5, 3)), -1);
    /* Three seats of row 3 are free, and booking 31 sits between them. */
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 3, 3)), -1);
    /* The largest party that there can be. */
    TEST_ASSERT_EQ(seat_index(evening, HALL_SEATS, find_block(evening, HALL_WIDTH, 4, 1000)), -1);
}
