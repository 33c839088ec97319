// Breaks: "what was wanted, or all that was left if that is less."
// Shows: tank(50, 300).draw(Litres(80)) is Litres(50), here Litres(0)
impl Tank {
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        if wanted.0 > self.level.0 {
            // The tank cannot give that.
            return Litres(0);
        }
        self.level.0 -= wanted.0;
        self.meter.0 += wanted.0;
        wanted
    }
}
