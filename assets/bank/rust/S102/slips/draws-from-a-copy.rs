// Breaks: "The level goes down by what came, and the meter goes up by it."
// Shows: after tank(200, 1_000).draw(Litres(80)) the level is Litres(120), here Litres(200)
impl Tank {
    pub fn draw(&mut self, wanted: Litres) -> Litres {
        let mut tank = *self;
        let came = wanted.0.min(tank.level.0);
        tank.level.0 -= came;
        tank.meter.0 += came;
        Litres(came)
    }
}
