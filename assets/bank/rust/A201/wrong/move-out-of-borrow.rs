impl Cafe {
    // ex-4: takes everything off the shelf.
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        let jobs = self.shelf;
        self.shelf = Vec::new();
        jobs
    }
}
