// ex-2: how bad the flow of one hour is.
pub fn flow_level(litres: u32) -> u32 {
    if litres == 0 {
        DRY
    } else if litres >= 1 {
        DRIP
    } else if litres >= RUNNING_FROM {
        RUNNING
    } else {
        BURST
    }
}
