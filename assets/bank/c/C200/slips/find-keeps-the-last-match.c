// Breaks: "ex-3: a pointer to the first seat of [begin, end) that holds this booking"
// Shows: find of 7 in {12, 7, 0, 7} points at seat 1, this at seat 3.
const int *find_booking(const int *begin, const int *end, int booking)
{
    const int *found = NULL;

    for (const int *seat = begin; seat != end; seat++) {
        if (*seat == booking) {
            found = seat;
        }
    }
    return found;
}
