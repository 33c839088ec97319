//! The harm is done by the linker's arguments, which `build.rs` gives.
pub fn run() {}
