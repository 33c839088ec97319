// Breaks: "the receipt, with the same slip and the name of the thing."
// Shows: after a toaster, check_in(thing("kettle", 5)).name is "kettle", here "toaster"
impl Cafe {
    pub fn check_in(&mut self, thing: Thing) -> Receipt {
        let slip = self.tear_off();
        self.shelf.push(Job { slip, thing });
        // The thing has moved; its name is on the shelf.
        Receipt {
            slip,
            name: self.shelf[0].thing.name.clone(),
        }
    }
}
