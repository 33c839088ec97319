const int *find_booking(const int *begin, const int *end, int booking)
{
    int *const seat = begin;
    while (seat != end) {
        if (*seat == booking) {
            return seat;
        }
        seat++;
    }
    return NULL;
}
