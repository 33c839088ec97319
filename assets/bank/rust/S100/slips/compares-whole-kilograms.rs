// Breaks: "which it does when its packed weight is at most the room left in the van"
// Shows: closing_slip(70, 0, 879_751, 1) is (0.25, 130, false), here (0.25, 0, true)
pub fn closing_slip(
    contents_grams: u32,
    padding_sheets: u32,
    load_grams: u32,
    days: u32,
) -> (f64, u32, bool) {
    let packed = parcel_grams(contents_grams, padding_sheets);
    let needed_kilograms = packed / GRAMS_PER_KILOGRAM;
    let free_kilograms = room_left_grams(load_grams) / GRAMS_PER_KILOGRAM;
    let travels = needed_kilograms <= free_kilograms;
    let cents = if travels { 0 } else { storage_cents(days) };
    (kilograms(packed), cents, travels)
}
