// Breaks: "context points at the limit"
// Shows: is_above of level 310 is true with 309 and then false with 310, this gives true twice: it keeps the first limit it saw.
bool is_above(const struct reading *reading, const void *context)
{
    static bool known = false;
    static int limit;

    if (!known) {
        limit = *(const int *)context;
        known = true;
    }
    return reading->level > limit;
}
