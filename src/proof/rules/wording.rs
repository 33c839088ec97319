//! Words that only the reference knows: a text that a test expects, that the reference has in its own words and that the starter never shows. No learner could
//! find it. What a test hands in, and what is shown as a pattern with gaps, is no secret.

use super::assertions::Expects;
use super::constants::Said;
use super::reading::{Code, Reading, inside_quotes, words};
use super::shown::text_visible;
use crate::syntax::{Token, TokenKind};

/// A single word may be a key or a name; a phrase is somebody's wording.
const FEWEST_WORDS: usize = 2;
/// A shorter word may be a unit or a sign.
const LONG_ENOUGH: usize = 4;

pub fn hidden(reading: &Reading, test: &Code) -> Said {
    let mut says = Said::new();
    let (lone, gapped) = (lone_words(reading), gapped_words(reading));
    let secret: Vec<String> = phrases(reading).into_iter().filter(|phrase| !text_visible(reading, phrase)).collect();
    for assertion in reading.assertions(test) {
        let Expects::Value(range) = &assertion.expects else { continue };
        let handed =
            |phrase: &str| reading.target_calls(test).iter().any(|c| test.body[c.args.clone()].iter().any(|t| t.text.contains(phrase)));
        let expected = &test.body[range.clone()];
        for text in expected.iter().chain(made_by_helpers(reading, expected)).filter(|t| t.kind == TokenKind::Text) {
            if let Some(word) = lone.iter().find(|word| words(&text.text).any(|w| w == **word) && !handed(word)) {
                let why =
                    format!("`{}` expects \"{word}\", a word that only the reference knows; the contract shows every text", test.name);
                says.push((text.line, why));
            } else if let Some(word) = gapped.iter().find(|word| is_word_and_number(&text.text, word) && !handed(word)) {
                let why = format!(
                    "`{}` expects {}, and the starter shows no text with the word \"{word}\" and a number; the contract shows every text",
                    test.name, text.text
                );
                says.push((text.line, why));
            } else if let Some(phrase) = secret.iter().find(|phrase| text.text.contains(phrase.as_str()) && !handed(phrase)) {
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

/// What helpers of the test files are made of that an expected value calls: `Err(not_a_number("high"))`.
fn made_by_helpers<'r>(reading: &'r Reading, expected: &'r [Token]) -> impl Iterator<Item = &'r Token> {
    let named = |name: &str| expected.iter().any(|t| t.kind == TokenKind::Word && t.text == name);
    reading.helpers.iter().filter(move |h| named(&h.name)).flat_map(|h| &h.body)
}

/// `"exit 3"`, of the word `exit`.
fn is_word_and_number(text: &str, word: &str) -> bool {
    let said: Vec<&str> = words(inside_quotes(text)).collect();
    matches!(said[..], [first, second] if first == word && second.chars().all(|c| c.is_ascii_digit()))
}

/// Words that the reference writes before a number (`exit %d`), where the starter has the word only in passing: neither in marks, nor before a number or a gap, nor
/// as "the word exit".
fn gapped_words(reading: &Reading) -> Vec<String> {
    let said: Vec<&str> = reading.starter_text.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let is_shown = |word: &str| {
        let marked =
            |w: &str| w.contains(['"', '`', '\'', '%', '{', '<']) || w.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
        let here = |at: usize| {
            let next = said.get(at + 1).copied().unwrap_or_default();
            let before = at.checked_sub(1).map_or("", |b| said[b]);
            said[at].contains(['"', '`', '\'']) || marked(next) || matches!(before, "word" | "words" | "text" | "reads" | "says" | "writes")
        };
        (0..said.len()).any(|at| bare(said[at]) == word && here(at))
    };
    let mut found = Vec::new();
    for file in &reading.subject.reference {
        for text in reading.syntax.tokens(&file.content).into_iter().filter(|t| t.kind == TokenKind::Text) {
            let inside = inside_quotes(&text.text);
            let Some((word, gap)) = inside.split_once(' ') else { continue };
            let is_gap = gap.starts_with(['%', '{']) && !gap.contains(' ');
            if is_gap && word.chars().all(char::is_alphabetic) && !word.is_empty() && !is_shown(word) && !found.contains(&word.to_owned()) {
                found.push(word.to_owned());
            }
        }
    }
    found
}

/// Words of the reference's texts that stand nowhere in the starter, in no form.
fn lone_words(reading: &Reading) -> Vec<String> {
    let shown = reading.starter_text.to_lowercase();
    let is_told = |word: &str| {
        let lower = word.to_lowercase();
        let stem = ["ing", "ed", "es", "s", "y"].iter().find_map(|end| lower.strip_suffix(end)).unwrap_or(&lower);
        shown.contains(stem)
    };
    let mut found: Vec<String> = Vec::new();
    for file in &reading.subject.reference {
        let texts = reading.syntax.tokens(&file.content).into_iter().filter(|t| t.kind == TokenKind::Text);
        for piece in texts.flat_map(|t| pieces(&t)) {
            let long = |w: &&str| w.chars().count() >= LONG_ENOUGH && w.chars().all(char::is_alphabetic);
            found.extend(words(&piece).filter(long).filter(|w| !is_told(w)).map(str::to_owned));
        }
    }
    found
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
