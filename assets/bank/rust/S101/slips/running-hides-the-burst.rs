// Breaks: "60 litres and more     BURST, so from BURST_FROM on"
// Shows: flow_level(60) is BURST, here RUNNING
pub fn flow_level(litres: u32) -> u32 {
    if litres == 0 {
        DRY
    } else if litres < RUNNING_FROM {
        DRIP
    } else if litres >= RUNNING_FROM {
        RUNNING
    } else {
        BURST
    }
}
