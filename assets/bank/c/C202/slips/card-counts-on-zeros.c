// Breaks: "all with no flocks and no birds"
// Shows: new_card(3)[0].flocks is 0, this leaves there whatever malloc found: only the kinds are written.
struct tally *new_card(size_t kinds)
{
    struct tally *card = malloc(kinds * sizeof *card);

    for (size_t i = 0; card != NULL && i < kinds; i++) {
        card[i].kind = (int)i + 1;
    }
    return card;
}
