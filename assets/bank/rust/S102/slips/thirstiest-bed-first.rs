// Breaks: "From the first bed to the last, each bed is given what it still needs, as long as the tank has water"
// Shows: the beds need 12, 30, 32 and the level is 50: still_dry is 1, here 2
impl Tank {
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        let mut row = beds.to_vec();
        row.sort_by_key(|bed| bed.thirst().0);
        row.reverse();
        let mut note = Round {
            poured: Litres(0),
            still_dry: 0,
        };
        for bed in row {
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
