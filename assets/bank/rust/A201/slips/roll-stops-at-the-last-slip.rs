// Breaks: "after LAST_SLIP that is number 1."
// Shows: the tear_off after Slip(99) is Slip(1), here Slip(99)
impl Cafe {
    pub fn tear_off(&mut self) -> Slip {
        let slip = self.next;
        self.next = Slip((slip.0 + 1).min(LAST_SLIP));
        slip
    }
}
