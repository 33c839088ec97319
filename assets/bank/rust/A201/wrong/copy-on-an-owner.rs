/// A thing that somebody brought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thing {
    pub name: String,
    /// The minutes of work it needs. A thing that works needs 0.
    pub work: u32,
}

impl Cafe {
    // ex-3: takes a thing in at the desk.
    pub fn check_in(&mut self, thing: Thing) -> Receipt {
        let slip = self.tear_off();
        self.shelf.push(Job { slip, thing });
        Receipt {
            slip,
            name: thing.name,
        }
    }
}
