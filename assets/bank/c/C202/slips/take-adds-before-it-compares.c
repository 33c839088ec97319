// Breaks: "Returns NULL when they do not fit"
// Shows: arena_take(&arena, SIZE_MAX, 1) with used 6 is NULL, this gives offset 6: 6 + SIZE_MAX wraps round to 5.
void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t offset = round_up(arena->used, alignment);

    if (offset + size > arena->size) {
        return NULL;
    }
    arena->used = offset + size;
    return arena->start + offset;
}
