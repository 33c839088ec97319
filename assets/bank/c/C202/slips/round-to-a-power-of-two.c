// Breaks: "ex-5: the smallest multiple of alignment that is not less than offset."
// Shows: round_up(33, 16) is 48, this gives 64: it doubles the alignment until it is large enough.
size_t round_up(size_t offset, size_t alignment)
{
    size_t power = alignment;

    if (offset == 0) {
        return 0;
    }
    while (power < offset) {
        power *= 2;
    }
    return power;
}
