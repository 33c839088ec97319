// Breaks: "leaves the sheet as {NULL, 0, 0}"
// Shows: after close_sheet(&sheet) sheet.flocks is NULL, here it points at memory that was given back.
long close_sheet(struct sheet *sheet)
{
    struct sheet closed = *sheet;
    long birds = 0;

    for (size_t i = 0; i < closed.count; i++) {
        birds += closed.flocks[i].birds;
    }
    free(closed.flocks);
    closed = (struct sheet){NULL, 0, 0};
    return birds + (long)closed.count;
}
