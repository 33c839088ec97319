// Breaks: "ex-1: how many seats [begin, end) holds."
// Shows: range_length(evening, evening + 4) is 4, this gives 16: between char pointers a step is a byte.
ptrdiff_t range_length(const int *begin, const int *end)
{
    return (const char *)end - (const char *)begin;
}
