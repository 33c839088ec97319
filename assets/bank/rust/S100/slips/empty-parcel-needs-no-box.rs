// Breaks: "what a packed parcel weighs: one box, its contents, and its sheets of padding paper."
// Shows: parcel_grams(0, 0) is 180, here 0
pub fn parcel_grams(contents_grams: u32, padding_sheets: u32) -> u32 {
    let sheets_grams = padding_sheets * SHEET_GRAMS;
    if contents_grams == 0 {
        // Nothing to pack, so no box is used.
        sheets_grams
    } else {
        BOX_GRAMS + contents_grams + sheets_grams
    }
}
