// Breaks: "context points at the limit, a const int in centimetres."
// Shows: is_above of level -10 and limit 250 is false, this gives true: as unsigned, -10 is a very large number.
bool is_above(const struct reading *reading, const void *context)
{
    const unsigned *limit = context;

    return (unsigned)reading->level > *limit;
}
