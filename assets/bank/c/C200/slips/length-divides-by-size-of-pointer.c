// Breaks: "ex-1: how many seats [begin, end) holds."
// Shows: range_length(evening, evening + 4) is 4, this gives 2: sizeof begin is the size of the pointer.
ptrdiff_t range_length(const int *begin, const int *end)
{
    ptrdiff_t bytes = (const char *)end - (const char *)begin;

    return bytes / (ptrdiff_t)sizeof begin;
}
