// ex-4: the most litres in a single hour.
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    if readings.len() < 2 {
        return 0;
    }
    let mut worst = 0;
    let mut before = readings[0];
    for reading in readings {
        let used = used_litres(before, reading);
        if used > worst {
            worst = used;
        }
        before = reading;
    }
    worst
}
