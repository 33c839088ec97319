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
    // ex-1: takes a thing to the bench, where there are `minutes` left until
    // closing time. Two values come back: the thing, and the minutes that are
    // still left. A repair that takes longer than that is not begun: the thing
    // comes back as it was, with all the minutes.
    //
    //     a lamp with work 20, and 50 minutes: the lamp with work 0, and 30
    //     a radio with work 90, and 50 minutes: the radio as it was, and 50
    //
    // First principle: a value has one owner, and whoever is handed the value
    // is the owner from then on.
    // Lesson: LESSON.md, section 1 "A text has one owner"
    // and section 2 "Handed over, handed back".
    // Test: test_repaired_hands_the_thing_back_working
    // Start here: write an `if` for the repair that takes too long, and hand
    // both values back from there.
    pub fn repaired(self, minutes: u32) -> (Thing, u32) {
        if self.work > minutes {
            return (self, minutes);
        }
        let left = minutes - self.work;
        (Thing { work: 0, ..self }, left)
    }
}

impl Cafe {
    // ex-2: tears the next slip off the roll and hands it out. The roll then
    // shows the number after it; after LAST_SLIP that is number 1.
    //
    //     next is Slip(7): Slip(7) is handed out, and next is Slip(8)
    //     next is Slip(99): Slip(99) is handed out, and next is Slip(1)
    //
    // First principle: a `Copy` value is copied where another would be moved,
    // and the copy stays as it is when the original changes.
    // Lesson: LESSON.md, section 3 "What is copied, what is moved".
    // Test: test_tear_off_gives_one_slip_after_the_other
    // Start here: before anything changes, write a `let` line that names the
    // slip you will hand out.
    pub fn tear_off(&mut self) -> Slip {
        let slip = self.next;
        self.next = if slip.0 == LAST_SLIP {
            Slip(1)
        } else {
            Slip(slip.0 + 1)
        };
        slip
    }

    // ex-3: takes a thing in at the desk. It gets the next slip and goes to
    // the end of the shelf under it. What comes back is the receipt, with the
    // same slip and the name of the thing.
    //
    //     next is Slip(7), a lamp comes in: the last job on the shelf is
    //     Slip(7) with the lamp, and the receipt says Slip(7) and "lamp"
    //
    // First principle: `clone` makes a second value with an owner of its own,
    // and you write it where two owners are meant.
    // Lesson: LESSON.md, section 4 "A second one on purpose"
    // and section 5 "Into a vector".
    // Test: test_check_in_writes_slip_and_name_on_the_receipt
    // Start here: tear off a slip and give it a name. You will need it twice.
    pub fn check_in(&mut self, thing: Thing) -> Receipt {
        let slip = self.tear_off();
        let name = thing.name.clone();
        self.shelf.push(Job { slip, thing });
        Receipt { slip, name }
    }

    // ex-4: takes everything off the shelf and hands it out, in its order. The
    // café keeps an empty shelf. The roll of slips stays as it is.
    //
    //     a shelf with a lamp and a radio: both jobs come back, lamp first,
    //     and the shelf of the café is empty
    //
    // First principle: what is borrowed has to stay whole, so whoever takes a
    // value out of it puts another one in its place.
    // Lesson: LESSON.md, section 6 "Something in its place".
    // Test: test_clear_shelf_leaves_an_empty_shelf
    // Start here: decide what should stand in the field `shelf` afterwards,
    // and how you write it.
    pub fn clear_shelf(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.shelf)
    }

    // ex-5: one afternoon at the bench, with one helper and `minutes` minutes
    // until closing time. From the first job on the shelf to the last, the
    // helper repairs what the time still allows. What works afterwards leaves
    // the shelf and is handed out as a `Pickup` with its slip and the helper's
    // name. The rest stands on the shelf again. The order stays, here and there.
    //
    //     45 minutes; a lamp needs 20, a radio 90, a clock 25: lamp and clock
    //     are handed out, and the radio is on the shelf
    //
    // First principle: a loop over a vector can move every value out of it, and
    // what is not moved on in its turn is dropped.
    // Lesson: LESSON.md, section 7 "Taking a vector apart"
    // and section 8 "A struct with a gap".
    // Test: test_afternoon_puts_the_rest_back_on_the_shelf
    // Start here: write a `for` loop over everything that `clear_shelf` hands
    // you.
    pub fn afternoon(&mut self, helper: String, minutes: u32) -> Vec<Pickup> {
        let mut left = minutes;
        let mut pickups = Vec::new();
        for job in self.clear_shelf() {
            let slip = job.slip;
            let (thing, rest) = job.thing.repaired(left);
            left = rest;
            if thing.work == 0 {
                pickups.push(Pickup {
                    slip,
                    thing,
                    helper: helper.clone(),
                });
            } else {
                self.shelf.push(Job { slip, thing });
            }
        }
        pickups
    }
}
