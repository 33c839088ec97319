// Breaks: "Bed::new(4, 10) is bed 4 with 10 square metres"
// Shows: Bed::new(3, 8).number is 3, here 8
impl Bed {
    pub fn new(number: u32, square_metres: u32) -> Bed {
        let (square_metres, number) = (number, square_metres);
        Bed {
            number,
            square_metres,
            mulched: false,
            given: Litres(0),
        }
    }
}
