// Breaks: "takes everything off the shelf and hands it out, in its order."
// Shows: a shelf with lamp and radio: clear_shelf() is lamp, radio, here radio, lamp
impl Cafe {
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        let mut jobs = vec![];
        while let Some(job) = self.shelf.pop() {
            jobs.push(job);
        }
        jobs
    }
}
