impl Bed {
    // ex-1: a bed that was dug this morning.
    pub fn new(number: u32, square_metres: u32) -> Bed {
        let meadow = Bed {
            number: 0,
            square_metres: 0,
            mulched: false,
            given: Litres(0),
        };
        Bed {
            number: number,
            square_metres: square_metres,
            ..meadow
        }
    }

    // A helper of its own: the need of one square metre.
    fn need_per_metre(&self) -> u32 {
        if self.mulched {
            return MULCHED_NEED;
        }
        BARE_NEED
    }

    // ex-2: what this bed still needs today.
    pub fn thirst(&self) -> Litres {
        let mut need = 0;
        for _ in 0..self.square_metres {
            need += self.need_per_metre();
        }
        if need > self.given.0 {
            Litres(need - self.given.0)
        } else {
            Litres(0)
        }
    }
}

impl Tank {
    // ex-3: takes water out, and hands back how much really came.
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        if wanted.0 > self.level.0 {
            return self.draw(self.level);
        }
        self.level = Litres(self.level.0 - wanted.0);
        self.meter = Litres(self.meter.0 + wanted.0);
        wanted
    }
}

impl Bed {
    // ex-4: the same bed after somebody has poured water on it.
    pub fn watered(&self, poured: Litres) -> Bed {
        let mut bed = *self;
        bed.given.0 += poured.0;
        bed
    }
}

impl Tank {
    // ex-5: one evening round from the first bed to the last.
    pub fn evening_round(&mut self, beds: &[Bed]) -> Round {
        let mut note = Round {
            poured: Litres(0),
            still_dry: 0,
        };
        let mut at = 0;
        while at < beds.len() {
            let mut bed = beds[at];
            let poured = self.draw(bed.thirst());
            bed = bed.watered(poured);
            note.poured.0 += poured.0;
            if bed.thirst().0 > 0 {
                note.still_dry += 1;
            }
            at += 1;
        }
        note
    }
}
