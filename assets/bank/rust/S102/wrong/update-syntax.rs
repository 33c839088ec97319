impl Bed {
    // ex-4: the same bed after somebody has poured water on it.
    pub fn watered(&self, poured: Litres) -> Bed {
        Bed {
            ..*self,
            given: Litres(self.given.0 + poured.0),
        }
    }
}
