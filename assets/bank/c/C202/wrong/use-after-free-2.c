// Breaks: "The caller owns the card and gives it back with free."
// Shows: a second new_card leaves the first card alone, this gives the first one's memory away with realloc.
struct tally *new_card(size_t kinds)
{
    static struct tally *card = NULL;
    struct tally *grown = realloc(card, kinds * sizeof *card);

    if (grown == NULL) {
        return NULL;
    }
    card = grown;
    for (size_t i = 0; i < kinds; i++) {
        card[i] = (struct tally){(int)i + 1, 0, 0};
    }
    return card;
}
