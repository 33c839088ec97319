// Breaks: "at the first offset not less than used that is a multiple of alignment"
// Shows: 3 bytes and then 8 with alignment 4: the second begins at 4, this begins it at 3: it rounds the size, and not the offset.
void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t left = arena->size - arena->used;

    if (size > left || round_up(size, alignment) > left) {
        return NULL;
    }
    void *piece = arena->start + arena->used;
    arena->used += round_up(size, alignment);
    return piece;
}
