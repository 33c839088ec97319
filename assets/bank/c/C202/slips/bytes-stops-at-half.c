// Breaks: "or TOO_MANY when that number does not fit in a size_t"
// Shows: bytes_for(SIZE_MAX / sizeof(struct flock)) fits and is that many bytes, this gives TOO_MANY: it takes the limit of a signed size.
size_t bytes_for(size_t count)
{
    return count > PTRDIFF_MAX / sizeof(struct flock) ? TOO_MANY : count * sizeof(struct flock);
}
