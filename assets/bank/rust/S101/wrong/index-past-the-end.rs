// ex-4: the most litres in a single hour.
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    let mut worst = 0;
    for hour in 0..readings.len() {
        let used = used_litres(readings[hour], readings[hour + 1]);
        if used > worst {
            worst = used;
        }
    }
    worst
}
