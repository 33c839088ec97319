//! What the tests of a stub hand over as room to write in. Owns whether that room was filled before, or holds whatever lay there (C); tokens of the tests and of
//! their helpers are read, nothing is run.

use super::Subject;
use super::ablation;
use crate::syntax::{Token, TokenKind};

/// Whether a test of this stub, or a helper of the tests, has letters of its own without a first value.
pub(super) fn may_hold_anything(subject: &Subject, stub: &str) -> bool {
    let Some(syntax) = subject.language.syntax() else { return true };
    let (own, all) = (ablation::tests_of(subject, stub), subject.exercise.test_names());
    subject.tests.iter().any(|file| {
        let heads = syntax.heads(&file.content).into_iter().filter(|h| own.contains(&h.name) || !all.contains(&h.name));
        let tokens: Vec<Token> = syntax.tokens(&file.content).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
        heads.into_iter().any(|h| {
            let inside: Vec<&Token> = tokens.iter().filter(|t| h.body.start <= t.bytes.start && t.bytes.end <= h.body.end).collect();
            is_open(&inside)
        })
    })
}

/// `char line[8];`, and not `static`, which is zero.
fn is_open(tokens: &[&Token]) -> bool {
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    (0..tokens.len()).any(|at| {
        let declares = text(at) == "char" && text(at + 2) == "[" && !matches!(text(at.wrapping_sub(1)), "static" | "(" | ",");
        let close = (at + 3..tokens.len()).find(|end| text(*end) == "]");
        declares && close.is_some_and(|close| matches!(text(close + 1), ";" | "," | "["))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(source: &str) -> bool {
        let syntax = crate::syntax::syntax("c").expect("a syntax");
        is_open(&syntax.tokens(source).iter().collect::<Vec<_>>())
    }

    #[test]
    fn only_letters_without_a_first_value_may_hold_anything() {
        assert!(open("char line[8];\n"));
        assert!(open("char line[ROOM + 1], next[2];\n"));
        assert!(!open("char line[8] = \"\";\nchar next[] = {0};\n"));
        assert!(!open("static char line[8];\nint n[3];\n"));
    }
}
