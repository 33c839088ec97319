// Breaks: "after how many hours the pit is full, if the litres of the last hour are what runs into it first"
// Shows: morning_note(&[100, 130, 130]) is (30, 0, NEVER), here (30, 0, 8)
pub fn morning_note(readings: &[u32]) -> (u32, u32, u32) {
    if readings.len() < 2 {
        return (0, 0, NEVER);
    }
    let worst = worst_hour_litres(readings);
    let mut running = 0;
    for place in (1..readings.len()).rev() {
        let used = used_litres(readings[place - 1], readings[place]);
        if flow_level(used) < RUNNING {
            break;
        }
        running += 1;
    }
    (worst, running, hours_until_flood(worst))
}
