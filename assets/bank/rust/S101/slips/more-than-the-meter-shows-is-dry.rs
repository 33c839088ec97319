// Breaks: "60 litres and more     BURST, so from BURST_FROM on"
// Shows: flow_level(u32::MAX) is BURST, here DRY
pub fn flow_level(litres: u32) -> u32 {
    match litres {
        1..RUNNING_FROM => DRIP,
        RUNNING_FROM..BURST_FROM => RUNNING,
        BURST_FROM..METER_NUMBERS => BURST,
        _ => DRY,
    }
}
