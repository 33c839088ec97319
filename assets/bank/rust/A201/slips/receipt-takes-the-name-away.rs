// Breaks: "It gets the next slip and goes to the end of the shelf under it."
// Shows: after check_in(thing("lamp", 20)) the last job is named "lamp", here ""
impl Cafe {
    pub fn check_in(&mut self, mut thing: Thing) -> Receipt {
        let slip = self.tear_off();
        let name = std::mem::take(&mut thing.name);
        self.shelf.push(Job { slip, thing });
        Receipt { slip, name }
    }
}
