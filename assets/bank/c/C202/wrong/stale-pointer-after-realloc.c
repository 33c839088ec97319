bool add_flock(struct sheet *sheet, struct flock flock)
{
    struct flock *line = sheet->flocks + sheet->count;
    if (sheet->count == sheet->room) {
        size_t room = sheet->room == 0 ? FIRST_ROOM : 2 * sheet->room;
        if (!make_room(sheet, room)) {
            return false;
        }
    }
    *line = flock;
    sheet->count++;
    return true;
}
