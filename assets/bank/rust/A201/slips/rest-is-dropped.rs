// Breaks: "The rest stands on the shelf again."
// Shows: radio 90, clock 25, kettle 1 with 25 minutes: the shelf is radio, kettle, here empty
impl Cafe {
    pub fn afternoon(&mut self, helper: String, minutes: u32) -> Vec<Pickup> {
        let mut left = minutes;
        let mut done = vec![];
        for job in self.clear_shelf() {
            let slip = job.slip;
            let (thing, rest) = job.thing.repaired(left);
            left = rest;
            if thing.work == 0 {
                done.push(Pickup {
                    slip,
                    thing,
                    helper: helper.clone(),
                });
            }
        }
        done
    }
}
