//! One tank for the whole garden.
//!
//! A dry summer in a community garden. Every evening the beds are watered from
//! one rain tank, in the order in which they lie along the path, and whoever is
//! on duty wants to know: how far will the water go?
//!
//! The amounts are small. Nothing here comes near the largest `u32`.

/// Litres that one square metre of bare soil needs in a day.
pub const BARE_NEED: u32 = 6;

/// Litres that one square metre under mulch needs in a day.
pub const MULCHED_NEED: u32 = 4;

/// An amount of water in whole litres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Litres(pub u32);

/// One bed of the garden.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bed {
    /// What is painted on its post.
    pub number: u32,
    pub square_metres: u32,
    /// Covered with straw or cut grass, which keeps the soil moist.
    pub mulched: bool,
    /// What it was given today, by rain or by hand.
    pub given: Litres,
}

/// The rain tank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tank {
    /// What is in it now.
    pub level: Litres,
    /// What has flowed out of it since spring.
    pub meter: Litres,
}

/// What is noted in the book after a watering round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Round {
    /// What all the beds together were given in this round.
    pub poured: Litres,
    /// How many beds need more water even after the round.
    pub still_dry: u32,
}

impl Bed {
    // ex-1: a bed that was dug this morning: bare soil, and no water yet.
    //
    //     Bed::new(4, 10) is bed 4 with 10 square metres, not mulched, and
    //     given Litres(0)
    //
    // First principle: a struct makes one value of several, and each field
    // gets its value when the struct is made.
    // Lesson: LESSON.md, section 1 "Values that belong together",
    // section 2 "A number that says what it counts"
    // and section 3 "A function that belongs to a type".
    // Test: test_new_bed_is_bare_and_dry
    // Start here: replace the `todo!` line by `Bed { }`, and write the first
    // field between the braces.
    pub fn new(number: u32, square_metres: u32) -> Bed {
        Bed {
            number,
            square_metres,
            mulched: false,
            given: Litres(0),
        }
    }

    // ex-2: what this bed still needs today: the need of all its square metres,
    // less what it was given. Bare soil and mulch have different needs. A bed
    // that was given enough, or more than enough, needs Litres(0).
    //
    //     10 square metres of bare soil, given Litres(15): Litres(45)
    //     10 square metres under mulch, given Litres(50): Litres(0)
    //
    // First principle: a method with `&self` looks at the value it is called
    // on, and reads its fields through `self`.
    // Lesson: LESSON.md, section 4 "A method that looks",
    // and section 2 "A number that says what it counts".
    // Test: test_thirst_counts_what_was_given
    // Start here: write one `let` line that names the need of one square metre
    // of this bed.
    pub fn thirst(&self) -> Litres {
        let need = if self.mulched {
            MULCHED_NEED
        } else {
            BARE_NEED
        };
        Litres((need * self.square_metres).saturating_sub(self.given.0))
    }
}

impl Tank {
    // ex-3: takes water out of the tank and hands back how much really came:
    // what was wanted, or all that was left if that is less. The level goes
    // down by what came, and the meter goes up by it.
    //
    //     level Litres(30), meter Litres(500), draw(Litres(20)) hands back
    //     Litres(20), and the tank has level Litres(10), meter Litres(520)
    //
    // First principle: a method with `&mut self` changes the very value it is
    // called on.
    // Lesson: LESSON.md, section 5 "A method that changes"
    // and section 6 "A copy is another value".
    // Test: test_draw_lowers_the_level_and_moves_the_meter
    // Start here: before anything changes, write a `let` line that names how
    // much will come.
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        let came = wanted.0.min(self.level.0);
        self.level.0 -= came;
        self.meter.0 += came;
        Litres(came)
    }
}

impl Bed {
    // ex-4: the same bed after somebody has poured water on it: it was given
    // that much more, and everything else about it is as before.
    //
    //     a bed that was given Litres(15), then watered(Litres(5)): the bed
    //     that comes back was given Litres(20)
    //
    // First principle: a method can leave its value as it is and hand back a
    // new one.
    // Lesson: LESSON.md, section 7 "The same, but for one field".
    // Test: test_watered_keeps_everything_else
    // Start here: write `Bed { }` with the one field in it that is different.
    pub fn watered(&self, poured: Litres) -> Bed {
        Bed {
            given: Litres(self.given.0 + poured.0),
            ..*self
        }
    }
}

impl Tank {
    // ex-5: one evening round. From the first bed to the last, each bed is
    // given what it still needs, as long as the tank has water; the last of
    // the water may be less than a bed needs. The tank is drawn from, the
    // slice of beds stays as it is, and the note for the book comes back.
    //
    //     level Litres(50); one bed needs 32 litres, the next 30, then 0, 12:
    //     poured Litres(50), and 2 beds are still dry
    //
    // First principle: methods hold the rules of a type, so that a larger step
    // can be put together from them.
    // Lesson: LESSON.md, section 8 "A row of structs".
    // Test: test_evening_round_counts_the_beds_that_stay_dry
    // Start here: write a `for` loop over the beds, and draw what the bed
    // still needs.
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        let mut round = Round {
            poured: Litres(0),
            still_dry: 0,
        };
        for bed in beds {
            let came = self.draw(bed.thirst());
            round.poured.0 += came.0;
            if bed.watered(came).thirst() != Litres(0) {
                round.still_dry += 1;
            }
        }
        round
    }
}
