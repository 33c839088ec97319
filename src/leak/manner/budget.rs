//! How much code a hint may write that the learner can read nowhere. At the top of the ladder the way is told in prose, so all code counts; below it, what is
//! said in sentences about the exercise's own names. Owns the measure: tokens in no run that the learner's files, the tests or the lesson have. A line with a gap in
//! it leaves the thinking to the learner, and so does a question.

use std::collections::HashSet;

use super::{blocks, stretches};
use crate::leak::pieces::is_keyword;
use crate::leak::tokens::{covered, texts};
use crate::leak::{Ground, Reach, retold};

/// So many tokens of it are too many. The good hints that are known have at most 11 at the top and 14 below.
const AT_TOP: usize = 16;
const BELOW: usize = 22;
/// Shorter pieces are names and numbers.
const PIECE: usize = 4;

pub fn is_spent(text: &str, ground: &Ground, reach: Reach) -> bool {
    let known: Vec<Vec<&str>> = ground.texts().map(|t| texts(t, true)).chain(ground.said.iter().map(|t| texts(t, false))).collect();
    let new = |piece: &String| {
        let row = texts(piece, true);
        let marks =
            known.iter().map(|k| covered(&row, k)).fold(vec![false; row.len()], |a, b| a.iter().zip(b).map(|(a, b)| *a || b).collect());
        if row.len() < PIECE { 0 } else { marks.iter().filter(|is_known| !**is_known).count() }
    };
    let solution: Vec<String> =
        ground.reference.unwrap_or_default().iter().flat_map(|f| texts(&f.content, true)).map(str::to_owned).collect();
    let text = &retold::without_own_lines(text, &solution);
    if reach == Reach::Unit {
        let lines = blocks(text).into_iter().flat_map(|b| b.code.lines().map(str::to_owned).collect::<Vec<_>>());
        let code: Vec<String> = lines.chain(spans(text)).chain(text.lines().filter(|l| is_notation(l)).map(str::to_owned)).collect();
        return code.iter().filter(|piece| !has_gap(piece)).map(new).sum::<usize>() > AT_TOP;
    }
    let names: HashSet<&str> =
        ground.starter.iter().flat_map(|f| texts(&f.content, true)).filter(|t| t.len() > 1 && !is_keyword(t)).collect();
    let is_own = |piece: &&String| texts(piece, true).iter().any(|t| t.starts_with(char::is_alphabetic) && names.contains(t));
    let stated = stretches(text, usize::MAX);
    let said = stated.iter().flatten().flat_map(|s| spans(&s.text)).collect::<Vec<_>>();
    said.iter().filter(|piece| !has_gap(piece)).filter(is_own).map(new).sum::<usize>() > BELOW
}

/// What stands between marks outside of the blocks.
fn spans(text: &str) -> Vec<String> {
    let (mut found, mut in_fence) = (Vec::new(), false);
    for line in text.lines() {
        let is_mark = line.trim_start_matches(['>', ' ']).starts_with("```");
        in_fence ^= is_mark;
        if !is_mark && !in_fence {
            found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    found
}

/// A line that is set as a formula and not as a sentence: of four tokens one is a sign, and it says what something is.
fn is_notation(line: &str) -> bool {
    let prose = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let row = texts(&prose, false);
    let count = |signs: &[&str]| row.iter().filter(|t| signs.contains(t)).count();
    let joins = count(&["=", "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "·", "×", "÷", "≥", "≤", "←", "−"]);
    !line.starts_with("    ") && joins >= 2 && (joins + count(&["(", ")"])) * 4 >= row.len()
}

fn has_gap(piece: &str) -> bool {
    ["__", "…", "..."].iter().any(|gap| piece.contains(gap))
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;

    const THIRST: (&str, &str, &str) = ("rust", "S102", "ex-2");

    #[test]
    fn at_the_top_the_way_is_told_in_prose() {
        let notation = "On the blackboard it is\n\nthirst = Litres( max(0, A * n - g) ), n = MULCHED_NEED if mulched else BARE_NEED\n\nand that is it.";
        assert!(of(THIRST, notation, 3).contains("too much"), "{}", of(THIRST, notation, 3));
        let fence = "So:\n\n```rust\nlet pot = if self.big { 9 } else { 4 };\nlet left = pot - self.used.0;\nPlate(left * 2)\n```\n";
        assert!(of(THIRST, fence, 3).contains("too much"));
        assert_eq!(of(THIRST, fence, 2), "fine", "a parallel");
        let gaps = "So:\n\n```rust\nlet need = ____;\nlet all = ____;\nlet left = ____;\nLitres(____)\n```\n\nWhat is each?";
        assert_eq!(of(THIRST, gaps, 3), "fine");
        assert_eq!(
            of(THIRST, "Name the need of one square metre first; `saturating_sub` stops at 0, and `self.given.0` is a number.", 3),
            "fine"
        );
    }

    #[test]
    fn below_it_little_is_written_with_the_learners_names() {
        let count = ("c", "C201", "ex-2");
        let pieces = "First comes `const struct reading *r = begin - 1;`. The rest is `while (++r != end) n += (ask == NULL) | ask(r, context);` and no more.";
        assert!(of(count, pieces, 1).contains("too much"), "{}", of(count, pieces, 1));
        let own = pieces.replace("First comes", "You wrote").replace("The rest is", "And you wrote").replace(" and no more", "");
        assert_eq!(of(count, &own, 1), "fine", "the learner's own");
        assert_eq!(
            of(
                count,
                "What does `ask(r, context)` do where `ask` is `NULL`? Is it `ask == NULL || ask(r, context)` that you want to say?",
                1
            ),
            "fine"
        );
    }

    #[test]
    fn a_formula_is_known_by_its_signs() {
        assert!(is_notation("f(x) = a * x + b"));
        assert!(!is_notation("The run gave 5 = five of them, and you want - in words - four or more of these numbers here."));
    }
}
