// Breaks: "The tank is drawn from, the slice of beds stays as it is"
// Shows: after the round with beds that need 38, 12, 6 the tank(100, 700) is tank(44, 756), here tank(100, 700)
impl Tank {
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        let mut tank = *self;
        let mut note = Round {
            poured: Litres(0),
            still_dry: 0,
        };
        for bed in beds {
            let thirst = bed.thirst();
            let came = tank.draw(thirst);
            note.poured.0 += came.0;
            if came.0 < thirst.0 {
                note.still_dry += 1;
            }
        }
        note
    }
}
