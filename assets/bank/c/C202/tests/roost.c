#include "roost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

/* One evening at Reed Lake: minute, kind, birds. */
static const struct flock evening[] = {{3, 1, 40}, {5, 2, 7}, {9, 1, 120}, {12, 3, 1}, {14, 2, 33}};

/* A sheet with the first flocks of that evening, in memory of its own. In the lines behind them stand 999 birds. */
static struct sheet sheet_of(size_t count, size_t room)
{
    struct sheet sheet = {room == 0 ? NULL : malloc(room * sizeof(struct flock)), count, room};
    for (size_t i = 0; i < room; i++) {
        sheet.flocks[i] = i < count ? evening[i] : (struct flock){-1, -1, 999};
    }
    return sheet;
}

/* A sheet as text: "5/2/7" is a flock of 7 birds of kind 2, in minute 5. */
static const char *as_text(const struct sheet *sheet)
{
    static char text[400];
    size_t used = 0;
    if (sheet->flocks == NULL) {
        return "flocks is NULL";
    }
    text[0] = '\0';
    for (size_t i = 0; i < sheet->count && used < sizeof text; i++) {
        const struct flock *flock = &sheet->flocks[i];
        used += snprintf(text + used, sizeof text - used, "%s%d/%d/%d", i == 0 ? "" : " ", flock->minute, flock->kind,
                         flock->birds);
    }
    return text;
}

/* ex-1 */

/* Uses as many bytes and gives them back, so that the next block of that size may have traces in it. */
static void leave_traces(size_t bytes)
{
    char *block = malloc(bytes);
    if (block != NULL) {
        memset(block, 0xbe, bytes);
    }
    free(block);
}

void test_new_card_has_a_tally_for_each_kind(void)
{
    leave_traces(3 * sizeof(struct tally));
    struct tally *card = new_card(3);

    TEST_ASSERT(card != NULL);
    TEST_ASSERT_EQ(card[0].kind, 1);
    TEST_ASSERT_EQ(card[1].kind, 2);
    TEST_ASSERT_EQ(card[2].kind, 3);
    TEST_ASSERT_EQ(card[0].flocks, 0);
    TEST_ASSERT_EQ(card[2].flocks, 0);
    TEST_ASSERT_EQ(card[0].birds, 0);
    TEST_ASSERT_EQ(card[2].birds, 0);

    /* Another card is other memory. */
    card[0].birds = 240;
    struct tally *other = new_card(1);
    TEST_ASSERT(other != NULL);
    TEST_ASSERT_EQ(other[0].kind, 1);
    TEST_ASSERT_EQ(other[0].birds, 0);
    TEST_ASSERT_EQ(card[0].birds, 240);
    free(card);
    free(other);
}

void test_new_card_is_null_when_there_is_no_memory(void)
{
    /* So many tallies fit in no memory at all. */
    TEST_ASSERT_EQ(new_card(SIZE_MAX / sizeof(struct tally)), NULL);

    struct tally *card = new_card(200);
    TEST_ASSERT(card != NULL);
    TEST_ASSERT_EQ(card[0].kind, 1);
    TEST_ASSERT_EQ(card[199].kind, 200);
    TEST_ASSERT_EQ(card[199].flocks, 0);
    free(card);
}

/* ex-2 */

void test_close_sheet_counts_the_birds_and_gives_the_memory_back(void)
{
    struct sheet sheet = sheet_of(3, 4);

    TEST_ASSERT_EQ(close_sheet(&sheet), 167);
    TEST_ASSERT_EQ(sheet.flocks, NULL);
    TEST_ASSERT_EQ(sheet.count, 0);
    TEST_ASSERT_EQ(sheet.room, 0);

    struct sheet full = sheet_of(5, 5);
    TEST_ASSERT_EQ(close_sheet(&full), 201);

    /* Together they are more than an int can hold. */
    struct sheet many = sheet_of(2, 2);
    many.flocks[0].birds = 2000000000;
    many.flocks[1].birds = 2000000000;
    TEST_ASSERT_EQ(close_sheet(&many), 4000000000);
}

void test_close_sheet_of_a_sheet_without_flocks_gives_0(void)
{
    /* A closed sheet is an empty one, and may be closed again. */
    struct sheet sheet = sheet_of(1, 1);
    TEST_ASSERT_EQ(close_sheet(&sheet), 40);
    TEST_ASSERT_EQ(close_sheet(&sheet), 0);

    struct sheet empty = {NULL, 0, 0};
    TEST_ASSERT_EQ(close_sheet(&empty), 0);

    /* It has memory, and nothing is written there. */
    struct sheet blank = sheet_of(0, 4);
    TEST_ASSERT_EQ(close_sheet(&blank), 0);
    TEST_ASSERT_EQ(blank.flocks, NULL);
    TEST_ASSERT_EQ(blank.room, 0);
}

/* ex-3 */

void test_bytes_for_is_the_size_of_so_many_flocks(void)
{
    TEST_ASSERT_EQ(bytes_for(1), sizeof(struct flock));
    TEST_ASSERT_EQ(bytes_for(10), 10 * sizeof(struct flock));
    TEST_ASSERT_EQ(bytes_for(0), 0);
}

