// Breaks: "ex-5: the smallest multiple of alignment that is not less than offset."
// Shows: round_up(8, 8) is 8, this gives 16: what is missing to a full 8 is a whole 8.
size_t round_up(size_t offset, size_t alignment)
{
    return offset + (alignment - offset % alignment);
}
