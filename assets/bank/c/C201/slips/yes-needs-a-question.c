// Breaks: "When `ask` is NULL there is no question, and every reading counts."
// Shows: count_yes(march, march_end, NULL, NULL) is 9, this gives 0: without a question nobody says yes.
int count_yes(const struct reading *begin, const struct reading *end, question ask, const void *context)
{
    int count = 0;

    for (const struct reading *reading = begin; reading != end; reading++) {
        if (ask != NULL && ask(reading, context)) {
            count++;
        }
    }
    return count;
}
