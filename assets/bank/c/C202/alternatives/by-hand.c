/* calloc for the card, a copy in place of realloc, remainders, and every function on its own. */

#include <string.h>

struct tally *new_card(size_t kinds)
{
    struct tally *card = calloc(kinds, sizeof(struct tally));
    if (card != NULL) {
        int kind = 1;
        for (struct tally *tally = card; tally != card + kinds; tally++) {
            tally->kind = kind++;
        }
    }
    return card;
}

long close_sheet(struct sheet *sheet)
{
    long birds = 0;
    while (sheet->count > 0) {
        sheet->count--;
        birds += sheet->flocks[sheet->count].birds;
    }
    if (sheet->flocks != NULL) {
        free(sheet->flocks);
        sheet->flocks = NULL;
    }
    sheet->room = 0;
    return birds;
}

size_t bytes_for(size_t count)
{
    size_t bytes = count * sizeof(struct flock);
    if (bytes / sizeof(struct flock) != count) {
        return TOO_MANY;
    }
    return bytes;
}

bool make_room(struct sheet *sheet, size_t room)
{
    if (sheet->room >= room) {
        return true;
    }
    struct flock *larger = malloc(bytes_for(room));
    if (larger == NULL) {
        return false;
    }
    if (sheet->count > 0) {
        memcpy(larger, sheet->flocks, sheet->count * sizeof *larger);
    }
    free(sheet->flocks);
    sheet->flocks = larger;
    sheet->room = room;
    return true;
}

bool add_flock(struct sheet *sheet, struct flock flock)
{
    size_t wanted = sheet->room;
    if (wanted == 0) {
        wanted = FIRST_ROOM;
    } else if (sheet->count >= sheet->room) {
        wanted += sheet->room;
    }
    bool fits = make_room(sheet, wanted);
    if (fits) {
        struct flock *line = &sheet->flocks[sheet->count++];
        line->minute = flock.minute;
        line->kind = flock.kind;
        line->birds = flock.birds;
    }
    return fits;
}

size_t round_up(size_t offset, size_t alignment)
{
    size_t over = offset % alignment;
    if (over == 0) {
        return offset;
    }
    return offset + (alignment - over);
}

void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t left = arena->size - arena->used;
    size_t skipped = 0;
    while ((arena->used + skipped) % alignment != 0) {
        skipped++;
    }
    if (skipped > left || left - skipped < size) {
        return NULL;
    }
    arena->used += skipped;
    char *piece = arena->start + arena->used;
    arena->used += size;
    return piece;
}

size_t arena_reset(struct arena *arena)
{
    struct arena before = *arena;
    arena->used -= before.used;
    return before.used;
}
