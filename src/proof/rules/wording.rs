//! Words that only the reference knows: a text that a test expects, that the reference has in its own words and that the starter never shows. No learner could
//! find it. What a test hands in, and what is shown as a pattern with gaps, is no secret.

use super::assertions::Expects;
use super::constants::Said;
use super::reading::{Code, Reading, inside_quotes, words};
use super::shown::text_visible;
use crate::syntax::{Token, TokenKind};

/// A single word may be a key or a name; a phrase is somebody's wording.
const FEWEST_WORDS: usize = 2;

pub fn hidden(reading: &Reading, test: &Code) -> Said {
    let mut says = Said::new();
    let secret: Vec<String> = phrases(reading).into_iter().filter(|phrase| !text_visible(reading, phrase)).collect();
    for assertion in reading.assertions(test) {
        let Expects::Value(range) = &assertion.expects else { continue };
        let handed =
            |phrase: &str| reading.target_calls(test).iter().any(|c| test.body[c.args.clone()].iter().any(|t| t.text.contains(phrase)));
        let expected = test.body[range.clone()].iter().filter(|t| t.kind == TokenKind::Text);
        for text in expected {
            if let Some(phrase) = secret.iter().find(|phrase| text.text.contains(phrase.as_str()) && !handed(phrase)) {
                let name = &test.name;
                says.push((
                    text.line,
                    format!("`{name}` expects \"{phrase}\", words that only the reference knows; the contract shows every text"),
                ));
            }
        }
    }
    says
}

/// What the reference writes in words of its own, apart at its gaps.
fn phrases(reading: &Reading) -> Vec<String> {
    let mut found = Vec::new();
    for file in &reading.subject.reference {
        let tokens = reading.syntax.tokens(&file.content);
        for text in tokens.iter().filter(|t| t.kind == TokenKind::Text).flat_map(pieces) {
            if words(&text).filter(|w| w.chars().all(char::is_alphabetic)).count() >= FEWEST_WORDS && !found.contains(&text) {
                found.push(text);
            }
        }
    }
    found
}

/// `{n} tins are left` is "tins are left"; `%d left` is "left".
fn pieces(text: &Token) -> Vec<String> {
    let (mut found, mut piece, mut skips) = (Vec::new(), String::new(), None);
    for c in inside_quotes(&text.text).chars() {
        match (skips, c) {
            (Some('}'), '}') => skips = None,
            (Some('}'), _) => {}
            (Some(_), c) if c.is_alphabetic() => skips = None,
            (Some(_), _) => {}
            (None, '{' | '%' | '\\') => {
                found.push(std::mem::take(&mut piece));
                skips = Some(if c == '{' { '}' } else { 'd' });
            }
            (None, c) => piece.push(c),
        }
    }
    found.push(piece);
    found.into_iter().map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect()
}
