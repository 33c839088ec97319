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
    let mut grams = BOX_GRAMS;
    grams += contents_grams;
    for _ in 0..padding_sheets {
        grams += SHEET_GRAMS;
    }
    grams
}

// ex-2: what it costs to keep a parcel for `days` days.
pub fn storage_cents(days: u32) -> u32 {
    let mut total = HANDLING_CENTS;
    let mut price = 0;
    let mut left = days;
    while left > 0 {
        price += DAY_STEP_CENTS;
        total += price;
        left -= 1;
    }
    total
}

// ex-3: the same weight in kilograms.
pub fn kilograms(grams: u32) -> f64 {
    let whole = grams / GRAMS_PER_KILOGRAM;
    let rest = grams % GRAMS_PER_KILOGRAM;
    let whole = f64::from(whole);
    let rest = f64::from(rest);
    whole + rest / 1_000.0
}

// ex-4: how many grams the van can still take.
pub fn room_left_grams(load_grams: u32) -> u32 {
    let on_board = load_grams.saturating_add(TOOLS_GRAMS);
    match VAN_LIMIT_GRAMS.checked_sub(on_board) {
        Some(room) => room,
        None => 0,
    }
}

// ex-5: the slip for the last parcel of the day: kilograms, cents, travels tonight.
pub fn closing_slip(
    contents_grams: u32,
    padding_sheets: u32,
    load_grams: u32,
    days: u32,
) -> (f64, u32, bool) {
    let grams = parcel_grams(contents_grams, padding_sheets);
    let room = room_left_grams(load_grams);
    let mut travels = true;
    let mut cents = 0;
    if grams > room {
        travels = false;
        cents = storage_cents(days);
    }
    let weight = kilograms(grams);
    (weight, cents, travels)
}
