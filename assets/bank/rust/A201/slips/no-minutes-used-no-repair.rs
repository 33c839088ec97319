// Breaks: "What works afterwards leaves the shelf and is handed out as a `Pickup`"
// Shows: a toaster that needs 0 minutes is handed out, here it stays on the shelf
impl Cafe {
    pub fn afternoon(&mut self, helper: String, minutes: u32) -> Vec<Pickup> {
        let mut left = minutes;
        let mut done = vec![];
        for job in self.clear_shelf() {
            let slip = job.slip;
            let (thing, rest) = job.thing.repaired(left);
            if rest == left {
                // All the minutes are still there: it was not begun.
                self.shelf.push(Job { slip, thing });
            } else {
                left = rest;
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
