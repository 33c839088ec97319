//! Forks, at most 4000 times, each child living less than two seconds.
use crate::support::*;

pub fn run() {
    let mut alive = 0;
    for _ in 0..4000 {
        match unsafe { fork() } {
            0 => {
                pause(1800);
                unsafe { _exit(0) }
            }
            -1 => {}
            _ => alive += 1,
        }
    }
    loot("count", alive.to_string().as_bytes());
    pause(900);
}
