// Breaks: "After 99_999 the meter starts again at 0, so the later reading may be the smaller one."
// Shows: used_litres(99_990, 5) is 15, here 99_985
pub fn used_litres(before: u32, after: u32) -> u32 {
    if after < before {
        // The smaller one is taken from the larger one.
        return before - after;
    }
    after - before
}
