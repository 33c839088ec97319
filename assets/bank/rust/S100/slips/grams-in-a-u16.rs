// Breaks: "the same weight in kilograms, with the part after the point."
// Shows: kilograms(70_250) is 70.25, here 4.714
pub fn kilograms(grams: u32) -> f64 {
    // A parcel is light, the small type is enough.
    let grams = grams as u16;
    let grams = f64::from(grams);
    grams / GRAMS_PER_KILOGRAM as f64
}
