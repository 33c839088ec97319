long close_sheet(struct sheet *sheet)
{
    long birds = 0;
    for (size_t i = 0; i < sheet->count; i++) {
        birds += sheet->flocks[i].birds;
    }
    free(sheet->flocks);
    sheet->flocks = NULL;
    sheet->count = 0;
    sheet->room = 0;
    free(sheet);
    return birds;
}
