// ex-1: how many litres went through the meter between two readings.
pub fn used_litres(before: u32, after: u32) -> u32 {
    (METER_NUMBERS + after - before) % METER_NUMBERS
}

// ex-2: how bad the flow of one hour is.
pub fn flow_level(litres: u32) -> u32 {
    if litres >= BURST_FROM {
        BURST
    } else if litres >= RUNNING_FROM {
        RUNNING
    } else if litres > 0 {
        DRIP
    } else {
        DRY
    }
}

// ex-3: at the end of which hour the pit is full.
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    // At one litre an hour, the slowest flow there is, the pit takes PIT_LITRES hours.
    let mut flow = litres_per_hour;
    let mut water = 0;
    for hour in 1..=PIT_LITRES {
        water += flow;
        if water >= PIT_LITRES {
            return hour;
        }
        flow += flow / CRACK_PART;
    }
    NEVER
}

// ex-4: the most litres in a single hour.
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    let hours = readings.windows(2).map(|pair| used_litres(pair[0], pair[1]));
    hours.max().unwrap_or(0)
}

// ex-5: the note for the morning: worst hour, running hours at the end, hours until flood.
pub fn morning_note(readings: &[u32]) -> (u32, u32, u32) {
    let hours = || readings.windows(2).map(|pair| used_litres(pair[0], pair[1]));
    let running = hours().rev().take_while(|&used| flow_level(used) >= RUNNING).count();
    let until_flood = hours().last().map_or(NEVER, hours_until_flood);
    (worst_hour_litres(readings), running as u32, until_flood)
}
