//! Hostile programs in both languages, as files in `programs/`: each is a learner's attempt, run by the real etude, and this test looks from outside
//! whether harm was done. Without the sandbox each is shown to do its harm, where that is safe; with it none may, for root and for an ordinary user.
//!
//! Every program is bounded in count, size and time, aims only at what the test made, and speaks only to the test's own listeners. A program of its own
//! because it fills memory, processes and disk up to the limits, which other tests should not meet.
#![cfg(target_os = "linux")]

mod cases;
mod desk;
mod ears;
mod harm;
mod layers;
mod table;
mod toolchain;
mod trial;
mod watch;

use desk::Language;

#[test]
fn hostile_rust_is_contained() {
    table::both_halves(Language::Rust);
}

#[test]
fn hostile_c_is_contained() {
    table::both_halves(Language::C);
}

#[test]
fn hostile_rust_is_contained_for_an_ordinary_user() {
    table::as_an_ordinary_user(Language::Rust);
}

#[test]
fn hostile_c_is_contained_for_an_ordinary_user() {
    table::as_an_ordinary_user(Language::C);
}

#[test]
fn without_one_layer_the_others_hold() {
    layers::in_turn();
}
