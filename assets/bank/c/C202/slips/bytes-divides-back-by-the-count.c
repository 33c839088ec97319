// Breaks: "ex-3: how many bytes count flocks need"
// Shows: bytes_for(0) is 0, this divides by 0.
size_t bytes_for(size_t count)
{
    size_t bytes = count * sizeof(struct flock);

    if (bytes / count != sizeof(struct flock)) {
        return TOO_MANY;
    }
    return bytes;
}
