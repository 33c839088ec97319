// Breaks: "the need of all its square metres, less what it was given."
// Shows: bed(8, false, 10).thirst() is Litres(38), here Litres(0)
impl Bed {
    pub fn thirst(&self) -> Litres {
        let need = if self.mulched { MULCHED_NEED } else { BARE_NEED };
        let missing = need.saturating_sub(self.given.0);
        Litres(missing * self.square_metres)
    }
}
