// Breaks: "A van that is full, or too full, has room for 0."
// Shows: room_left_grams(890_000) is 0, here 10_000
pub fn room_left_grams(load_grams: u32) -> u32 {
    let empty_room = VAN_LIMIT_GRAMS - TOOLS_GRAMS;
    // Never below zero, whatever the scale says.
    empty_room.abs_diff(load_grams)
}
