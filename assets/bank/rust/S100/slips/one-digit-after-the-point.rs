// Breaks: "the same weight in kilograms, with the part after the point."
// Shows: kilograms(70_250) is 70.25, here 70.2
pub fn kilograms(grams: u32) -> f64 {
    let tenths = 10;
    let grams_per_tenth = GRAMS_PER_KILOGRAM / tenths;
    let whole_tenths = grams / grams_per_tenth;
    whole_tenths as f64 / tenths as f64
}
