bool is_above(const struct reading *reading, const void *context)
{
    return reading->level > *context;
}
