struct tally *new_card(size_t kinds)
{
    struct tally *card = malloc(kinds * sizeof *card);
    if (card == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < kinds; i++) {
        card[i].kind = (int)i + 1;
    }
    return card;
}
