// Breaks: "Fewer than two readings tell nothing: the answer is 0."
// Shows: worst_hour_litres(&[]) is 0, here it underflows and panics
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    let mut worst = 0;
    for place in 0..readings.len() - 1 {
        let used = used_litres(readings[place], readings[place + 1]);
        if used > worst {
            worst = used;
        }
    }
    worst
}
