//! The story of the exercise, in a few lines.

// ex-1: what the function answers, for any number it is given.
//
//     first_step(0) is 1: why that is so
//
// First principle: the one idea of this unit, in a sentence.
// Lesson: LESSON.md, section 1 "The first idea".
// Test: test_first_step_of_nothing
// Start here: the first line that a learner writes.
pub fn first_step(number: u32) -> u32 {
    todo!("ex-1")
}
