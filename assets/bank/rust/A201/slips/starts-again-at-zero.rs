// Breaks: "after LAST_SLIP that is number 1."
// Shows: the tear_off after Slip(99) is Slip(1), here Slip(0)
impl Cafe {
    pub fn tear_off(&mut self) -> Slip {
        let slip = self.next;
        let numbers = LAST_SLIP + 1;
        self.next = Slip((slip.0 + 1) % numbers);
        slip
    }
}
