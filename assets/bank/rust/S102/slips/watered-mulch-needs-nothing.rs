// Breaks: "the need of all its square metres, less what it was given."
// Shows: bed(5, true, 19).thirst() is Litres(1), here Litres(0)
impl Bed {
    pub fn thirst(&self) -> Litres {
        if self.mulched && self.given.0 > 0 {
            // The mulch keeps what it was given.
            return Litres(0);
        }
        let need = if self.mulched { MULCHED_NEED } else { BARE_NEED };
        Litres((need * self.square_metres).saturating_sub(self.given.0))
    }
}
