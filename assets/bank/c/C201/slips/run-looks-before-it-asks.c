// Breaks: "a table may have no command at all"
// Shows: run_command(nothing, "number", &whole) is COMMAND_UNKNOWN, this hands NULL to strcmp.
int run_command(const struct command *table, const char *word, const struct request *request)
{
    do {
        if (strcmp(table->word, word) == 0) {
            return table->handler == NULL ? COMMAND_CLOSED : table->handler(request);
        }
        table++;
    } while (table->word != NULL);
    return COMMAND_UNKNOWN;
}
