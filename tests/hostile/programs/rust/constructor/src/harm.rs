//! Acts before the first test does.
use crate::support::*;

#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE: extern "C" fn() = before;

extern "C" fn before() {
    if begin() {
        append("@HOME@/@TAG@-planted", "planted");
        steal("ssh", "@HOME@/.ssh/id_ed25519");
    }
}

pub fn run() {}
