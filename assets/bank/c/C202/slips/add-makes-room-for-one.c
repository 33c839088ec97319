// Breaks: "A full sheet first gets twice its room"
// Shows: a full sheet of room 3 gets room 6, this gives it room 4.
bool add_flock(struct sheet *sheet, struct flock flock)
{
    if (!make_room(sheet, sheet->count == 0 ? FIRST_ROOM : sheet->count + 1)) {
        return false;
    }
    sheet->flocks[sheet->count++] = flock;
    return true;
}
