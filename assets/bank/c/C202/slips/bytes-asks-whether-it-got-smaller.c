// Breaks: "or TOO_MANY when that number does not fit in a size_t"
// Shows: bytes_for(SIZE_MAX / 2) is TOO_MANY, this gives SIZE_MAX - 11: a product can wrap round and still be large.
size_t bytes_for(size_t count)
{
    size_t bytes = count * sizeof(struct flock);

    return bytes < count ? TOO_MANY : bytes;
}
