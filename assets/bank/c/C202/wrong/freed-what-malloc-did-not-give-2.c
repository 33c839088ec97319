// Breaks: "gives its memory back"
// Shows: a sheet with 3 flocks is one block and is freed once, this frees each line, and the second free is no block.
long close_sheet(struct sheet *sheet)
{
    long birds = 0;

    for (size_t i = sheet->count; i > 0; i--) {
        birds += sheet->flocks[i - 1].birds;
    }
    for (size_t i = 0; i < sheet->count; i++) {
        free(&sheet->flocks[i]);
    }
    *sheet = (struct sheet){NULL, 0, 0};
    return birds;
}
