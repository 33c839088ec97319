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
