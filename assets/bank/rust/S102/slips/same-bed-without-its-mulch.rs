// Breaks: "it was given that much more, and everything else about it is as before."
// Shows: bed(14, true, 3).watered(Litres(20)).mulched is true, here false
impl Bed {
    pub fn watered(&self, poured: Litres) -> Bed {
        let mut bed = Bed::new(self.number, self.square_metres);
        bed.given = Litres(self.given.0 + poured.0);
        bed
    }
}
