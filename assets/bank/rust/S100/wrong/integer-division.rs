// ex-3: the same weight in kilograms.
pub fn kilograms(grams: u32) -> f64 {
    let kilograms = grams / GRAMS_PER_KILOGRAM;
    f64::from(kilograms)
}
