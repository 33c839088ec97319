// Breaks: "a quarter of that on top, in whole litres (a quarter of 3 litres is 0)"
// Shows: hours_until_flood(1) is 500, here 20
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    if litres_per_hour == 0 {
        return NEVER;
    }
    let mut flow = litres_per_hour;
    let mut pit = 0;
    let mut hours = 0;
    while pit < PIT_LITRES {
        pit += flow;
        hours += 1;
        let more = flow / CRACK_PART;
        flow += if more == 0 { 1 } else { more };
    }
    hours
}
