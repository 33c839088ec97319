//! Lets the compiler quote what it cannot understand, and name a variable of etude's surroundings.
#[path = "@HOME@/notes.txt"]
mod notes;

pub fn run() {
    println!(env!("ETUDE_TEST_SECRET"));
}
