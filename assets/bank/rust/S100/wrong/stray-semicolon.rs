// ex-1: what a packed parcel weighs.
pub fn parcel_grams(contents_grams: u32, padding_sheets: u32) -> u32 {
    let padding_grams = padding_sheets * SHEET_GRAMS;
    BOX_GRAMS + contents_grams + padding_grams;
}
