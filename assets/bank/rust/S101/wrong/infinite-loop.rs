// ex-3: at the end of which hour the pit is full.
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    let mut flow = litres_per_hour;
    let mut water = 0;
    let mut hours = 0;
    while water < PIT_LITRES {
        water += flow;
        flow += flow / CRACK_PART;
        hours += 1;
    }
    hours
}
