// Breaks: "The scale is old, so `load_grams` may be any `u32`, even `u32::MAX`."
// Shows: room_left_grams(u32::MAX) is 0, here it overflows and panics
pub fn room_left_grams(load_grams: u32) -> u32 {
    let on_board = TOOLS_GRAMS + load_grams;
    if on_board < VAN_LIMIT_GRAMS {
        VAN_LIMIT_GRAMS - on_board
    } else {
        0
    }
}
