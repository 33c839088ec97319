impl Bed {
    // ex-1: a bed that was dug this morning.
    pub fn new(number: u32, square_metres: u32) -> Bed {
        Bed {
            number,
            square_metres,
        }
    }
}
