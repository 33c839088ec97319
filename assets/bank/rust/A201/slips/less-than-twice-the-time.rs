// Breaks: "A repair that takes longer than that is not begun: the thing comes back as it was, with all the minutes."
// Shows: thing("radio", 90).repaired(50) is (thing("radio", 90), 50), here (thing("radio", 0), 0)
impl Thing {
    pub fn repaired(self, minutes: u32) -> (Thing, u32) {
        if minutes == 0 {
            return (self, minutes);
        }
        // More than once the time is too long.
        if self.work / minutes > 1 {
            return (self, minutes);
        }
        let left = minutes.saturating_sub(self.work);
        (Thing { work: 0, ..self }, left)
    }
}
