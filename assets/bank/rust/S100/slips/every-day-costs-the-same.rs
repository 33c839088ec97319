// Breaks: "for each day a price that rises day by day."
// Shows: storage_cents(4) is 220, here 160
pub fn storage_cents(days: u32) -> u32 {
    let mut total = HANDLING_CENTS;
    for _ in 0..days {
        total += DAY_STEP_CENTS;
    }
    total
}
