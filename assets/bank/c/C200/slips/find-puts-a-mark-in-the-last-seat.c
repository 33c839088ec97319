// Breaks: "Only looks, never writes."
// Shows: find_booking(evening, evening + 24, 44) points at seat 20, this crashes: evening is in memory that cannot be written.
const int *find_booking(const int *begin, const int *end, int booking)
{
    if (begin == end) {
        return NULL;
    }
    int *last = (int *)end - 1;
    int kept = *last;
    const int *seat = begin;

    *last = booking; /* now the walk ends without asking for end */
    while (*seat != booking) {
        seat++;
    }
    *last = kept;
    return *seat == booking ? seat : NULL;
}
