void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t offset = arena->used;
    (void)alignment;
    if (offset > arena->size || size > arena->size - offset) {
        return NULL;
    }
    arena->used = offset + size;
    return arena->start + offset;
}
