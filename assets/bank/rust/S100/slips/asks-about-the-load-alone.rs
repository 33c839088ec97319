// Breaks: "A van that is full, or too full, has room for 0."
// Shows: room_left_grams(890_000) is 0, here it underflows and panics
pub fn room_left_grams(load_grams: u32) -> u32 {
    if load_grams >= VAN_LIMIT_GRAMS {
        return 0;
    }
    VAN_LIMIT_GRAMS - load_grams - TOOLS_GRAMS
}
