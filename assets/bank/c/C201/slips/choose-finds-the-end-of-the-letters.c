// Breaks: "and NULL for every other letter"
// Shows: choose_question('\0') is NULL, this gives is_dry: strchr finds the '\0' that ends the text, too.
question choose_question(char knob)
{
    static const char letters[] = {KNOB_FLOOD, KNOB_DRY, '\0'};
    const char *place = strchr(letters, knob);

    if (place == NULL) {
        return NULL;
    }
    return place == letters ? is_flood : is_dry;
}
