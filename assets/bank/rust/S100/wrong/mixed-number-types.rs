// ex-3: the same weight in kilograms.
pub fn kilograms(grams: u32) -> f64 {
    let grams = f64::from(grams);
    grams / GRAMS_PER_KILOGRAM
}
