// Breaks: "how many hours in a row, counted back from the last one"
// Shows: morning_note(&[99_900, 99_970, 99_972, 99_977, 37]) is (70, 2, 6), here (70, 3, 6)
pub fn morning_note(readings: &[u32]) -> (u32, u32, u32) {
    if readings.len() < 2 {
        return (0, 0, NEVER);
    }
    let mut running = 0;
    for place in (1..readings.len()).rev() {
        let used = used_litres(readings[place - 1], readings[place]);
        if flow_level(used) >= RUNNING {
            running += 1;
        }
    }
    let end = readings.len() - 1;
    let last = used_litres(readings[end - 1], readings[end]);
    (worst_hour_litres(readings), running, hours_until_flood(last))
}
