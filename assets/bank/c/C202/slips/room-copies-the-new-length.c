// Breaks: "and the written ones are kept"
// Shows: make_room(&sheet, 10) copies the 3 written flocks, this reads 10 flocks out of the old block of 3.
#include <string.h>

bool make_room(struct sheet *sheet, size_t room)
{
    if (room <= sheet->room) {
        return true;
    }
    struct flock *flocks = malloc(bytes_for(room));
    if (flocks == NULL) {
        return false;
    }
    if (sheet->flocks != NULL) {
        memcpy(flocks, sheet->flocks, bytes_for(room));
    }
    free(sheet->flocks);
    sheet->flocks = flocks;
    sheet->room = room;
    return true;
}
