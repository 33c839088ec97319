// ex-2: what it costs to keep a parcel for `days` days.
pub fn storage_cents(days: u32) -> u32 {
    let mut total = HANDLING_CENTS;
    for day in 1..days {
        total += day * DAY_STEP_CENTS;
    }
    total
}
