// Breaks: "each hour brings what the hour before brought and a quarter of that on top"
// Shows: hours_until_flood(40) is 7, here 8
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    if litres_per_hour == 0 {
        return NEVER;
    }
    let more = litres_per_hour / CRACK_PART;
    let mut flow = litres_per_hour;
    let mut pit = 0;
    let mut hours = 0;
    while pit < PIT_LITRES {
        pit += flow;
        hours += 1;
        flow += more;
    }
    hours
}
