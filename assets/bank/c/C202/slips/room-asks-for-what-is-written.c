// Breaks: "When it has that already, nothing changes."
// Shows: a sheet with count 3 and room 10 stays in its block in make_room(&sheet, 10), this moves it: it compares with count.
bool make_room(struct sheet *sheet, size_t room)
{
    if (room <= sheet->count) {
        return true;
    }
    struct flock *flocks = realloc(sheet->flocks, bytes_for(room));
    if (flocks == NULL) {
        return false;
    }
    sheet->flocks = flocks;
    if (sheet->room < room) {
        sheet->room = room;
    }
    return true;
}
