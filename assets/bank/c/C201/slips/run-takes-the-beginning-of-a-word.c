// Breaks: "Two words are equal when all their letters are."
// Shows: run_command(commands, "num", &whole) is COMMAND_UNKNOWN, this gives 250.
int run_command(const struct command *table, const char *word, const struct request *request)
{
    size_t letters = strlen(word);

    for (const struct command *row = table; row->word != NULL; row++) {
        if (strncmp(row->word, word, letters) == 0) {
            return row->handler == NULL ? COMMAND_CLOSED : row->handler(request);
        }
    }
    return COMMAND_UNKNOWN;
}
