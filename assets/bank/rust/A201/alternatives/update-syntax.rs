impl Thing {
    // ex-1: takes a thing to the bench and hands it back, with the minutes that are left.
    pub fn repaired(self, minutes: u32) -> (Thing, u32) {
        if minutes >= self.work {
            let left = minutes - self.work;
            (Thing { work: 0, ..self }, left)
        } else {
            (self, minutes)
        }
    }
}

impl Cafe {
    // ex-2: tears the next slip off the roll.
    pub fn tear_off(&mut self) -> Slip {
        let Slip(number) = self.next;
        if number == LAST_SLIP {
            self.next = Slip(1);
        } else {
            self.next.0 += 1;
        }
        Slip(number)
    }

    // ex-3: takes a thing in at the desk.
    pub fn check_in(&mut self, thing: Thing) -> Receipt {
        let name = thing.name.clone();
        let job = Job {
            slip: self.tear_off(),
            thing,
        };
        let slip = job.slip;
        self.shelf.push(job);
        Receipt { slip, name }
    }

    // ex-4: takes everything off the shelf.
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.shelf)
    }

    // ex-5: one afternoon at the bench.
    pub fn afternoon(&mut self, helper: String, minutes: u32) -> Vec<Pickup> {
        let mut left = minutes;
        let mut done = Vec::new();
        let mut waiting = Vec::new();
        for Job { slip, thing } in self.clear_shelf() {
            let (thing, after) = thing.repaired(left);
            left = after;
            if thing.work == 0 {
                let helper = helper.clone();
                done.push(Pickup {
                    slip,
                    thing,
                    helper,
                });
            } else {
                waiting.push(Job { slip, thing });
            }
        }
        self.shelf = waiting;
        done
    }
}
