// Breaks: "it was given that much more, and everything else about it is as before."
// Shows: Bed::new(9, 14).watered(Litres(20)).number is 9, here 10
impl Bed {
    pub fn watered(&self, poured: Litres) -> Bed {
        // A new bed is handed back, and no two beds have the same number.
        Bed {
            number: self.number + 1,
            given: Litres(self.given.0 + poured.0),
            ..*self
        }
    }
}
