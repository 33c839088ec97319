//! The rules about a lesson's code: its fences do what they say (`examples`), and none of them solves a stub (`teaches`).

mod examples;
pub(super) mod fences;
mod teaches;

pub(super) use examples::run;
pub(super) use teaches::teach;
