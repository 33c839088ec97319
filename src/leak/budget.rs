//! How much code a text may hold, whatever it does: tokens that the learner can read nowhere, and runs of a solution. Owns both measures.

use super::code::Piece;
use super::tokens::{self, Runs, texts};
use super::{Ground, Reach};

/// So many tokens of a solution in a row are suspicious.
const SUSPICIOUS: usize = 24;

/// New tokens that a text may have. A parallel, as level 2 shows one, is code of its own; the levels beside it point and tell. Calibrated on
/// `tests/fixtures/hints`.
pub fn allowed(reach: Reach) -> usize {
    match reach {
        Reach::Level(2) | Reach::Review => 120,
        Reach::Level(_) => 40,
    }
}

pub fn spent(pieces: &[Piece], ground: &Ground) -> usize {
    let known = Runs::new(ground.known());
    pieces.iter().map(|piece| known.count_new(&texts(&piece.text))).sum()
}

/// A long run of the reference or of an alternative stands in the code and nowhere else.
pub fn is_suspicious(pieces: &[Piece], ground: &Ground) -> bool {
    let known: Vec<Vec<&str>> = ground.known().map(texts).collect();
    let solutions = ground.reference.into_iter().chain(ground.others.iter().map(Vec::as_slice)).flatten();
    let solutions: Vec<Vec<&str>> = solutions.map(|f| texts(&f.content)).collect();
    let is_run = |row: &[&str]| solutions.iter().any(|s| tokens::longest_new_run(row, s, &known) >= SUSPICIOUS);
    pieces.iter().any(|piece| is_run(&texts(&piece.text)))
}
