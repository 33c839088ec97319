// Breaks: "When it has that already, nothing changes."
// Shows: a sheet with room 10 keeps it in make_room(&sheet, 2), this leaves room 2 and cuts off what is written.
bool make_room(struct sheet *sheet, size_t room)
{
    struct flock *flocks = realloc(sheet->flocks, bytes_for(room));

    if (flocks == NULL) {
        return false;
    }
    sheet->flocks = flocks;
    sheet->room = room;
    return true;
}
