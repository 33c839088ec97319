// Breaks: "next is Slip(99): Slip(99) is handed out, and next is Slip(1)"
// Shows: next is Slip(99): after tear_off() next is Slip(1), here Slip(100)
impl Cafe {
    pub fn tear_off(&mut self) -> Slip {
        if self.next.0 > LAST_SLIP {
            self.next = Slip(1);
        }
        let slip = self.next;
        self.next.0 += 1;
        slip
    }
}
