// Breaks: "A thing that works needs 0." and "Two values come back: the thing, and the minutes that are still left."
// Shows: thing("toaster", 0).repaired(15) is (thing("toaster", 0), 15), here it divides by 0 and panics
impl Thing {
    pub fn repaired(self, minutes: u32) -> (Thing, u32) {
        // How often the repair fits into the time.
        let fits = minutes / self.work;
        if fits == 0 {
            return (self, minutes);
        }
        let left = minutes - self.work;
        (Thing { work: 0, ..self }, left)
    }
}
