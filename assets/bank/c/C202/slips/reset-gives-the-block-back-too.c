// Breaks: "The block itself stays with the arena."
// Shows: after arena_reset(&arena) arena.size is 64, here it is 0 and start is NULL.
size_t arena_reset(struct arena *arena)
{
    size_t used = arena->used;

    arena_close(arena);
    return used;
}
