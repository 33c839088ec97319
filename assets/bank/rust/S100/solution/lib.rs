//! Closing time at the parcel depot.
//!
//! One last parcel stands on the counter, and the evening van is nearly full.
//! Five small functions work out what the parcel weighs, whether it still
//! travels tonight, and what it costs to keep it if it does not.
//!
//! All weights are whole grams in a `u32`, all money is whole cents in a `u32`.

/// An empty box, with its tape and its label.
pub const BOX_GRAMS: u32 = 180;

/// One sheet of padding paper.
pub const SHEET_GRAMS: u32 = 15;

/// Charged once for every parcel that goes on the shelf.
pub const HANDLING_CENTS: u32 = 120;

/// The first day on the shelf costs this much, the second day twice as much,
/// the third day three times as much, and so on.
pub const DAY_STEP_CENTS: u32 = 10;

/// How many grams one kilogram has.
pub const GRAMS_PER_KILOGRAM: u32 = 1_000;

/// What the van may carry, tools included.
pub const VAN_LIMIT_GRAMS: u32 = 900_000;

/// The driver's tools, which are always on board.
pub const TOOLS_GRAMS: u32 = 20_000;

// ex-1: what a packed parcel weighs.
pub fn parcel_grams(contents_grams: u32, padding_sheets: u32) -> u32 {
    let padding_grams = padding_sheets * SHEET_GRAMS;
    BOX_GRAMS + contents_grams + padding_grams
}

// ex-2: what it costs to keep a parcel for `days` days.
pub fn storage_cents(days: u32) -> u32 {
    let mut total = HANDLING_CENTS;
    for day in 1..=days {
        total += day * DAY_STEP_CENTS;
    }
    total
}

// ex-3: the same weight in kilograms.
pub fn kilograms(grams: u32) -> f64 {
    let grams = f64::from(grams);
    grams / f64::from(GRAMS_PER_KILOGRAM)
}

// ex-4: how many grams the van can still take.
pub fn room_left_grams(load_grams: u32) -> u32 {
    let room = VAN_LIMIT_GRAMS - TOOLS_GRAMS;
    room.saturating_sub(load_grams)
}

// ex-5: the slip for the last parcel of the day: kilograms, cents, travels tonight.
pub fn closing_slip(
    contents_grams: u32,
    padding_sheets: u32,
    load_grams: u32,
    days: u32,
) -> (f64, u32, bool) {
    let grams = parcel_grams(contents_grams, padding_sheets);
    let travels = grams <= room_left_grams(load_grams);
    let cents = if travels { 0 } else { storage_cents(days) };
    (kilograms(grams), cents, travels)
}
