#include "roost.h"

#include <stdlib.h>

struct tally *new_card(size_t kinds)
{
    struct tally *card = malloc(kinds * sizeof *card);
    if (card == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < kinds; i++) {
        card[i].kind = (int)i + 1;
        card[i].flocks = 0;
        card[i].birds = 0;
    }
    return card;
}

long close_sheet(struct sheet *sheet)
{
    long birds = 0;
    for (size_t i = 0; i < sheet->count; i++) {
        birds += sheet->flocks[i].birds;
    }
    free(sheet->flocks);
    sheet->flocks = NULL;
    sheet->count = 0;
    sheet->room = 0;
    return birds;
}

size_t bytes_for(size_t count)
{
    if (count > SIZE_MAX / sizeof(struct flock)) {
        return TOO_MANY;
    }
    return count * sizeof(struct flock);
}

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

bool add_flock(struct sheet *sheet, struct flock flock)
{
    if (sheet->count == sheet->room) {
        size_t room = sheet->room == 0 ? FIRST_ROOM : 2 * sheet->room;
        if (!make_room(sheet, room)) {
            return false;
        }
    }
    sheet->flocks[sheet->count] = flock;
    sheet->count++;
    return true;
}

size_t round_up(size_t offset, size_t alignment)
{
    return (offset + alignment - 1) / alignment * alignment;
}

void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t offset = round_up(arena->used, alignment);
    if (offset > arena->size || size > arena->size - offset) {
        return NULL;
    }
    arena->used = offset + size;
    return arena->start + offset;
}

size_t arena_reset(struct arena *arena)
{
    size_t used = arena->used;
    arena->used = 0;
    return used;
}
