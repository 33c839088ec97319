// Breaks: "the same weight in kilograms, with the part after the point."
// Shows: kilograms(250) is 0.25, here 250.0
pub fn kilograms(grams: u32) -> f64 {
    let weight = grams as f64;
    if grams < GRAMS_PER_KILOGRAM {
        // Too light to be counted in kilograms.
        return weight;
    }
    weight / GRAMS_PER_KILOGRAM as f64
}
