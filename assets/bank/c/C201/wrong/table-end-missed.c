int run_command(const struct command *table, const char *word, const struct request *request)
{
    const struct command *row = table;
    while (strcmp(row->word, word) != 0) {
        row++;
    }
    if (row->word == NULL) {
        return COMMAND_UNKNOWN;
    }
    if (row->handler == NULL) {
        return COMMAND_CLOSED;
    }
    return row->handler(request);
}
