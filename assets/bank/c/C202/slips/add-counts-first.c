// Breaks: "Returns false when there is no memory for that, and then the sheet is as it was."
// Shows: after an add_flock that fails, count is as before, here it is one more.
bool add_flock(struct sheet *sheet, struct flock flock)
{
    sheet->count++;
    if (sheet->count > sheet->room) {
        if (!make_room(sheet, sheet->room == 0 ? FIRST_ROOM : 2 * sheet->room)) {
            return false;
        }
    }
    sheet->flocks[sheet->count - 1] = flock;
    return true;
}
