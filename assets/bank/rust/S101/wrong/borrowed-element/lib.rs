//! The empty house.
//!
//! A house by a lake stands empty over the winter. In its cellar the water
//! meter is read once an hour, all night long. In the morning you look at the
//! numbers from far away: is water running where nobody is, and how long has
//! someone got to drive there and close the tap?
//!
//! All water is whole litres in a `u32`.

/// How many different numbers the meter can show: 0 to 99_999. After the last
/// one it starts again at 0.
pub const METER_NUMBERS: u32 = 100_000;

/// From this many litres in one hour on, water is running.
pub const RUNNING_FROM: u32 = 5;

/// From this many litres in one hour on, a pipe has burst.
pub const BURST_FROM: u32 = 60;

/// The four levels of a flow, from calm to bad.
pub const DRY: u32 = 0;
pub const DRIP: u32 = 1;
pub const RUNNING: u32 = 2;
pub const BURST: u32 = 3;

/// What the pit in the cellar floor holds before the cellar is flooded.
pub const PIT_LITRES: u32 = 500;

/// Each hour a crack lets through one part in this many more: a quarter.
pub const CRACK_PART: u32 = 4;

/// Stands for a number of hours when there is no such hour.
pub const NEVER: u32 = u32::MAX;

// ex-1: how many litres went through the meter between two readings.
pub fn used_litres(before: u32, after: u32) -> u32 {
    if after < before {
        return METER_NUMBERS - before + after;
    }
    after - before
}

// ex-2: how bad the flow of one hour is.
pub fn flow_level(litres: u32) -> u32 {
    match litres {
        0 => DRY,
        1..RUNNING_FROM => DRIP,
        RUNNING_FROM..BURST_FROM => RUNNING,
        _ => BURST,
    }
}

// ex-3: at the end of which hour the pit is full.
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    if litres_per_hour == 0 {
        return NEVER;
    }
    let mut flow = litres_per_hour;
    let mut water = 0;
    let mut hours = 0;
    loop {
        water += flow;
        hours += 1;
        if water >= PIT_LITRES {
            break hours;
        }
        flow += flow / CRACK_PART;
    }
}

// ex-4: the most litres in a single hour.
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    if readings.len() < 2 {
        return 0;
    }
    let mut worst = 0;
    let mut before = readings[0];
    for reading in readings {
        let used = used_litres(before, reading);
        if used > worst {
            worst = used;
        }
        before = reading;
    }
    worst
}

// ex-5: the note for the morning: worst hour, running hours at the end, hours until flood.
pub fn morning_note(readings: &[u32]) -> (u32, u32, u32) {
    if readings.len() < 2 {
        return (0, 0, NEVER);
    }
    let mut running = 0;
    for hour in (1..readings.len()).rev() {
        let used = used_litres(readings[hour - 1], readings[hour]);
        if flow_level(used) < RUNNING {
            break;
        }
        running += 1;
    }
    let last = readings.len() - 1;
    let flow = used_litres(readings[last - 1], readings[last]);
    (worst_hour_litres(readings), running, hours_until_flood(flow))
}
