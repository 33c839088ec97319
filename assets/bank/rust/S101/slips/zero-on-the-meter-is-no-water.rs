// Breaks: "how many litres went through the meter between two readings."
// Shows: used_litres(99_999, 0) is 1, here 0
pub fn used_litres(before: u32, after: u32) -> u32 {
    if after == 0 {
        // The meter shows nothing.
        return 0;
    }
    if after < before {
        return METER_NUMBERS - before + after;
    }
    after - before
}
