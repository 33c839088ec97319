// Breaks: "one box, its contents, and its sheets of padding paper."
// Shows: parcel_grams(1_250, 4) is 1_490, here 1_445
pub fn parcel_grams(contents_grams: u32, padding_sheets: u32) -> u32 {
    let padding = if padding_sheets > 0 { SHEET_GRAMS } else { 0 };
    BOX_GRAMS + contents_grams + padding
}
