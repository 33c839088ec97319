// Breaks: "the handling charge once" (storage_cents(0) is 120: handling only)
// Shows: storage_cents(0) is 120, here 0
pub fn storage_cents(days: u32) -> u32 {
    let mut total = 0;
    for day in 1..=days {
        if day == 1 {
            total += HANDLING_CENTS;
        }
        total += day * DAY_STEP_CENTS;
    }
    total
}
