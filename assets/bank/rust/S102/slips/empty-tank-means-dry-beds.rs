// Breaks: "How many beds need more water even after the round."
// Shows: the beds need 38, 12, 6 and the level is 56: still_dry is 0, here 1
impl Tank {
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        let mut note = Round {
            poured: Litres(0),
            still_dry: 0,
        };
        for bed in beds {
            note.poured.0 += self.draw(bed.thirst()).0;
            if self.level == Litres(0) {
                // Nothing was left for this bed.
                note.still_dry += 1;
            }
        }
        note
    }
}
