// Breaks: "1 to 4 litres          DRIP"
// Shows: flow_level(3) is DRIP, here RUNNING
pub fn flow_level(litres: u32) -> u32 {
    match litres {
        0 => DRY,
        1 => DRIP,
        BURST_FROM.. => BURST,
        _ => RUNNING,
    }
}
