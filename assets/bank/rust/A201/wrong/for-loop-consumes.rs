impl Cafe {
    // ex-5: one afternoon at the bench.
    pub fn afternoon(&mut self, helper: String, minutes: u32) -> Vec<Pickup> {
        let jobs = self.clear_shelf();
        let mut left = minutes;
        let mut done = Vec::new();
        for job in jobs {
            if job.thing.work <= left {
                let (thing, after) = job.thing.repaired(left);
                left = after;
                done.push(Pickup {
                    slip: job.slip,
                    thing,
                    helper: helper.clone(),
                });
            }
        }
        for job in jobs {
            if job.thing.work > 0 {
                self.shelf.push(job);
            }
        }
        done
    }
}
