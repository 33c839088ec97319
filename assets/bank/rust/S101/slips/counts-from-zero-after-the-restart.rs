// Breaks: "how many litres went through the meter between two readings."
// Shows: used_litres(99_990, 5) is 15, here 5
pub fn used_litres(before: u32, after: u32) -> u32 {
    if after < before {
        // The meter has started again, so it shows what has run since.
        return after;
    }
    after - before
}
