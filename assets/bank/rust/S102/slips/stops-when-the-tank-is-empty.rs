// Breaks: "How many beds need more water even after the round."
// Shows: the beds need 0, 32, 30, 0, 12 and the level is 50: still_dry is 2, here 1
impl Tank {
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        let mut note = Round {
            poured: Litres(0),
            still_dry: 0,
        };
        for bed in beds {
            if self.level.0 == 0 {
                break;
            }
            let thirst = bed.thirst();
            let came = self.draw(thirst);
            note.poured.0 += came.0;
            if came.0 < thirst.0 {
                note.still_dry += 1;
            }
        }
        note
    }
}
