/* A switch, recursion, and a count of its own instead of a callback. */

question choose_question(char knob)
{
    switch (knob) {
    case KNOB_FLOOD:
        return &is_flood;
    case KNOB_DRY:
        return &is_dry;
    default:
        return NULL;
    }
}

int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    if (begin == end) {
        return 0;
    }
    if (ask == NULL) {
        return (int)(end - begin);
    }
    int first = ask(begin, context) ? 1 : 0;
    return first + count_yes(begin + 1, end, ask, context);
}

bool is_above(const struct reading *reading, const void *context)
{
    int limit = 0;
    memcpy(&limit, context, sizeof limit);
    if (reading->level <= limit) {
        return false;
    }
    return true;
}

int count_above(const struct reading *begin, const struct reading *end, int limit)
{
    int count = 0;
    for (ptrdiff_t i = 0; i < end - begin; i++) {
        if (is_above(&begin[i], &limit)) {
            count++;
        }
    }
    return count;
}

int by_level(const void *left, const void *right)
{
    const struct reading a = *(const struct reading *)left;
    const struct reading b = *(const struct reading *)right;
    if (a.level > b.level) {
        return -1;
    }
    if (a.level < b.level) {
        return 1;
    }
    if (a.day < b.day || (a.day == b.day && a.hour < b.hour)) {
        return -1;
    }
    if (a.day > b.day || a.hour > b.hour) {
        return 1;
    }
    return 0;
}

int run_command(const struct command *table, const char *word, const struct request *request)
{
    int answer = COMMAND_UNKNOWN;
    for (int i = 0; answer == COMMAND_UNKNOWN && table[i].word != NULL; i++) {
        if (strcmp(word, table[i].word) != 0) {
            continue;
        }
        if (table[i].handler == NULL) {
            answer = COMMAND_CLOSED;
        } else {
            answer = table[i].handler(request);
        }
    }
    return answer;
}
