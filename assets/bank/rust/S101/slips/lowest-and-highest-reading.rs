// Breaks: "the most litres that went through the meter in a single hour"
// Shows: worst_hour_litres(&[40_000, 40_007, 40_010, 40_010, 40_015]) is 7, here 15
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    if readings.len() < 2 {
        return 0;
    }
    let mut lowest = readings[0];
    let mut highest = readings[0];
    for &reading in readings {
        lowest = lowest.min(reading);
        highest = highest.max(reading);
    }
    highest - lowest
}
