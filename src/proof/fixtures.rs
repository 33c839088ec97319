//! What the tests of a stub hand over as room to write in. Owns whether that room was filled before, or holds whatever lay there (C); tokens of the tests and of
//! their helpers are read, nothing is run.

use super::Subject;
use super::ablation;
use super::mutants;
use crate::syntax::{Token, TokenKind};

/// Whether a test of this stub, or a helper of the tests, has letters of its own without a first value, or a struct of its own where the room is a part of one.
pub(super) fn may_hold_anything(subject: &Subject, stub: &str, in_struct: bool) -> bool {
    let Some(syntax) = subject.language.syntax() else { return true };
    let (own, all) = (ablation::tests_of(subject, stub), subject.exercise.test_names());
    let is_struct = |name: &str| !mutants::fields(subject.language, &subject.starter, name).is_empty();
    subject.tests.iter().any(|file| {
        let heads = syntax.heads(&file.content).into_iter().filter(|h| own.contains(&h.name) || !all.contains(&h.name));
        let tokens: Vec<Token> = syntax.tokens(&file.content).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
        heads.into_iter().any(|h| {
            let inside: Vec<&Token> = tokens.iter().filter(|t| h.body.start <= t.bytes.start && t.bytes.end <= h.body.end).collect();
            if in_struct { is_open_struct(&inside, &is_struct) } else { is_open(&inside) }
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

/// `struct hut hut;`, and no `memset` of it, whatever with.
fn is_open_struct(tokens: &[&Token], is_struct: &dyn Fn(&str) -> bool) -> bool {
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    let is_set = |name: &str| {
        (0..tokens.len()).any(|at| text(at) == "memset" && (text(at + 2) == name || (text(at + 2) == "&" && text(at + 3) == name)))
    };
    (0..tokens.len()).any(|at| {
        let before = at.wrapping_sub(if text(at.wrapping_sub(1)) == "struct" { 2 } else { 1 });
        let declares = tokens.get(at + 1).is_some_and(|t| t.binds) && text(before) != "static" && is_struct(text(at));
        let close = if text(at + 2) == "[" { (at + 3..tokens.len()).find(|end| text(*end) == "]") } else { Some(at + 1) };
        declares && close.is_some_and(|close| matches!(text(close + 1), ";" | ",")) && !is_set(text(at + 1))
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

    #[test]
    fn a_struct_holds_anything_until_it_is_set() {
        let open = |source: &str| {
            let source = format!("void t(void)\n{{\n{source}}}\n");
            let tokens = crate::syntax::syntax("c").expect("a syntax").tokens(&source);
            is_open_struct(&tokens.iter().collect::<Vec<_>>(), &|name| name == "hut")
        };
        assert!(open("struct hut hut;\nread(&hut);\n"));
        assert!(open("hut all[3];\n"));
        assert!(!open("struct hut hut;\nmemset(&hut, 0, sizeof hut);\n"));
        assert!(!open("struct hut hut = {0};\nstatic struct hut other;\nint n;\nstruct hut *at;\n"));
    }
}
