/*
 * The count at Reed Lake. What each function promises stands in roost.h.
 * Each body below is one line that stops the program: put your code in its place.
 */
#include "roost.h"

#include <stdlib.h> /* malloc, realloc, free */

#include "etude.h"

/*
 * ex-1
 * First principle: malloc gives so many bytes or NULL, and what stands in them is garbage until you write there.
 * Lesson: LESSON.md section 1, "Memory that you ask for", and section 2, "Bytes, and what is in them".
 * Test: test_new_card_has_a_tally_for_each_kind
 * Start here: ask malloc for the bytes of all tallies, and keep the answer in a pointer named card.
 */
struct tally *new_card(size_t kinds)
{
    if (kinds > SIZE_MAX / sizeof(struct tally)) {
        return NULL;
    }
    struct tally *card = malloc(kinds * sizeof *card);
    if (card == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < kinds; i++) {
        card[i] = (struct tally){.kind = (int)(i + 1), .flocks = 0, .birds = 0};
    }
    return card;
}

/*
 * ex-2
 * First principle: every block has one owner, who gives it back exactly once and does not look at it afterwards.
 * Lesson: LESSON.md section 3, "Giving it back", and section 4, "Four ways to get it wrong".
 * Test: test_close_sheet_counts_the_birds_and_gives_the_memory_back
 * Start here: add up the birds, while the flocks are still there.
 */
long close_sheet(struct sheet *sheet)
{
    long birds = 0;
    for (size_t i = 0; i < sheet->count; i++) {
        birds += sheet->flocks[i].birds;
    }
    free(sheet->flocks);
    *sheet = (struct sheet){NULL, 0, 0};
    return birds;
}

/*
 * ex-3
 * First principle: a size_t that grows too large starts again at 0, so ask with a division before you multiply.
 * Lesson: LESSON.md section 5, "A size that wraps round".
 * Test: test_bytes_for_refuses_counts_that_would_wrap_round
 * Start here: write down, as a division, the largest count whose bytes a size_t can still hold.
 */
size_t bytes_for(size_t count)
{
    if (count > SIZE_MAX / sizeof(struct flock)) {
        return TOO_MANY;
    }
    return count * sizeof(struct flock);
}

/*
 * ex-4
 * First principle: the old block is yours until realloc has given you a new one, so keep its pointer until then.
 * Lesson: LESSON.md section 6, "Growing without losing".
 * Test: test_make_room_changes_nothing_when_there_is_no_memory
 * Start here: leave with true when there is room enough already.
 */
bool make_room(struct sheet *sheet, size_t room)
{
    if (room <= sheet->room) {
        return true;
    }
    struct flock *flocks = realloc(sheet->flocks, bytes_for(room));
    if (flocks == NULL) {
        return false;
    }
    sheet->flocks = flocks;
    sheet->room = room;
    return true;
}

/*
 * ex-4
 * First principle: after realloc only the new pointer counts, so work out a place in the block after it has grown.
 * Lesson: LESSON.md section 7, "Pointers that go stale".
 * Test: test_add_flock_grows_a_full_sheet
 * Start here: ask whether the sheet is full.
 */
bool add_flock(struct sheet *sheet, struct flock flock)
{
    if (sheet->count == sheet->room) {
        size_t room = sheet->room == 0 ? FIRST_ROOM : sheet->room * 2;
        if (!make_room(sheet, room)) {
            return false;
        }
    }
    sheet->flocks[sheet->count++] = flock;
    return true;
}

/*
 * ex-5
 * First principle: every type wants addresses that are a multiple of its alignment.
 * Lesson: LESSON.md section 8, "Addresses that suit".
 * Test: test_round_up_goes_to_the_next_multiple
 * Start here: with alignment 8 on paper, write the answers for the offsets 0, 1, 8 and 9.
 */
size_t round_up(size_t offset, size_t alignment)
{
    size_t rest = offset % alignment;
    return rest == 0 ? offset : offset + (alignment - rest);
}

/*
 * ex-6
 * First principle: an arena hands out one block from front to back, and one number says how far it has come.
 * Lesson: LESSON.md section 9, "One block, many pieces".
 * Test: test_arena_take_hands_out_aligned_pieces_in_order
 * Start here: work out the offset at which the new piece would begin.
 */
void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t offset = round_up(arena->used, alignment);
    if (offset > arena->size || size > arena->size - offset) {
        return NULL;
    }
    arena->used = offset + size;
    return arena->start + offset;
}

/*
 * ex-6
 * First principle: what came from an arena goes back all at once, when that one number goes back to 0.
 * Lesson: LESSON.md section 10, "All at once".
 * Test: test_arena_reset_gives_everything_back_and_keeps_the_block
 * Start here: remember how many bytes are used, before you change it.
 */
size_t arena_reset(struct arena *arena)
{
    size_t used = arena->used;
    arena->used = 0;
    return used;
}
