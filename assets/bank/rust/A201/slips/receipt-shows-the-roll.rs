// Breaks: "the receipt, with the same slip and the name of the thing."
// Shows: next is Slip(12): check_in(thing("toaster", 15)).slip is Slip(12), here Slip(13)
impl Cafe {
    pub fn check_in(&mut self, thing: Thing) -> Receipt {
        let name = thing.name.clone();
        let slip = self.tear_off();
        self.shelf.push(Job { slip, thing });
        Receipt {
            slip: self.next,
            name,
        }
    }
}
