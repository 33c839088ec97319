//! Calls the macro.
harmful::act!();

pub fn run() {}
