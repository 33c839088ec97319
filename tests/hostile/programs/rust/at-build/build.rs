//! Lets a program act while cargo builds.
#[path = "src/harm.rs"]
mod harm;
#[path = "src/support.rs"]
mod support;

fn main() {
    if support::begin() {
        harm::run();
        support::pause(200);
    }
}
