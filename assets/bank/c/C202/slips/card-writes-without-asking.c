// Breaks: "NULL when there is no memory."
// Shows: new_card(SIZE_MAX / sizeof(struct tally)) is NULL, this writes through NULL.
struct tally *new_card(size_t kinds)
{
    struct tally *card = malloc(kinds * sizeof *card);

    for (size_t i = 0; i < kinds; i++) {
        card[i] = (struct tally){(int)i + 1, 0, 0};
    }
    return card;
}
