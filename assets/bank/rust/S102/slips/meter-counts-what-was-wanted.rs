// Breaks: "The level goes down by what came, and the meter goes up by it."
// Shows: after tank(50, 300).draw(Litres(80)) the meter is Litres(350), here Litres(380)
impl Tank {
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        let came = wanted.0.min(self.level.0);
        self.level = Litres(self.level.0 - came);
        self.meter = Litres(self.meter.0 + wanted.0);
        Litres(came)
    }
}
