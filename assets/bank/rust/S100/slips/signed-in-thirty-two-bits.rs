// Breaks: "`load_grams` may be any `u32`, even `u32::MAX`."
// Shows: room_left_grams(u32::MAX) is 0, here 880_001
pub fn room_left_grams(load_grams: u32) -> u32 {
    let empty_room = (VAN_LIMIT_GRAMS - TOOLS_GRAMS) as i32;
    let room = empty_room - load_grams as i32;
    if room < 0 { 0 } else { room as u32 }
}
