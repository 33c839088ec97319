// Breaks: "what was wanted, or all that was left if that is less."
// Shows: tank(6, 0).draw(Litres(6)) is Litres(6), here Litres(0)
impl Tank {
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        let mut came = 0;
        if self.level.0 > wanted.0 {
            came = wanted.0;
        } else if self.level.0 < wanted.0 {
            came = self.level.0;
        }
        self.level.0 -= came;
        self.meter.0 += came;
        Litres(came)
    }
}
