// ex-2: how bad the flow of one hour is.
pub fn flow_level(litres: u32) -> u32 {
    match litres {
        0 => DRY,
        1..=RUNNING_FROM => DRIP,
        RUNNING_FROM..=BURST_FROM => RUNNING,
        _ => BURST,
    }
}
