// Breaks: "An empty range holds 0."
// Shows: range_length(evening, evening) is 0, this gives 1: the first seat is counted before end is asked for.
ptrdiff_t range_length(const int *begin, const int *end)
{
    ptrdiff_t length = 0;

    do {
        length++;
        begin++;
    } while (begin < end);
    return length;
}
