struct tally *new_card(size_t kinds)
{
    struct tally *card = malloc(kinds * sizeof *card);
    for (size_t i = 0; i < kinds; i++) {
        card[i].kind = (int)i + 1;
        card[i].flocks = 0;
        card[i].birds = 0;
    }
    return card;
}

bool add_flock(struct sheet *sheet, struct flock flock)
{
    if (sheet->count == sheet->room) {
        make_room(sheet, sheet->room == 0 ? FIRST_ROOM : 2 * sheet->room);
    }
    sheet->flocks[sheet->count] = flock;
    sheet->count++;
    return true;
}
