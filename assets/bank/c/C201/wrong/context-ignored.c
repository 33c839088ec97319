int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    int count = 0;
    for (const struct reading *reading = begin; reading != end; reading++) {
        if (ask == NULL || ask(reading, NULL)) {
            count++;
        }
    }
    return count;
}
