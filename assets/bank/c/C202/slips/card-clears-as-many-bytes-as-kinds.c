// Breaks: "all with no flocks and no birds"
// Shows: new_card(3)[2].birds is 0, this leaves garbage there: memset counts bytes, and not tallies.
#include <string.h>

struct tally *new_card(size_t kinds)
{
    struct tally *card = malloc(kinds * sizeof *card);

    if (card == NULL) {
        return NULL;
    }
    memset(card, 0, kinds);
    for (size_t i = 0; i < kinds; i++) {
        card[i].kind = (int)i + 1;
    }
    return card;
}
