// Breaks: "1 to 4 litres          DRIP"
// Shows: flow_level(3) is DRIP, here BURST
pub fn flow_level(litres: u32) -> u32 {
    match litres {
        DRY => DRY,
        DRIP => DRIP,
        RUNNING => RUNNING,
        _ => BURST,
    }
}
