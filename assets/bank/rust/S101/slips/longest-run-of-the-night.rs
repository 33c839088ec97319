// Breaks: "how many hours in a row, counted back from the last one, were at level RUNNING or above"
// Shows: morning_note(&[100, 130, 130]) is (30, 0, NEVER), here (30, 1, NEVER)
pub fn morning_note(readings: &[u32]) -> (u32, u32, u32) {
    if readings.len() < 2 {
        return (0, 0, NEVER);
    }
    let mut run = 0;
    let mut longest = 0;
    let mut last = 0;
    for place in 1..readings.len() {
        last = used_litres(readings[place - 1], readings[place]);
        if flow_level(last) >= RUNNING {
            run += 1;
        } else {
            run = 0;
        }
        if run > longest {
            longest = run;
        }
    }
    (worst_hour_litres(readings), longest, hours_until_flood(last))
}
