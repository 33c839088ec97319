// Breaks: "Returns false when there is no memory for that"
// Shows: add_flock on a sheet that cannot grow is false, this does not look at the answer of make_room and writes far outside.
bool add_flock(struct sheet *sheet, struct flock flock)
{
    if (sheet->count == sheet->room) {
        make_room(sheet, sheet->room == 0 ? FIRST_ROOM : 2 * sheet->room);
    }
    sheet->flocks[sheet->count++] = flock;
    return true;
}
