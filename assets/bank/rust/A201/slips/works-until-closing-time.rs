// Breaks: "A repair that takes longer than that is not begun: the thing comes back as it was, with all the minutes."
// Shows: thing("radio", 90).repaired(50) is (thing("radio", 90), 50), here (thing("radio", 40), 0)
impl Thing {
    pub fn repaired(self, minutes: u32) -> (Thing, u32) {
        let worked = self.work.min(minutes);
        let thing = Thing {
            name: self.name,
            work: self.work - worked,
        };
        (thing, minutes - worked)
    }
}
