// ex-2: how bad the flow of one hour is.
pub fn flow_level(litres: u32) -> u32 {
    match litres {
        0 => DRY,
        1..=4 => DRIP,
        5..=59 => RUNNING,
        60..=10_000 => BURST,
    }
}
