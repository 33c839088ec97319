// Breaks: "that is not less than offset"
// Shows: round_up(1, 8) is 8, this gives 0: it rounds to whichever multiple is nearer.
size_t round_up(size_t offset, size_t alignment)
{
    return (offset + alignment / 2) / alignment * alignment;
}
