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
