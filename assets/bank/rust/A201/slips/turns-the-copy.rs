// Breaks: "The roll then shows the number after it"
// Shows: the tear_off after Slip(7) is Slip(8), here Slip(7)
impl Cafe {
    pub fn tear_off(&mut self) -> Slip {
        let mut roll = self.next;
        let slip = roll;
        roll.0 = if slip.0 == LAST_SLIP { 1 } else { slip.0 + 1 };
        slip
    }
}
