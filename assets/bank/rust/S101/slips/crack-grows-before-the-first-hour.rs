// Breaks: "when `litres_per_hour` run into the empty pit in the first hour"
// Shows: hours_until_flood(499) is 2, here 1
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    if litres_per_hour == 0 {
        return NEVER;
    }
    let mut flow = litres_per_hour;
    let mut pit = 0;
    let mut hours = 0;
    while pit < PIT_LITRES {
        flow += flow / CRACK_PART;
        pit += flow;
        hours += 1;
    }
    hours
}
