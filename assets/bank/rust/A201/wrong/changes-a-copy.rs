impl Cafe {
    // ex-2: tears the next slip off the roll.
    pub fn tear_off(&mut self) -> Slip {
        let mut next = self.next;
        let slip = next;
        if next.0 == LAST_SLIP {
            next = Slip(1);
        } else {
            next.0 += 1;
        }
        slip
    }
}
