// Breaks: "The first day on the shelf costs this much, the second day twice as much, the third day three times as much"
// Shows: storage_cents(4) is 220, here 270
pub fn storage_cents(days: u32) -> u32 {
    let mut total = HANDLING_CENTS;
    let mut price = DAY_STEP_CENTS;
    for _ in 0..days {
        total += price;
        // Twice as much as the day before.
        price = price.saturating_mul(2);
    }
    total
}
