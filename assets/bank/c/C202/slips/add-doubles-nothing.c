// Breaks: "or FIRST_ROOM when it had none"
// Shows: add_flock on {NULL, 0, 0} gives room 4, this doubles 0 and writes through NULL.
bool add_flock(struct sheet *sheet, struct flock flock)
{
    if (sheet->count == sheet->room && !make_room(sheet, 2 * sheet->room)) {
        return false;
    }
    sheet->flocks[sheet->count] = flock;
    sheet->count++;
    return true;
}
