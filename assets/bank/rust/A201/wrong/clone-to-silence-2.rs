// Breaks: "The café keeps an empty shelf."
// Shows: after clear_shelf() the shelf is empty, here the jobs stand on it as before
impl Cafe {
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        self.shelf.clone()
    }
}
