// Breaks: "A dry pipe fills no pit, so for 0 litres the answer is NEVER." (hours_until_flood(3) is 167)
// Shows: hours_until_flood(1) is 500, here NEVER
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    if litres_per_hour < CRACK_PART {
        // A quarter of it is 0: this crack does not grow.
        return NEVER;
    }
    let mut flow = litres_per_hour;
    let mut pit = 0;
    let mut hours = 0;
    while pit < PIT_LITRES {
        pit += flow;
        hours += 1;
        flow += flow / CRACK_PART;
    }
    hours
}
