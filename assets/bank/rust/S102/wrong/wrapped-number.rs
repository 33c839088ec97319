impl Bed {
    // ex-4: the same bed after somebody has poured water on it.
    pub fn watered(&self, poured: Litres) -> Bed {
        Bed {
            given: self.given + poured,
            ..*self
        }
    }
}
