size_t bytes_for(size_t count)
{
    size_t bytes = count * sizeof(struct flock);
    if (bytes > SIZE_MAX) {
        return TOO_MANY;
    }
    return bytes;
}

void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t offset = round_up(arena->used, alignment);
    if (offset + size > arena->size) {
        return NULL;
    }
    arena->used = offset + size;
    return arena->start + offset;
}
