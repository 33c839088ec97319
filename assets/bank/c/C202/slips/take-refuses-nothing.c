// Breaks: "A size of 0 is allowed."
// Shows: arena_take(&arena, 0, 1) in a full arena of 18 gives offset 18, this gives NULL: a full arena is thought to have no place at all.
void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t offset = round_up(arena->used, alignment);

    if (offset >= arena->size || size > arena->size - offset) {
        return NULL;
    }
    arena->used = offset + size;
    return arena->start + offset;
}
