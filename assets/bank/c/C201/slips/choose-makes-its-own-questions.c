// Breaks: "is_flood for KNOB_FLOOD, is_dry for KNOB_DRY"
// Shows: choose_question(KNOB_DRY) == is_dry is true, this points at another function that says the same.
static bool floods(const struct reading *reading, const void *context)
{
    return is_flood(reading, context);
}

static bool dries(const struct reading *reading, const void *context)
{
    return is_dry(reading, context);
}

question choose_question(char knob)
{
    return knob == KNOB_FLOOD ? floods : knob == KNOB_DRY ? dries : NULL;
}
