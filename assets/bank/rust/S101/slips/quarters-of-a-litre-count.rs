// Breaks: "a quarter of that on top, in whole litres (a quarter of 3 litres is 0)"
// Shows: hours_until_flood(1) is 500, here 22
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    if litres_per_hour == 0 {
        return NEVER;
    }
    let mut flow = litres_per_hour as f64;
    let mut pit = 0.0;
    let mut hours = 0;
    while pit < PIT_LITRES as f64 {
        pit += flow;
        hours += 1;
        flow += flow / CRACK_PART as f64;
    }
    hours
}
