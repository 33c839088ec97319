// Breaks: "The block itself stays with the arena."
// Shows: after arena_reset(&arena) with used 40 arena.start is as before, here it lies 40 bytes in front: start had never moved.
size_t arena_reset(struct arena *arena)
{
    char *end = arena->start;
    size_t used = arena->used;

    arena->start = end - used;
    arena->used = 0;
    return (size_t)(end - arena->start);
}
