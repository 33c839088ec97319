// Breaks: "it was given that much more"
// Shows: bed(8, false, 12).watered(Litres(7)).given is Litres(19), here Litres(7)
impl Bed {
    pub fn watered(&self, poured: Litres) -> Bed {
        Bed {
            given: poured,
            ..*self
        }
    }
}
