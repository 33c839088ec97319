// Breaks: "or TOO_MANY when that number does not fit in a size_t"
// Shows: bytes_for(SIZE_MAX / sizeof(struct flock) + 1) is TOO_MANY, this gives a few bytes: a double rounds the product.
size_t bytes_for(size_t count)
{
    double bytes = (double)count * sizeof(struct flock);

    return bytes > (double)SIZE_MAX ? TOO_MANY : count * sizeof(struct flock);
}
