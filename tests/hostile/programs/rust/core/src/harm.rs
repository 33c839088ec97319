//! Dies with a picture of itself in the workspace.
use crate::support::*;

pub fn run() {
    unsafe {
        setrlimit(4, &[u64::MAX, u64::MAX]);
        chdir(c("@WORK@").as_ptr());
    }
    std::process::abort();
}
