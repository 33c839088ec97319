impl Thing {
    // ex-1: takes a thing to the bench and hands it back, with the minutes that are left.
    pub fn repaired(self, minutes: u32) -> (Thing, u32) {
        match minutes.checked_sub(self.work) {
            Some(left) => (Thing { work: 0, ..self }, left),
            None => (self, minutes),
        }
    }
}

impl Cafe {
    // ex-2: tears the next slip off the roll.
    pub fn tear_off(&mut self) -> Slip {
        let following = match self.next.0 {
            LAST_SLIP => Slip(1),
            number => Slip(number + 1),
        };
        std::mem::replace(&mut self.next, following)
    }

    // ex-3: takes a thing in at the desk.
    pub fn check_in(&mut self, thing: Thing) -> Receipt {
        let receipt = Receipt {
            slip: self.tear_off(),
            name: thing.name.to_string(),
        };
        let slip = receipt.slip;
        self.shelf.extend([Job { slip, thing }]);
        receipt
    }

    // ex-4: takes everything off the shelf.
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        self.shelf.drain(..).collect()
    }

    // ex-5: one afternoon at the bench.
    pub fn afternoon(&mut self, helper: String, minutes: u32) -> Vec<Pickup> {
        let mut left = minutes;
        let tried = self.clear_shelf().into_iter().map(|job| {
            let (thing, after) = job.thing.repaired(left);
            left = after;
            Job { thing, ..job }
        });
        let (done, waiting): (Vec<Job>, Vec<Job>) = tried.partition(|job| job.thing.work == 0);
        self.shelf = waiting;
        let pickup = |Job { slip, thing }| Pickup {
            slip,
            thing,
            helper: helper.clone(),
        };
        done.into_iter().map(pickup).collect()
    }
}
