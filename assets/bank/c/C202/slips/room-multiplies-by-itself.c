// Breaks: "Returns false when there is no memory for that"
// Shows: make_room(&sheet, SIZE_MAX / sizeof(struct flock) + 1) is false, this gives true: the bytes wrap round to a few.
bool make_room(struct sheet *sheet, size_t room)
{
    if (room > sheet->room) {
        struct flock *flocks = realloc(sheet->flocks, room * sizeof *flocks);
        if (flocks == NULL) {
            return false;
        }
        sheet->flocks = flocks;
        sheet->room = room;
    }
    return true;
}
