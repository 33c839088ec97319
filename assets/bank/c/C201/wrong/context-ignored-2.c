// Breaks: "`context` is handed to the question as it came"
// Shows: count_yes(march, march_end, is_on_day, &second) asks with &second, this with the address of its own parameter.
int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    int count = 0;

    for (const struct reading *reading = begin; reading != end; reading++) {
        if (ask == NULL || ask(reading, &context)) {
            count++;
        }
    }
    return count;
}
