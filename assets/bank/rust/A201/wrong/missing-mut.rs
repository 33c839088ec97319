impl Thing {
    // ex-1: takes a thing to the bench and hands it back, with the minutes that are left.
    pub fn repaired(self, minutes: u32) -> (Thing, u32) {
        if self.work > minutes {
            return (self, minutes);
        }
        let left = minutes - self.work;
        self.work = 0;
        (self, left)
    }
}
