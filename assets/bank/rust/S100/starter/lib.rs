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

// ex-1: what a packed parcel weighs: one box, its contents, and its sheets of
// padding paper. No packed parcel is heavier than 100_000 g.
//
//     parcel_grams(500, 2) is 710: a box, 500 g of contents, 2 sheets
//
// First principle: `let` gives a value a name, and every value has one type.
// Lesson: LESSON.md, section 1 "A name for a value"
// and section 2 "The last line is the answer".
// Test: test_parcel_grams_adds_contents_and_sheets
// Start here: replace the `todo!` line by a `let` line that names the weight
// of all the sheets together.
pub fn parcel_grams(contents_grams: u32, padding_sheets: u32) -> u32 {
    todo!("ex-1")
}

// ex-2: what it costs to keep a parcel on the shelf for `days` days: the
// handling charge once, and for each day a price that rises day by day. `days`
// is at most 366: the depot keeps no parcel longer.
//
//     storage_cents(0) is 120: handling only
//     storage_cents(2) is 150: handling, then 10 for day one, 20 for day two
//
// First principle: only a binding that says `mut` can be given a new value.
// Lesson: LESSON.md, section 3 "A name that may change"
// and section 4 "Once for every number".
// Test: test_storage_cents_rises_day_by_day
// Start here: write one `let` line for the running total, holding what a
// parcel costs before its first day.
pub fn storage_cents(days: u32) -> u32 {
    todo!("ex-2")
}

// ex-3: the same weight in kilograms, with the part after the point.
//
//     kilograms(2_750) is 2.75
//     kilograms(0) is 0.0
//
// First principle: a second `let` makes a new binding, and the new one may
// have another type.
// Lesson: LESSON.md, section 5 "A new binding, an old name"
// and section 6 "Whole numbers and the rest".
// Test: test_kilograms_keeps_the_part_after_the_point
// Start here: write a `let` line that holds `grams` as an `f64`.
pub fn kilograms(grams: u32) -> f64 {
    todo!("ex-3")
}

// ex-4: how many grams the van can still take, once the tools and `load_grams`
// are on board. A van that is full, or too full, has room for 0. The scale is
// old, so `load_grams` may be any `u32`, even `u32::MAX`.
//
//     room_left_grams(0) is 880_000
//     room_left_grams(900_000) is 0
//
// First principle: an integer type has a smallest and a largest value, and
// your code says what happens there.
// Lesson: LESSON.md, section 7 "Where a type ends".
// Test: test_room_left_grams_of_an_overfull_van_is_zero
// Start here: name the room in a van that carries its tools and nothing else.
pub fn room_left_grams(load_grams: u32) -> u32 {
    todo!("ex-4")
}

// ex-5: the slip for the last parcel of the day, three values in this order:
//
//     1. its packed weight in kilograms
//     2. what it costs in cents: 0 if it travels tonight, otherwise the price
//        of `days` days on the shelf
//     3. `true` if it travels tonight, which it does when its packed weight is
//        at most the room left in the van
//
// As in ex-4, `load_grams` may be any `u32`.
//
// First principle: `if` is an expression, so its value can be given a name.
// Lesson: LESSON.md, section 8 "A question with a value".
// Test: test_closing_slip_charges_a_parcel_that_stays
// Start here: write one `let` line for the packed weight in grams, with the
// function from ex-1.
pub fn closing_slip(
    contents_grams: u32,
    padding_sheets: u32,
    load_grams: u32,
    days: u32,
) -> (f64, u32, bool) {
    todo!("ex-5")
}
