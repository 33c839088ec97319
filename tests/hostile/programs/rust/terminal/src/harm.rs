//! Types at the learner's terminal.
use crate::support::*;

pub fn run() {
    const TYPE: u64 = 0x5412;
    for place in ["/dev/tty", "/proc/self/fd/0", "/proc/self/fd/2"] {
        let terminal = unsafe { openat(-100, c(place).as_ptr(), 2) };
        for byte in b"@TAG@-typed\n" {
            unsafe { ioctl(terminal, TYPE, byte as *const u8) };
        }
    }
}
