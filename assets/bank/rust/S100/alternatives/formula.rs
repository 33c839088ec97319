// ex-1: what a packed parcel weighs.
pub fn parcel_grams(contents_grams: u32, padding_sheets: u32) -> u32 {
    padding_sheets * SHEET_GRAMS + contents_grams + BOX_GRAMS
}

// ex-2: what it costs to keep a parcel for `days` days.
pub fn storage_cents(days: u32) -> u32 {
    // Day 1, 2, …, days add up to days * (days + 1) / 2 steps.
    HANDLING_CENTS + DAY_STEP_CENTS * (days * (days + 1) / 2)
}

// ex-3: the same weight in kilograms.
pub fn kilograms(grams: u32) -> f64 {
    grams as f64 / 1_000.0
}

// ex-4: how many grams the van can still take.
pub fn room_left_grams(load_grams: u32) -> u32 {
    if load_grams > VAN_LIMIT_GRAMS - TOOLS_GRAMS {
        return 0;
    }
    VAN_LIMIT_GRAMS - TOOLS_GRAMS - load_grams
}

// ex-5: the slip for the last parcel of the day: kilograms, cents, travels tonight.
pub fn closing_slip(
    contents_grams: u32,
    padding_sheets: u32,
    load_grams: u32,
    days: u32,
) -> (f64, u32, bool) {
    let grams = parcel_grams(contents_grams, padding_sheets);
    if room_left_grams(load_grams) >= grams {
        (kilograms(grams), 0, true)
    } else {
        (kilograms(grams), storage_cents(days), false)
    }
}
