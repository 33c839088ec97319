// Breaks: "From then on they count as used, and what was skipped before them too."
// Shows: 3 bytes and then 8 with alignment 4 leave used 12, this leaves used 11.
void *arena_take(struct arena *arena, size_t size, size_t alignment)
{
    size_t offset = round_up(arena->used, alignment);

    if (offset > arena->size || size > arena->size - offset) {
        return NULL;
    }
    arena->used += size;
    return arena->start + offset;
}
