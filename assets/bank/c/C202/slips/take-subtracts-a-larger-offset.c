// Breaks: "Returns NULL when they do not fit"
// Shows: arena_take(&arena, 1, 4) with used 17 of 18 is NULL, this gives offset 20: 18 - 20 is a very large size_t.
void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t offset = round_up(arena->used, alignment);

    if (size > arena->size - offset) {
        return NULL;
    }
    arena->used = offset + size;
    return arena->start + offset;
}
