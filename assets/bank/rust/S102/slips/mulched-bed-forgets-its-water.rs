// Breaks: "the need of all its square metres, less what it was given. Bare soil and mulch have different needs."
// Shows: bed(5, true, 19).thirst() is Litres(1), here Litres(20)
impl Bed {
    pub fn thirst(&self) -> Litres {
        if self.mulched {
            return Litres(self.square_metres * MULCHED_NEED);
        }
        let need = self.square_metres * BARE_NEED;
        Litres(need.saturating_sub(self.given.0))
    }
}
