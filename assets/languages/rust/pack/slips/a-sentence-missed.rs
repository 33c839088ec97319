// Breaks: the sentence of the contract that it overlooks.
// Call: first_step(0) is 1, not 0

pub fn first_step(number: u32) -> u32 {
    todo!("ex-1")
}
