int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    int count = 0;
    for (const struct reading *reading = begin; reading != end; reading++) {
        if (ask(reading, context)) {
            count++;
        }
    }
    return count;
}

int run_command(const struct command *table, const char *word, const struct request *request)
{
    for (const struct command *row = table; row->word != NULL; row++) {
        if (strcmp(row->word, word) == 0) {
            return row->handler(request);
        }
    }
    return COMMAND_UNKNOWN;
}