void test_bytes_for_refuses_counts_that_would_wrap_round(void)
{
    /* The bytes of so many flocks still fit in a size_t, and those of one more do not. */
    const size_t most = SIZE_MAX / sizeof(struct flock);

    TEST_ASSERT_EQ(bytes_for(most), most * sizeof(struct flock));
    TEST_ASSERT_EQ(bytes_for(most + 1), TOO_MANY);
    TEST_ASSERT_EQ(bytes_for(SIZE_MAX / 2), TOO_MANY);
    TEST_ASSERT_EQ(bytes_for(SIZE_MAX), TOO_MANY);
}

/* ex-4 */

void test_make_room_keeps_the_flocks_that_are_written(void)
{
    struct sheet sheet = sheet_of(3, 3);

    TEST_ASSERT_EQ(make_room(&sheet, 10), true);
    TEST_ASSERT_STR_EQ(as_text(&sheet), "3/1/40 5/2/7 9/1/120");
    TEST_ASSERT_EQ(sheet.count, 3);
    TEST_ASSERT_EQ(sheet.room, 10);
    /* The last line of the new room is there to be written on. */
    sheet.flocks[9] = evening[4];

    /* There is room for 10 already, and for 2 as well: nothing changes. */
    const struct flock *before = sheet.flocks;
    TEST_ASSERT_EQ(make_room(&sheet, 10), true);
    TEST_ASSERT_EQ(make_room(&sheet, 2), true);
    TEST_ASSERT_EQ(sheet.room, 10);
    TEST_ASSERT(sheet.flocks == before);
    free(sheet.flocks);

    /* A sheet without memory gets its first. */
    struct sheet empty = {NULL, 0, 0};
    TEST_ASSERT_EQ(make_room(&empty, 1), true);
    TEST_ASSERT(empty.flocks != NULL);
    TEST_ASSERT_EQ(empty.room, 1);
    TEST_ASSERT_EQ(empty.count, 0);
    empty.flocks[0] = evening[0];
    free(empty.flocks);

    /* A sheet that has memory, and nothing is written there. */
    struct sheet blank = sheet_of(0, 4);
    TEST_ASSERT_EQ(make_room(&blank, 6), true);
    TEST_ASSERT_EQ(blank.room, 6);
    TEST_ASSERT_EQ(blank.count, 0);
    free(blank.flocks);
}

void test_make_room_changes_nothing_when_there_is_no_memory(void)
{
    struct sheet sheet = sheet_of(2, 2);
    const struct flock *before = sheet.flocks;
    const size_t most = SIZE_MAX / sizeof(struct flock);

    bool made = make_room(&sheet, most);
    TEST_ASSERT_STR_EQ(as_text(&sheet), "3/1/40 5/2/7");
    TEST_ASSERT(sheet.flocks == before);
    TEST_ASSERT_EQ(made, false);
    TEST_ASSERT_EQ(sheet.room, 2);
    /* One more, and the number of bytes would wrap round to a small one. */
    TEST_ASSERT_EQ(make_room(&sheet, most + 1), false);
    TEST_ASSERT_EQ(sheet.room, 2);
    TEST_ASSERT_EQ(sheet.count, 2);

    /* The evening goes on. */
    TEST_ASSERT_EQ(make_room(&sheet, 5), true);
    TEST_ASSERT_STR_EQ(as_text(&sheet), "3/1/40 5/2/7");
    TEST_ASSERT_EQ(sheet.room, 5);
    free(sheet.flocks);
}

void test_add_flock_grows_a_full_sheet(void)
{
    struct sheet full = sheet_of(3, 3);
    TEST_ASSERT_EQ(add_flock(&full, evening[3]), true);
    TEST_ASSERT_STR_EQ(as_text(&full), "3/1/40 5/2/7 9/1/120 12/3/1");
    TEST_ASSERT_EQ(full.count, 4);
    TEST_ASSERT_EQ(full.room, 6);
    free(full.flocks);

    /* From nothing: the first flock makes room for four, and the fifth for eight. */
    struct sheet sheet = {NULL, 0, 0};
    TEST_ASSERT_EQ(add_flock(&sheet, evening[0]), true);
    TEST_ASSERT_EQ(sheet.room, FIRST_ROOM);
    for (size_t i = 1; i < 4; i++) {
        TEST_ASSERT_EQ(add_flock(&sheet, evening[i]), true);
    }
    TEST_ASSERT_EQ(sheet.room, FIRST_ROOM);
    TEST_ASSERT_EQ(add_flock(&sheet, evening[4]), true);
    TEST_ASSERT_EQ(sheet.room, 8);
    TEST_ASSERT_STR_EQ(as_text(&sheet), "3/1/40 5/2/7 9/1/120 12/3/1 14/2/33");
    free(sheet.flocks);

    /* Twice the room of one line is two lines. */
    struct sheet one = sheet_of(1, 1);
    TEST_ASSERT_EQ(add_flock(&one, evening[1]), true);
    TEST_ASSERT_EQ(one.room, 2);
    free(one.flocks);
}

