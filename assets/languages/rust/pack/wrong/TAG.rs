// What somebody writes who holds this misconception: only the functions that differ.

pub fn first_step(number: u32) -> u32 {
    todo!("ex-1")
}
