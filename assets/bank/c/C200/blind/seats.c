/*
 * The seats of The Lantern. What each function promises stands in seats.h.
 * Each body below is one line that stops the program: put your code in its place.
 */
#include "seats.h"

#include "etude.h"

/*
 * ex-1
 * First principle: subtracting two pointers into one array counts the elements between them.
 * Lesson: LESSON.md section 1, "A range is two pointers".
 * Test: test_range_length_counts_seats_not_bytes
 * Start here: draw four boxes on paper, mark begin at the first box and end
 * behind the last one, and ask which of the two marks you take away from which to get 4.
 */
ptrdiff_t range_length(const int *begin, const int *end)
{
    return end - begin;
}

/*
 * ex-2
 * First principle: a pointer says where, *pointer says what is there, and ++ steps to the next element.
 * Lesson: LESSON.md section 2, "Walking a range", and section 3, "One past the last".
 * Test: test_count_booking_counts_inside_the_range
 * Start here: declare a pointer named seat that begins where the range begins.
 */
ptrdiff_t count_booking(const int *begin, const int *end, int booking)
{
    ptrdiff_t count = 0;
    for (const int *seat = begin; seat != end; seat++) {
        if (*seat == booking) {
            count++;
        }
    }
    return count;
}

/*
 * ex-3
 * First principle: const before the star protects what is pointed at, and the pointer itself may still move.
 * Lesson: LESSON.md section 4, "Which side of the star", and section 5, "A pointer as the answer".
 * Test: test_find_booking_points_at_the_first_match
 * Start here: write the last line of the function first, the one that answers
 * when the walk reached end and met no match.
 */
const int *find_booking(const int *begin, const int *end, int booking)
{
    for (const int *seat = begin; seat != end; seat++) {
        if (*seat == booking) {
            return seat;
        }
    }
    return NULL;
}

/*
 * ex-4
 * First principle: an array argument arrives as a pointer to its first element, so its length travels beside it.
 * Lesson: LESSON.md section 6, "An array arrives as a pointer".
 * Test: test_release_booking_frees_every_seat_of_the_booking
 * Start here: from seats and count, work out where the range of seats ends.
 */
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

/*
 * ex-5
 * First principle: in a flat array row r begins r * width elements after the start and ends width elements later.
 * Lesson: LESSON.md section 7, "Rows in a flat array".
 * Test: test_find_block_stays_inside_its_row
 * Start here: name two pointers, one for the begin and one for the end of this row.
 */
const int *find_block(const int *hall, ptrdiff_t width, ptrdiff_t row, ptrdiff_t party)
{
    const int *begin = hall + row * width;
    const int *end = begin + width;
    ptrdiff_t run = 0;
    for (const int *seat = begin; seat != end; seat++) {
        run = *seat == SEAT_FREE ? run + 1 : 0;
        if (run == party) {
            return seat - (party - 1);
        }
    }
    return NULL;
}
