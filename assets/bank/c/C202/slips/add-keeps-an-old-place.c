// Breaks: "ex-4: writes one more flock on the sheet."
// Shows: add_flock on a full sheet writes into the new block, this into the old one, which was given back.
bool add_flock(struct sheet *sheet, struct flock flock)
{
    struct flock *line = sheet->flocks + sheet->count;

    if (sheet->count == sheet->room && !make_room(sheet, sheet->room == 0 ? FIRST_ROOM : 2 * sheet->room)) {
        return false;
    }
    *line = flock;
    sheet->count++;
    return true;
}
