bool make_room(struct sheet *sheet, size_t room)
{
    if (room <= sheet->room) {
        return true;
    }
    sheet->flocks = realloc(sheet->flocks, bytes_for(room));
    if (sheet->flocks == NULL) {
        return false;
    }
    sheet->room = room;
    return true;
}
