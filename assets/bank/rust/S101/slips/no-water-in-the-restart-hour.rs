// Breaks: "the most litres that went through the meter in a single hour"
// Shows: worst_hour_litres(&[99_950, 99_952, 3, 10]) is 51, here 7
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    let mut worst = 0;
    for place in 1..readings.len() {
        let used = readings[place].saturating_sub(readings[place - 1]);
        if used > worst {
            worst = used;
        }
    }
    worst
}
