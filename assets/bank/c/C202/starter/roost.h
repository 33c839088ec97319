/*
 * In October the birds come in to sleep at Reed Lake, and every evening
 * somebody sits in the hide on the shore and counts them.
 *
 * How many flocks will come nobody knows at sunset. So nothing here has a
 * fixed length: every card, sheet and block asks for memory while the program
 * runs, and whoever owns it gives it back.
 *
 * Sizes and counts are of type size_t, the unsigned type that sizeof and
 * malloc use. Print one with %zu.
 */
#ifndef ROOST_H
#define ROOST_H

#include <stdbool.h>
#include <stddef.h> /* size_t, NULL */
#include <stdint.h> /* SIZE_MAX, the largest size_t */

/* ---- The card: one tally for each kind of bird ---- */

struct tally {
    int kind;   /* the number of the kind on the list of the year; the first is 1 */
    int flocks; /* how many flocks of it came */
    long birds; /* how many birds they were */
};

/*
 * ex-1: a new card with one tally for each kind: kind 1, kind 2, and so on up
 * to kinds, all with no flocks and no birds. kinds is 1 or more, and never so
 * large that a size_t cannot hold the number of bytes. The caller owns the card
 * and gives it back with free. NULL when there is no memory.
 */
struct tally *new_card(size_t kinds);

/* ---- The sheet: one line for each flock, in the order in which they came ---- */

struct flock {
    int minute; /* after sunset */
    int kind;
    int birds;
};

/*
 * A sheet owns the memory behind flocks. Of the room lines there, the first
 * count are written; what stands in the others means nothing. An empty sheet
 * without memory is {NULL, 0, 0}.
 */
struct sheet {
    struct flock *flocks;
    size_t count;
    size_t room;
};

/*
 * ex-2: the end of an evening. Returns how many birds stand on the sheet,
 * which may be more than an int can hold, gives its memory back, and leaves the
 * sheet as {NULL, 0, 0}. A sheet without memory may be closed too, and gives 0.
 */
long close_sheet(struct sheet *sheet);

#define TOO_MANY SIZE_MAX /* no block of memory is that large: malloc and realloc always refuse it */

/*
 * ex-3: how many bytes count flocks need, or TOO_MANY when that number does
 * not fit in a size_t.
 */
size_t bytes_for(size_t count);

/*
 * ex-4: sees to it that the sheet has room for at least `room` flocks. When it
 * has that already, nothing changes. Otherwise it gets exactly `room` lines,
 * and the written ones are kept. Returns false when there is no memory for
 * that, and then the sheet is as it was.
 */
bool make_room(struct sheet *sheet, size_t room);

#define FIRST_ROOM 4 /* the room of a sheet that had none */

/*
 * ex-4: writes one more flock on the sheet. A full sheet first gets twice its
 * room, or FIRST_ROOM when it had none. Returns false when there is no memory
 * for that, and then the sheet is as it was.
 */
bool add_flock(struct sheet *sheet, struct flock flock);

/* ---- Scratch paper: an arena ---- */

/*
 * One block of memory, handed out from front to back. start is where it
 * begins, size is how many bytes it has, and the first used of them are taken.
 * start comes from malloc, so offset 0 suits every type.
 */
struct arena {
    char *start;
    size_t size;
    size_t used;
};

/* These two are written already, in desk.c. */
bool arena_open(struct arena *arena, size_t size);
void arena_close(struct arena *arena);

/*
 * ex-5: the smallest multiple of alignment that is not less than offset.
 * alignment is 1, 2, 4, 8 or a higher power of two. Neither of the two is larger
 * than 2 to the power of 48, more memory than any machine has.
 */
size_t round_up(size_t offset, size_t alignment);

/*
 * ex-6: takes size bytes from the arena, at the first offset not less than
 * used that is a multiple of alignment, and returns their address. From then on
 * they count as used, and what was skipped before them too. Returns NULL when
 * they do not fit, and then the arena is as it was. alignment is that of a type.
 *
 * A size of 0 is allowed, and the same rules hold: skipped bytes count as used,
 * and 0 bytes fit at the very end of the arena, but not behind it.
 */
void *arena_take(struct arena *arena, size_t size, size_t alignment);

/*
 * ex-6: gives back everything that was taken, all at once, and returns how
 * many bytes had been used. The block itself stays with the arena.
 */
size_t arena_reset(struct arena *arena);

/* ---- What the desk makes of it, in desk.c ---- */

/* Adds every flock of the sheet to the card. Each kind on the sheet is on the card. */
void fill_card(struct tally *card, const struct sheet *sheet);

/*
 * The minutes at which flocks of this kind came, on scratch paper, and in
 * *found how many there are. NULL when the arena has no place for them.
 */
int *minutes_of(struct arena *arena, const struct sheet *sheet, int kind, size_t *found);

#endif
