impl Bed {
    // ex-1: a bed that was dug this morning.
    pub fn new(number: u32, square_metres: u32) -> Self {
        let given = Litres(0);
        let mulched = false;
        Self {
            given,
            mulched,
            square_metres,
            number,
        }
    }

    // ex-2: what this bed still needs today.
    pub fn thirst(&self) -> Litres {
        let Bed {
            square_metres,
            mulched,
            given: Litres(given),
            ..
        } = *self;
        let need = match mulched {
            true => MULCHED_NEED * square_metres,
            false => BARE_NEED * square_metres,
        };
        if given >= need {
            return Litres(0);
        }
        Litres(need - given)
    }
}

impl Tank {
    // ex-3: takes water out, and hands back how much really came.
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        let Litres(wanted) = wanted;
        let Tank {
            level: Litres(level),
            meter: Litres(meter),
        } = *self;
        let left = level.saturating_sub(wanted);
        let came = level - left;
        *self = Tank {
            level: Litres(left),
            meter: Litres(meter + came),
        };
        Litres(came)
    }
}

impl Bed {
    // ex-4: the same bed after somebody has poured water on it.
    pub fn watered(&self, poured: Litres) -> Bed {
        let Bed {
            number,
            square_metres,
            mulched,
            given: Litres(before),
        } = *self;
        let Litres(more) = poured;
        Bed {
            number,
            square_metres,
            mulched,
            given: Litres(before + more),
        }
    }
}

impl Tank {
    // ex-5: one evening round from the first bed to the last.
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        // The meter notes everything that flows out.
        let before = self.meter.0;
        let mut still_dry = 0;
        for bed in beds {
            let wanted = bed.thirst();
            let came = self.draw(wanted);
            if came != wanted {
                still_dry += 1;
            }
        }
        let poured = Litres(self.meter.0 - before);
        Round { poured, still_dry }
    }
}
