impl Cafe {
    // ex-5: one afternoon at the bench.
    pub fn afternoon(&mut self, helper: String, minutes: u32) -> Vec<Pickup> {
        let mut minutes = minutes;
        let mut done = Vec::new();
        for job in self.clear_shelf() {
            let (thing, left) = job.thing.repaired(minutes);
            minutes = left;
            if thing.work > 0 {
                self.shelf.push(Job {
                    slip: job.slip,
                    thing,
                });
            } else {
                done.push(Pickup {
                    slip: job.slip,
                    thing,
                    helper,
                });
            }
        }
        done
    }
}
