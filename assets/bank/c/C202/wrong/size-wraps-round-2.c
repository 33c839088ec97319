// Breaks: "or TOO_MANY when that number does not fit in a size_t"
// Shows: bytes_for(SIZE_MAX / 2) is TOO_MANY, this gives SIZE_MAX - 11: a product can wrap round and still be large.
size_t bytes_for(size_t count)
{
    size_t bytes = count * sizeof(struct flock);

    return bytes < count ? TOO_MANY : bytes;
}

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
