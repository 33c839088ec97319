// Breaks: "The rest stands on the shelf again."
// Shows: 5 radio 90, 7 clock 25, 8 kettle 1, next 9, with 25 minutes: the shelf is 5 radio, 8 kettle, here 9 radio, 10 kettle
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
            } else {
                self.check_in(thing);
            }
        }
        done
    }
}
