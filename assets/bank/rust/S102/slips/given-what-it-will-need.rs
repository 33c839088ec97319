// Breaks: "a bed that was dug this morning: bare soil, and no water yet."
// Shows: Bed::new(5, 12).given is Litres(0), here Litres(72)
impl Bed {
    pub fn new(number: u32, square_metres: u32) -> Bed {
        Bed {
            number,
            square_metres,
            mulched: false,
            given: Litres(square_metres * BARE_NEED),
        }
    }
}
