//! What a rating does to a memory, by FSRS-6. The crate of that name also trains its parameters and simulates learners, and brings thirty crates along for
//! it; what a schedule needs is this one step. Its numbers are held to the crate's by a test.

use super::{Memory, Rating};

/// The published default parameters by their published numbers. The first four are days until a first review after Again, Hard, Good and Easy: FSRS has them
/// for flash cards; an exercise is an hour's work and sits longer.
const W: [f32; 21] = [
    1.0, 3.0, 7.0, 15.0, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425,
    0.0912, 0.0658, 0.1542,
];
const GOOD: f32 = 3.0;
const EASY: f32 = 4.0;

/// The memory after a review, `days` after the one before; the first review where there is none. Its stability is the days until it is recalled with a
/// probability of 0.9, and so the days until the next review.
pub(super) fn after(memory: Option<Memory>, days: f32, rating: Rating) -> Memory {
    let grade = match rating {
        Rating::Again => 1.0,
        Rating::Hard => 2.0,
        Rating::Good => GOOD,
    };
    // Numbers that nothing can be worked out from (a file edited by hand) are forgotten, and the node begins anew.
    let known = memory.filter(|m| m.stability.is_finite() && m.difficulty.is_finite());
    let (stability, difficulty) = match known {
        None => (W[grade as usize - 1], first_difficulty(grade)),
        Some(last) => {
            let last = bounded(last.stability, last.difficulty);
            (stability(last, days, grade), difficulty(last, grade))
        }
    };
    bounded(stability, difficulty)
}

fn bounded(stability: f32, difficulty: f32) -> Memory {
    Memory { stability: stability.clamp(0.001, 36500.0), difficulty: difficulty.clamp(1.0, 10.0) }
}

fn first_difficulty(grade: f32) -> f32 {
    W[4] - (W[5] * (grade - 1.0)).exp() + 1.0
}

/// A step by the grade, smaller the harder it is already, and a little back towards what is easy.
fn difficulty(last: Memory, grade: f32) -> f32 {
    let stepped = last.difficulty - W[6] * (grade - GOOD) * (10.0 - last.difficulty) / 9.0;
    stepped + W[7] * (first_difficulty(EASY) - stepped)
}

fn stability(last: Memory, days: f32, grade: f32) -> f32 {
    let Memory { stability, difficulty } = last;
    if days == 0.0 {
        let change = (W[17] * (grade - GOOD + W[18])).exp() * stability.powf(-W[19]);
        return stability * if grade > 1.0 { change.max(1.0) } else { change };
    }
    let forgotten = 1.0 - recalled(days, stability);
    if grade > 1.0 {
        let hard = if grade < GOOD { W[15] } else { 1.0 };
        let growth = W[8].exp() * (11.0 - difficulty) * stability.powf(-W[9]) * ((forgotten * W[10]).exp() - 1.0) * hard;
        stability * (growth + 1.0)
    } else {
        let left = W[11] * difficulty.powf(-W[12]) * ((stability + 1.0).powf(W[13]) - 1.0) * (forgotten * W[14]).exp();
        left.min(stability / (W[17] * W[18]).exp())
    }
}

/// How probable it is that it is still known.
fn recalled(days: f32, stability: f32) -> f32 {
    let factor = 0.9_f32.powf(-1.0 / W[20]) - 1.0;
    (days / stability * factor + 1.0).powf(-W[20])
}
