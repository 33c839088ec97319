/* Structs written as a whole, the way of success nested inside, and bits for the alignment. */

struct tally *new_card(size_t kinds)
{
    struct tally *const card = malloc(sizeof(struct tally) * kinds);
    for (size_t i = kinds; card != NULL && i-- > 0;) {
        card[i] = (struct tally){.kind = (int)(i + 1)};
    }
    return card;
}

long close_sheet(struct sheet *sheet)
{
    const struct sheet closed = *sheet;
    *sheet = (struct sheet){NULL, 0, 0};

    long birds = 0;
    const struct flock *end = closed.count == 0 ? closed.flocks : closed.flocks + closed.count;
    for (const struct flock *flock = closed.flocks; flock != end; flock++) {
        birds += flock->birds;
    }
    free(closed.flocks);
    return birds;
}

size_t bytes_for(size_t count)
{
    const size_t most = SIZE_MAX / sizeof(struct flock);
    return count <= most ? sizeof(struct flock) * count : TOO_MANY;
}

bool make_room(struct sheet *sheet, size_t room)
{
    bool enough = sheet->room >= room;
    if (!enough) {
        const size_t bytes = bytes_for(room);
        void *moved = bytes == TOO_MANY ? NULL : realloc(sheet->flocks, bytes);
        if (moved != NULL) {
            *sheet = (struct sheet){moved, sheet->count, room};
            enough = true;
        }
    }
    return enough;
}

bool add_flock(struct sheet *sheet, struct flock flock)
{
    const bool full = sheet->count == sheet->room;
    if (full && !make_room(sheet, sheet->room > 0 ? sheet->room * 2 : FIRST_ROOM)) {
        return false;
    }
    *(sheet->flocks + sheet->count++) = flock;
    return true;
}

size_t round_up(size_t offset, size_t alignment)
{
    return (offset + alignment - 1) & ~(alignment - 1);
}

void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    const size_t begin = round_up(arena->used, alignment);
    const size_t end = begin + size;
    if (end < begin || end > arena->size) {
        return NULL;
    }
    arena->used = end;
    return &arena->start[begin];
}

size_t arena_reset(struct arena *arena)
{
    const size_t used = arena->used;
    *arena = (struct arena){.start = arena->start, .size = arena->size};
    return used;
}
