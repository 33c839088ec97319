impl Bed {
    // ex-2: what this bed still needs today.
    pub fn thirst(&self) -> Litres {
        let per_metre = if mulched {
            MULCHED_NEED
        } else {
            BARE_NEED
        };
        let need = square_metres * per_metre;
        Litres(need.saturating_sub(self.given.0))
    }
}
