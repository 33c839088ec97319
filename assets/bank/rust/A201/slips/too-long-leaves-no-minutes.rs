// Breaks: "the thing comes back as it was, with all the minutes."
// Shows: thing("radio", 90).repaired(50) is (thing("radio", 90), 50), here (thing("radio", 90), 0)
impl Thing {
    pub fn repaired(mut self, minutes: u32) -> (Thing, u32) {
        let left = minutes.saturating_sub(self.work);
        if self.work <= minutes {
            self.work = 0;
        }
        (self, left)
    }
}
