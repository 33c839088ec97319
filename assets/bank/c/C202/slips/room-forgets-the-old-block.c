// Breaks: "Returns false when there is no memory for that, and then the sheet is as it was."
// Shows: after a make_room that fails, sheet.flocks is as before, here it is NULL and the flocks are lost.
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
