// Breaks: "it is NULL for a question that needs nothing else"
// Shows: count_yes(march, march_end, is_dry, NULL) is 2, this gives 9: without a context it asks nothing.
int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    int count = 0;

    for (const struct reading *reading = begin; reading != end; reading++) {
        if (context == NULL || ask(reading, context)) {
            count++;
        }
    }
    return count;
}
