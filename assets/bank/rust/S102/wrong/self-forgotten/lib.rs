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
    // ex-1: a bed that was dug this morning.
    pub fn new(number: u32, square_metres: u32) -> Bed {
        Bed {
            number,
            square_metres,
            mulched: false,
            given: Litres(0),
        }
    }

    // ex-2: what this bed still needs today.
    pub fn thirst(&self) -> Litres {
        let per_metre = if mulched {
            MULCHED_NEED
        } else {
            BARE_NEED
        };
        let need = square_metres * per_metre;
        Litres(need.saturating_sub(self.given.0))
    }
}

impl Tank {
    // ex-3: takes water out, and hands back how much really came.
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        let poured = if wanted.0 < self.level.0 {
            wanted
        } else {
            self.level
        };
        self.level.0 -= poured.0;
        self.meter.0 += poured.0;
        poured
    }
}

impl Bed {
    // ex-4: the same bed after somebody has poured water on it.
    pub fn watered(&self, poured: Litres) -> Bed {
        Bed {
            given: Litres(self.given.0 + poured.0),
            ..*self
        }
    }
}

impl Tank {
    // ex-5: one evening round from the first bed to the last.
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        let mut total = 0;
        let mut still_dry = 0;
        for bed in beds {
            let poured = self.draw(bed.thirst());
            total += poured.0;
            let after = bed.watered(poured);
            if after.thirst() != Litres(0) {
                still_dry += 1;
            }
        }
        Round {
            poured: Litres(total),
            still_dry,
        }
    }
}
