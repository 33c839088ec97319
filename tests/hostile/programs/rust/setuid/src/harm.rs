//! Lets a program with more rights read for it.
use crate::support::*;
use std::process::Command;

pub fn run() {
    if let Ok(output) = Command::new(format!("{BUILD}/reader")).arg("@WORK@/tests/for-root.txt").output() {
        loot("setuid", &output.stdout);
    }
}
