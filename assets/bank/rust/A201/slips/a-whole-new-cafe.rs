// Breaks: "The roll of slips stays as it is."
// Shows: next is Slip(8): after clear_shelf() next is Slip(8), here Slip(1)
impl Cafe {
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        let empty = Cafe {
            next: Slip(1),
            shelf: vec![],
        };
        let old = std::mem::replace(self, empty);
        old.shelf
    }
}
