// Breaks: "Fewer than two readings make the note (0, 0, NEVER)."
// Shows: morning_note(&[731]) is (0, 0, NEVER), here it underflows and panics
pub fn morning_note(readings: &[u32]) -> (u32, u32, u32) {
    if readings.is_empty() {
        return (0, 0, NEVER);
    }
    let end = readings.len() - 1;
    let last = used_litres(readings[end - 1], readings[end]);
    let mut running = 0;
    for place in (1..readings.len()).rev() {
        let used = used_litres(readings[place - 1], readings[place]);
        if flow_level(used) < RUNNING {
            break;
        }
        running += 1;
    }
    (worst_hour_litres(readings), running, hours_until_flood(last))
}
