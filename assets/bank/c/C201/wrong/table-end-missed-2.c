// Breaks: "A row whose word is NULL is no command: it marks the end of the table."
// Shows: run_command(commands, "number", &whole) is 250, this gives COMMAND_UNKNOWN: the row of siren has no handler and ends the table.
int run_command(const struct command *table, const char *word, const struct request *request)
{
    const struct command *row = table;

    while (row->handler != NULL) {
        if (strcmp(row->word, word) == 0) {
            return row->handler(request);
        }
        row++;
    }
    if (row->word != NULL && strcmp(row->word, word) == 0) {
        return COMMAND_CLOSED;
    }
    return COMMAND_UNKNOWN;
}
