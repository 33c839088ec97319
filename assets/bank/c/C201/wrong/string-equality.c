int run_command(const struct command *table, const char *word, const struct request *request)
{
    for (const struct command *row = table; row->word != NULL; row++) {
        if (row->word == word) {
            return row->handler == NULL ? COMMAND_CLOSED : row->handler(request);
        }
    }
    return COMMAND_UNKNOWN;
}
