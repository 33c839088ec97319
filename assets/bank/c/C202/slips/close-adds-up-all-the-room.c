// Breaks: "Of the room lines there, the first count are written; what stands in the others means nothing."
// Shows: a sheet with 3 written flocks of 167 birds and room 4 gives 167, this 1166: it adds the line that means nothing.
long close_sheet(struct sheet *sheet)
{
    long birds = 0;

    for (size_t i = 0; i < sheet->room; i++) {
        birds += sheet->flocks[i].birds;
    }
    free(sheet->flocks);
    *sheet = (struct sheet){NULL, 0, 0};
    return birds;
}
