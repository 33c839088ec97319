/*
 * What the desk in the hide does with your functions. There is nothing to do
 * in this file.
 */
#include "roost.h"

#include <stdlib.h>

bool arena_open(struct arena *arena, size_t size)
{
    arena->start = malloc(size);
    arena->size = arena->start == NULL ? 0 : size;
    arena->used = 0;
    return arena->start != NULL;
}

void arena_close(struct arena *arena)
{
    free(arena->start);
    arena->start = NULL;
    arena->size = 0;
    arena->used = 0;
}

void fill_card(struct tally *card, const struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++) {
        struct tally *tally = &card[sheet->flocks[i].kind - 1];
        tally->flocks++;
        tally->birds += sheet->flocks[i].birds;
    }
}

int *minutes_of(struct arena *arena, const struct sheet *sheet, int kind, size_t *found)
{
    *found = 0;
    /* As many as there are flocks will do; nobody has to free what is too much. */
    int *minutes = arena_take(arena, sheet->count * sizeof *minutes, _Alignof(int));
    for (size_t i = 0; minutes != NULL && i < sheet->count; i++) {
        if (sheet->flocks[i].kind == kind) {
            minutes[(*found)++] = sheet->flocks[i].minute;
        }
    }
    return minutes;
}
