// Breaks: "so two neighbours tell what one hour used"
// Shows: worst_hour_litres(&[99_950, 99_952, 3, 10]) is 51, here 7
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    let mut worst = 0;
    for place in (1..readings.len()).step_by(2) {
        let used = used_litres(readings[place - 1], readings[place]);
        if used > worst {
            worst = used;
        }
    }
    worst
}
