//! Saturday at the repair café.
//!
//! Once a month the old school hall fills with lamps, radios and toasters.
//! Whoever brings a thing gets a paper slip with a number. The thing waits on
//! the shelf under the same number, until a helper has time for it.
//!
//! Every thing is in one place at any moment. None may get lost, and none may
//! turn up twice. All times are whole minutes in a `u32`.

/// The last number on a roll of slips. The slip after it is number 1 again.
pub const LAST_SLIP: u32 = 99;

/// A number on paper: one for the guest, one tied to the thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slip(pub u32);

/// A thing that somebody brought.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    pub name: String,
    /// The minutes of work it needs. A thing that works needs 0.
    pub work: u32,
}

/// A thing on the shelf, with the slip that is tied to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    pub slip: Slip,
    pub thing: Thing,
}

/// What a guest keeps while the thing is here.
#[derive(Debug, Clone, PartialEq)]
pub struct Receipt {
    pub slip: Slip,
    /// The name of the thing.
    pub name: String,
}

/// A thing that works again and waits for its guest.
#[derive(Debug, Clone, PartialEq)]
pub struct Pickup {
    pub slip: Slip,
    pub thing: Thing,
    /// Who repaired it.
    pub helper: String,
}

/// The café: a roll of slips and a shelf.
#[derive(Debug, Clone, PartialEq)]
pub struct Cafe {
    /// The slip that is torn off next.
    pub next: Slip,
    /// What waits for a helper, in the order in which it came.
    pub shelf: Vec<Job>,
}

impl Thing {
    // ex-1: takes a thing to the bench and hands it back, with the minutes that are left.
    pub fn repaired(self, minutes: u32) -> (Thing, u32) {
        if self.work > minutes {
            return (self, minutes);
        }
        let left = minutes - self.work;
        let mut thing = self;
        thing.work = 0;
        (thing, left)
    }
}

impl Cafe {
    // ex-2: tears the next slip off the roll.
    pub fn tear_off(&mut self) -> Slip {
        let slip = self.next;
        self.next = Slip(slip.0 % LAST_SLIP + 1);
        slip
    }

    // ex-3: takes a thing in at the desk.
    pub fn check_in(&mut self, thing: Thing) -> Receipt {
        let slip = self.tear_off();
        let receipt = Receipt {
            slip,
            name: thing.name.clone(),
        };
        self.shelf.push(Job { slip, thing });
        receipt
    }

    // ex-4: takes everything off the shelf.
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        std::mem::replace(&mut self.shelf, Vec::new())
    }

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
