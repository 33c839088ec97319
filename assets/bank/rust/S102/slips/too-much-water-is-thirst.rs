// Breaks: "A bed that was given enough, or more than enough, needs Litres(0)."
// Shows: bed(2, true, 40).thirst() is Litres(0), here Litres(32)
impl Bed {
    pub fn thirst(&self) -> Litres {
        let need = if self.mulched { MULCHED_NEED } else { BARE_NEED };
        let whole = need * self.square_metres;
        Litres(whole.abs_diff(self.given.0))
    }
}
