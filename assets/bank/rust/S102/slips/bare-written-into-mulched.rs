// Breaks: "a bed that was dug this morning: bare soil, and no water yet."
// Shows: Bed::new(5, 12).mulched is false, here true
impl Bed {
    pub fn new(number: u32, square_metres: u32) -> Bed {
        let bare = true;
        Bed {
            number,
            square_metres,
            mulched: bare,
            given: Litres(0),
        }
    }
}
