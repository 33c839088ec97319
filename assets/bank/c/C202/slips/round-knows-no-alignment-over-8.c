// Breaks: "alignment is 1, 2, 4, 8 or a higher power of two."
// Shows: round_up(33, 16) is 48, this gives 40: no type is thought to want more than a pointer does.
size_t round_up(size_t offset, size_t alignment)
{
    if (alignment > _Alignof(void *)) {
        alignment = _Alignof(void *);
    }
    while (offset % alignment != 0) {
        offset++;
    }
    return offset;
}
