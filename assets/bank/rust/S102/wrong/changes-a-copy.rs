impl Tank {
    // ex-3: takes water out, and hands back how much really came.
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        let mut level = self.level.0;
        let mut meter = self.meter.0;
        let poured = if wanted.0 < level { wanted.0 } else { level };
        level -= poured;
        meter += poured;
        Litres(poured)
    }
}
