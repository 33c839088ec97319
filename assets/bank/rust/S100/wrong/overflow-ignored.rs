// ex-4: how many grams the van can still take.
pub fn room_left_grams(load_grams: u32) -> u32 {
    let room = VAN_LIMIT_GRAMS - TOOLS_GRAMS - load_grams;
    if room < 0 { 0 } else { room }
}
