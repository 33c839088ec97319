// Breaks: "what it costs in cents: 0 if it travels tonight, otherwise the price of `days` days on the shelf"
// Shows: closing_slip(570, 0, 0, 2) is (0.75, 0, true), here (0.75, 150, true)
pub fn closing_slip(
    contents_grams: u32,
    padding_sheets: u32,
    load_grams: u32,
    days: u32,
) -> (f64, u32, bool) {
    let packed = parcel_grams(contents_grams, padding_sheets);
    let cents = storage_cents(days);
    let travels = packed <= room_left_grams(load_grams);
    (kilograms(packed), cents, travels)
}
