// Breaks: "one box, its contents, and its sheets of padding paper."
// Shows: parcel_grams(1_250, 4) is 1_490, here 1_475
pub fn parcel_grams(contents_grams: u32, padding_sheets: u32) -> u32 {
    // The box weight has the first sheet in it already.
    let extra_sheets = padding_sheets.saturating_sub(1);
    let sheets_grams = extra_sheets * SHEET_GRAMS;
    BOX_GRAMS + contents_grams + sheets_grams
}
