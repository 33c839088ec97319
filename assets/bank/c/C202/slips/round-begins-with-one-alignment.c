// Breaks: "ex-5: the smallest multiple of alignment that is not less than offset."
// Shows: round_up(0, 8) is 0, this gives 8: 0 is not thought of as a multiple.
size_t round_up(size_t offset, size_t alignment)
{
    size_t multiple = alignment;

    while (multiple < offset) {
        multiple += alignment;
    }
    return multiple;
}
