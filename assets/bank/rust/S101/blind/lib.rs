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

// ex-1: how many litres went through the meter between two readings. After
// 99_999 the meter starts again at 0, so the later reading may be the smaller
// one. Between two readings that happens once at most.
//
//     used_litres(4_200, 4_260) is 60
//     used_litres(99_998, 3) is 5: two litres to reach 0, three more from there
//
// First principle: `return` hands an answer back at once, so a special case
// can be settled before the usual one.
// Lesson: LESSON.md, section 1 "An answer before the end".
// Test: test_used_litres_goes_on_after_the_last_number
// Start here: write an `if` that asks whether the meter has started again
// between the two readings.
pub fn used_litres(before: u32, after: u32) -> u32 {
    if after < before {
        return METER_NUMBERS - before + after;
    }
    after - before
}

// ex-2: how bad the flow of one hour is, as one of the four levels.
//
//     0 litres               DRY
//     1 to 4 litres          DRIP
//     5 to 59 litres         RUNNING, so from RUNNING_FROM on
//     60 litres and more     BURST, so from BURST_FROM on
//
// First principle: a choice is read from the top, the first arm that fits is
// taken, and every number needs an arm.
// Lesson: LESSON.md, section 2 "The first yes decides"
// and section 3 "An arm for every number".
// Test: test_flow_level_calls_sixty_litres_a_burst
// Start here: write a `match` on `litres` with one arm, for 0 litres, and let
// the compiler tell you what is missing.
pub fn flow_level(litres: u32) -> u32 {
    match litres {
        0 => DRY,
        1..RUNNING_FROM => DRIP,
        RUNNING_FROM..BURST_FROM => RUNNING,
        BURST_FROM.. => BURST,
    }
}

// ex-3: at the end of which hour the pit is full, when `litres_per_hour` run
// into the empty pit in the first hour. Water widens a crack: each hour brings
// what the hour before brought and a quarter of that on top, in whole litres
// (a quarter of 3 litres is 0). A pit with PIT_LITRES or more in it is full.
// A dry pipe fills no pit, so for 0 litres the answer is NEVER.
//
//     hours_until_flood(200) is 3: 200, then 250 makes 450, then 312 makes 762
//     hours_until_flood(3) is 167: three litres an hour, all the time
//
// First principle: a loop goes on until something in it changes the answer to
// its question.
// Lesson: LESSON.md, section 4 "As long as it takes"
// and section 5 "A loop with an answer".
// Test: test_hours_until_flood_ends_with_the_hour_that_fills_the_pit
// Start here: write three `let mut` lines: the flow of the coming hour, the
// water in the pit, and the hours that have passed.
pub fn hours_until_flood(litres_per_hour: u32) -> u32 {
    if litres_per_hour == 0 {
        return NEVER;
    }
    let mut flow = litres_per_hour;
    let mut pit = 0;
    let mut hours = 0;
    loop {
        pit += flow;
        hours += 1;
        if pit >= PIT_LITRES {
            return hours;
        }
        flow += flow / CRACK_PART;
    }
}

// ex-4: the most litres that went through the meter in a single hour.
// `readings` holds one reading for each hour, in order, so two neighbours tell
// what one hour used. Fewer than two readings tell nothing: the answer is 0.
//
//     worst_hour_litres(&[100, 104, 104, 113]) is 9: hours of 4, 0 and 9 litres
//
// First principle: a slice has places 0 to `len() - 1`, and a loop over it
// takes as many turns as there are numbers in it, even none.
// Lesson: LESSON.md, section 6 "Many numbers in a row"
// and section 7 "A number by its place".
// Test: test_worst_hour_litres_finds_the_largest_hour
// Start here: write a `for` loop over the places of `readings` that have a
// neighbour on their left.
pub fn worst_hour_litres(readings: &[u32]) -> u32 {
    let mut worst = 0;
    for i in 1..readings.len() {
        worst = worst.max(used_litres(readings[i - 1], readings[i]));
    }
    worst
}

// ex-5: the note for the morning, three values in this order:
//
//     1. the most litres in a single hour of the night
//     2. how many hours in a row, counted back from the last one, were at
//        level RUNNING or above
//     3. after how many hours the pit is full, if the litres of the last hour
//        are what runs into it first
//
// Fewer than two readings make the note (0, 0, NEVER).
//
//     morning_note(&[100, 109, 109, 115, 123]) is (9, 2, 14): hours of 9, 0, 6
//     and 8 litres
//
// First principle: a range can be walked from its end, and `break` leaves the
// walk where the answer is known.
// Lesson: LESSON.md, section 8 "Backwards, in steps, and out".
// Test: test_morning_note_counts_running_hours_back_from_the_end
// Start here: settle the case of fewer than two readings with an early
// `return`.
pub fn morning_note(readings: &[u32]) -> (u32, u32, u32) {
    if readings.len() < 2 {
        return (0, 0, NEVER);
    }
    let mut running_hours = 0;
    for i in (1..readings.len()).rev() {
        if flow_level(used_litres(readings[i - 1], readings[i])) < RUNNING {
            break;
        }
        running_hours += 1;
    }
    let last = readings.len() - 1;
    let last_hour = used_litres(readings[last - 1], readings[last]);
    (
        worst_hour_litres(readings),
        running_hours,
        hours_until_flood(last_hour),
    )
}
