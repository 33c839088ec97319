// Breaks: "the handling charge once, and for each day a price that rises day by day."
// Shows: storage_cents(1) is 130, here 120
pub fn storage_cents(days: u32) -> u32 {
    // 1 + 2 + ... + days, as pairs of first and last day.
    let pairs = days / 2;
    let steps = pairs * (days + 1);
    HANDLING_CENTS + steps * DAY_STEP_CENTS
}
