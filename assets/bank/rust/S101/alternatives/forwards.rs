// ex-1: how many litres went through the meter between two readings.
pub fn used_litres(before: u32, after: u32) -> u32 {
    let turned = after < before;
    let top = if turned { after + METER_NUMBERS } else { after };
    top - before
}

// ex-2: how bad the flow of one hour is.
pub fn flow_level(litres: u32) -> u32 {
    let mut level = DRY;
    for from in [1, RUNNING_FROM, BURST_FROM] {
        if litres >= from {
            level += 1;
        }
    }
    level
}

// ex-3: at the end of which hour the pit is full.
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    if litres_per_hour == 0 {
        return NEVER;
    }
    let mut flow = litres_per_hour;
    let mut room = PIT_LITRES;
    let mut hours = 1;
    while flow < room {
        room -= flow;
        flow += flow / CRACK_PART;
        hours += 1;
    }
    hours
}

// ex-4: the most litres in a single hour.
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    if readings.is_empty() {
        return 0;
    }
    let mut worst = 0;
    let mut before = readings[0];
    for &reading in readings {
        worst = worst.max(used_litres(before, reading));
        before = reading;
    }
    worst
}

// ex-5: the note for the morning: worst hour, running hours at the end, hours until flood.
pub fn morning_note(readings: &[u32]) -> (u32, u32, u32) {
    let mut running = 0;
    let mut flow = 0;
    let mut hour = 1;
    while hour < readings.len() {
        flow = used_litres(readings[hour - 1], readings[hour]);
        match flow_level(flow) {
            DRY | DRIP => running = 0,
            _ => running += 1,
        }
        hour += 1;
    }
    (worst_hour_litres(readings), running, hours_until_flood(flow))
}
