// Breaks: "the last of the water may be less than a bed needs."
// Shows: the beds need 0, 32, 30, 0, 12 and the level is 50: poured is Litres(50), here Litres(44)
impl Tank {
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        let mut note = Round {
            poured: Litres(0),
            still_dry: 0,
        };
        for bed in beds {
            let thirst = bed.thirst();
            if thirst.0 > self.level.0 {
                note.still_dry += 1;
            } else {
                note.poured.0 += self.draw(thirst).0;
            }
        }
        note
    }
}
