// Breaks: "what was wanted, or all that was left if that is less. The level goes down by what came"
// Shows: tank(56, 0).draw(Litres(38)) is Litres(38), here Litres(18)
impl Tank {
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        let mut came = Litres(0);
        if self.level.0 >= wanted.0 {
            came = wanted;
            self.level.0 -= came.0;
            self.meter.0 += came.0;
        }
        if self.level.0 < wanted.0 {
            came = self.level;
            self.level = Litres(0);
            self.meter.0 += came.0;
        }
        came
    }
}
