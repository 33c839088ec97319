// Breaks: "next is Slip(99): Slip(99) is handed out, and next is Slip(1)"
// Shows: the tear_off after Slip(98) is Slip(99), here Slip(1)
impl Cafe {
    pub fn tear_off(&mut self) -> Slip {
        let slip = self.next;
        self.next.0 += 1;
        if self.next.0 == LAST_SLIP {
            // The end of the roll: begin again.
            self.next = Slip(1);
        }
        slip
    }
}
