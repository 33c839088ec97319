/* Tables where the reference has branches, and a default question in place of an if inside the loop. */

static const struct {
    char knob;
    question ask;
} panel[] = {
    {KNOB_FLOOD, is_flood},
    {KNOB_DRY, is_dry},
};

question choose_question(char knob)
{
    for (size_t i = 0; i < sizeof panel / sizeof panel[0]; i++) {
        if (panel[i].knob == knob) {
            return panel[i].ask;
        }
    }
    return NULL;
}

static bool always(const struct reading *reading, const void *context)
{
    (void)reading;
    (void)context;
    return true;
}

int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    int count = 0;
    if (ask == NULL) {
        ask = always;
    }
    while (begin < end) {
        count += (*ask)(begin++, context);
    }
    return count;
}

bool is_above(const struct reading *reading, const void *context)
{
    return *(const int *)context < reading->level;
}

int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    const question chosen = &is_above;
    return count_yes(begin, end, chosen, &limit);
}

/* One number that grows with the time of a reading. */
static int hours_of(const struct reading *reading)
{
    return 24 * reading->day + reading->hour;
}

int by_level(const void *left, const void *right)
{
    const struct reading *const pair[2] = {left, right};
    int fall = pair[1]->level - pair[0]->level;
    return fall != 0 ? fall : hours_of(pair[0]) - hours_of(pair[1]);
}

static const struct command *find_row(const struct command *table, const char *word)
{
    while (table->word != NULL && strcmp(table->word, word) != 0) {
        table++;
    }
    return table;
}

int run_command(const struct command *table, const char *word, const struct request *request)
{
    const struct command *row = find_row(table, word);
    if (row->word == NULL) {
        return COMMAND_UNKNOWN;
    }
    command_handler handler = row->handler;
    return handler != NULL ? handler(request) : COMMAND_CLOSED;
}
