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