void test_add_flock_leaves_a_sheet_that_cannot_grow_as_it_was(void)
{
    /* With a line to spare the sheet need not grow. */
    struct sheet sheet = sheet_of(1, 2);
    TEST_ASSERT_EQ(add_flock(&sheet, evening[1]), true);
    TEST_ASSERT_STR_EQ(as_text(&sheet), "3/1/40 5/2/7");
    TEST_ASSERT_EQ(sheet.room, 2);

    /* It says that it is full, and so long that no memory holds twice as much. */
    const struct flock *before = sheet.flocks;
    const size_t half = SIZE_MAX / sizeof(struct flock) / 2;
    sheet.count = half;
    sheet.room = half;
    TEST_ASSERT_EQ(add_flock(&sheet, evening[2]), false);
    TEST_ASSERT_EQ(sheet.count, half);
    TEST_ASSERT_EQ(sheet.room, half);
    TEST_ASSERT(sheet.flocks == before);
    free(sheet.flocks);
}

/* ex-5 */

void test_round_up_goes_to_the_next_multiple(void)
{
    TEST_ASSERT_EQ(round_up(1, 8), 8);
    TEST_ASSERT_EQ(round_up(7, 8), 8);
    TEST_ASSERT_EQ(round_up(9, 8), 16);
    TEST_ASSERT_EQ(round_up(13, 4), 16);
    TEST_ASSERT_EQ(round_up(33, 16), 48);
    /* Just behind an offset of 4 GiB. */
    const size_t far = (size_t)4294967296;
    TEST_ASSERT_EQ(round_up(far + 1, 65536), far + 65536);
}

void test_round_up_keeps_what_is_a_multiple_already(void)
{
    TEST_ASSERT_EQ(round_up(0, 8), 0);
    TEST_ASSERT_EQ(round_up(8, 8), 8);
    TEST_ASSERT_EQ(round_up(12, 4), 12);
    TEST_ASSERT_EQ(round_up(5, 1), 5);
}

/* ex-6 */

/* Where in the arena a piece begins, so that a failing test can show it; -1 for NULL. */
static long offset_of(const struct arena *arena, const void *piece)
{
    return piece == NULL ? -1 : (const char *)piece - arena->start;
}

void test_arena_take_hands_out_aligned_pieces_in_order(void)
{
    struct arena arena;
    TEST_ASSERT(arena_open(&arena, 64));

    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 3, 1)), 0);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 8, 4)), 4);
    TEST_ASSERT_EQ(arena.used, 12);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 1, 1)), 12);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 24, 8)), 16);
    TEST_ASSERT_EQ(arena.used, 40);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 20, 2)), 40);
    TEST_ASSERT_EQ(arena.used, 60);
    TEST_ASSERT_EQ(arena.size, 64);

    arena_close(&arena);
}

void test_arena_take_is_null_when_the_piece_does_not_fit(void)
{
    struct arena arena;
    TEST_ASSERT(arena_open(&arena, 18));
    arena.used = 6;

    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 13, 1)), -1);
    /* From offset 8 on there are 10 bytes. */
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 11, 4)), -1);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, SIZE_MAX, 1)), -1);
    TEST_ASSERT_EQ(arena.used, 6);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 9, 4)), 8);
    /* One byte is left, at offset 17. The next multiple of 4 lies behind the end. */
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 1, 4)), -1);
    TEST_ASSERT_EQ(arena.used, 17);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 1, 1)), 17);
    /* Now it is full. One byte more does not fit; none at all does. */
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 1, 1)), -1);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 0, 1)), 18);

    arena_close(&arena);
}

void test_arena_take_of_0_bytes_follows_the_same_rules(void)
{
    struct arena arena;
    TEST_ASSERT(arena_open(&arena, 18));
    arena.used = 6;

    /* Bytes 6 and 7 are skipped. */
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 0, 4)), 8);
    TEST_ASSERT_EQ(arena.used, 8);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 0, 4)), 8);
    arena.used = 17;
    /* The next multiple of 4 is 20, behind the end. The next multiple of 2 is the end itself. */
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 0, 4)), -1);
    TEST_ASSERT_EQ(arena.used, 17);
    TEST_ASSERT_EQ(offset_of(&arena, arena_take(&arena, 0, 2)), 18);
    TEST_ASSERT_EQ(arena.used, 18);

    arena_close(&arena);
}

void test_arena_reset_gives_everything_back_and_keeps_the_block(void)
{
    struct arena arena;
    TEST_ASSERT(arena_open(&arena, 64));
    const char *before = arena.start;
    arena.used = 40;

    TEST_ASSERT_EQ(arena_reset(&arena), 40);
    TEST_ASSERT_EQ(arena.used, 0);
    TEST_ASSERT_EQ(arena.size, 64);
    TEST_ASSERT(arena.start == before);
    /* The block is there for the next evening. */
    arena.start[63] = 'x';
    TEST_ASSERT_EQ(arena_reset(&arena), 0);
    arena.used = 7;
    TEST_ASSERT_EQ(arena_reset(&arena), 7);

    arena_close(&arena);
}
