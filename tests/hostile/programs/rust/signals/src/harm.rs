//! Signals the decoy, everyone it can reach where that cannot be anyone outside, and etude.
use crate::support::*;

const DECOY: i32 = @DECOY@;

pub fn run() {
    // Only where the decoy does not exist is "everyone" sure to be this run alone.
    let alone = unsafe { kill(DECOY, 0) } != 0 && std::io::Error::last_os_error().raw_os_error() == Some(3);
    unsafe { kill(DECOY, 10) };
    // The same, around the number: a process can be named by a descriptor too.
    const PIDFD_OPEN: i64 = 434;
    const PIDFD_SEND_SIGNAL: i64 = 424;
    let decoy = unsafe { syscall(PIDFD_OPEN, DECOY, 0) };
    if decoy >= 0 {
        unsafe { syscall(PIDFD_SEND_SIGNAL, decoy, 10, 0, 0) };
    }
    if let Some(etude) = etude() {
        unsafe { kill(etude, 15) };
    }
    let parent = unsafe { getppid() };
    if alone && parent > 0 {
        unsafe { kill(parent, 9) };
    }
    if alone {
        unsafe { kill(-1, 19) };
        unsafe { kill(-1, 9) };
    }
}
