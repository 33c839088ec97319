// Breaks: "takes everything off the shelf and hands it out, in its order."
// Shows: a shelf with lamp, radio, clock: clear_shelf() is lamp, radio, clock, here lamp, clock, radio
impl Cafe {
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        let mut jobs = vec![];
        while !self.shelf.is_empty() {
            jobs.push(self.shelf.swap_remove(0));
        }
        jobs
    }
}
