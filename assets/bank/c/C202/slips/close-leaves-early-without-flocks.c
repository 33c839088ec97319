// Breaks: "gives its memory back, and leaves the sheet as {NULL, 0, 0}"
// Shows: closing a sheet with count 0 and room 4 sets flocks to NULL, this returns before the free and leaks.
long close_sheet(struct sheet *sheet)
{
    long birds = 0;

    if (sheet->count == 0) {
        return 0;
    }
    while (sheet->count > 0) {
        sheet->count--;
        birds += sheet->flocks[sheet->count].birds;
    }
    free(sheet->flocks);
    sheet->flocks = NULL;
    sheet->room = 0;
    return birds;
}
