impl Thing {
    // ex-1: takes a thing to the bench and hands it back, with the minutes that are left.
    pub fn repaired(mut self, minutes: u32) -> (Thing, u32) {
        let mut left = minutes;
        if self.work <= left {
            left -= self.work;
            self.work = 0;
        }
        (self, left)
    }
}

impl Cafe {
    // ex-2: tears the next slip off the roll.
    pub fn tear_off(&mut self) -> Slip {
        let torn = self.next;
        self.next.0 += 1;
        if self.next.0 > LAST_SLIP {
            self.next = Slip(1);
        }
        torn
    }

    // ex-3: takes a thing in at the desk.
    pub fn check_in(&mut self, thing: Thing) -> Receipt {
        let slip = self.tear_off();
        self.shelf.push(Job { slip, thing });
        // The thing belongs to the shelf now; its name can be read there.
        let last = self.shelf.len() - 1;
        let name = self.shelf[last].thing.name.clone();
        Receipt { slip, name }
    }

    // ex-4: takes everything off the shelf.
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        let mut all = Vec::new();
        while self.shelf.len() > 0 {
            all.push(self.shelf.remove(0));
        }
        all
    }

    // ex-5: one afternoon at the bench.
    pub fn afternoon(&mut self, helper: String, mut minutes: u32) -> Vec<Pickup> {
        let mut done = vec![];
        let mut place = 0;
        while place < self.shelf.len() {
            if self.shelf[place].thing.work > minutes {
                place += 1;
                continue;
            }
            let Job { slip, thing } = self.shelf.remove(place);
            let (thing, left) = thing.repaired(minutes);
            minutes = left;
            done.push(Pickup {
                slip,
                thing,
                helper: helper.clone(),
            });
        }
        done
    }
}
