//! Starts threads, at most 4000, each living about a second.
use crate::support::*;

pub fn run() {
    let start = || std::thread::Builder::new().stack_size(16 * 1024).spawn(|| pause(1000));
    let alive = (0..4000).filter(|_| start().is_ok()).count();
    loot("count", alive.to_string().as_bytes());
    pause(300);
}
