// ex-1: how many litres went through the meter between two readings.
pub fn used_litres(before: u32, after: u32) -> u32 {
    if after < before {
        METER_NUMBERS - before + after
    }
    after - before
}
