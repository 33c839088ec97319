// Breaks: "The first row with the word counts."
// Shows: run_command(commands, "length", &whole) is 9, this gives 250: a later row of the same word replaces the first.
int run_command(const struct command *table, const char *word, const struct request *request)
{
    const struct command *found = NULL;

    for (const struct command *row = table; row->word != NULL; row++) {
        if (strcmp(row->word, word) == 0) {
            found = row;
        }
    }
    if (found == NULL) {
        return COMMAND_UNKNOWN;
    }
    return found->handler == NULL ? COMMAND_CLOSED : found->handler(request);
}
