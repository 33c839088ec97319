// Breaks: "The block itself stays with the arena."
// Shows: after arena_reset(&arena) arena.start is as before, here it is the start of another block.
size_t arena_reset(struct arena *arena)
{
    size_t used = arena->used;
    size_t size = arena->size;

    arena_close(arena);
    arena_open(arena, size);
    return used;
}
