// Breaks: "and NULL for every other letter"
// Shows: choose_question('X') is NULL, this gives is_dry: what is not flood must be dry.
question choose_question(char knob)
{
    if (knob == KNOB_FLOOD) {
        return is_flood;
    }
    return is_dry;
}
