// Breaks: "handed out as a `Pickup` with its slip and the helper's name."
// Shows: lamp 20, toaster 0 with 45 minutes for Ines: the toaster's helper is "Ines", here ""
impl Cafe {
    pub fn afternoon(&mut self, helper: String, minutes: u32) -> Vec<Pickup> {
        let mut helper = helper;
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
                    helper: std::mem::take(&mut helper),
                });
            } else {
                self.shelf.push(Job { slip, thing });
            }
        }
        done
    }
}
