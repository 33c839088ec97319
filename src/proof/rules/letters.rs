//! Limits that are letters and that only the reference knows: seats from A to H, where the starter says nothing of H. Owns when a test stands at one: some test
//! uses the letter, some test expects that the next one is refused. The ends of an alphabet, of the digits and of hexadecimal ones are nobody's secret.

use super::assertions::Assertion;
use super::constants::Said;
use super::limits::{ASKS_FOR_A_LIMIT, failure};
use super::reading::{Code, Reading, inside_quotes};
use crate::syntax::{DefinitionKind, Token, TokenKind};

const KNOWN_ENDS: &str = "azAZfF";

/// Letters that the reference brings along, that tests stand at on both sides, and of which the starter says nothing.
pub fn brought_along(reading: &Reading, test: &Code) -> Said {
    let uses = |code: &Code, letter: char| code.body.iter().find(|t| letters_in(t).any(|l| l == letter)).map(|t| t.line);
    let mut says = Said::new();
    for limit in limits(reading).into_iter().filter(|letter| !is_visible(reading, *letter)) {
        let behind = char::from_u32(u32::from(limit) + 1).is_some_and(|next| reading.tests.iter().any(|t| is_refused(reading, t, next)));
        if let Some(line) = uses(test, limit).filter(|_| behind) {
            let name = &test.name;
            says.push((
                line,
                format!("`{name}` stands at '{limit}', a limit that only the reference knows; the contract shows every limit"),
            ));
        }
    }
    says
}

fn is_refused(reading: &Reading, test: &Code, letter: char) -> bool {
    let asks = |a: &Assertion| test.body[a.looks_at.clone()].iter().any(|t| letters_in(t).any(|l| l == letter));
    reading.assertions(test).iter().any(|a| asks(a) && failure(reading, test, a).is_some())
}

/// As a letter by itself, in code or in a sentence.
fn is_visible(reading: &Reading, letter: char) -> bool {
    reading.starter_says(&format!("'{letter}'")) || reading.starter_words.contains(&letter.to_string())
}

/// Letters that the reference compares with, as they are or under a name that the starter does not have.
fn limits(reading: &Reading) -> Vec<char> {
    let mut found: Vec<char> = Vec::new();
    for file in &reading.subject.reference {
        let (definitions, tokens) = (reading.syntax.definitions(&file.content), reading.syntax.tokens(&file.content));
        let letter = |token: &Token| match token.kind {
            TokenKind::Char => only_letter(&token.text),
            TokenKind::Word if !reading.defined_in_starter(&token.text) => {
                let named = definitions.iter().find(|d| d.name == token.text && d.kind == DefinitionKind::Constant)?;
                only_letter(named.value.as_deref()?)
            }
            _ => None,
        };
        let asks = (0..tokens.len()).filter(|at| ASKS_FOR_A_LIMIT.contains(&tokens[*at].text.as_str()));
        let beside = asks.flat_map(|at| [at.checked_sub(1), Some(at + 1)]).flatten().filter_map(|at| tokens.get(at));
        found.extend(beside.filter_map(letter).filter(|l| !KNOWN_ENDS.contains(*l)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// `H` of `'H'`.
fn only_letter(literal: &str) -> Option<char> {
    let inner = literal.trim().strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none())
}

/// The letters of a token: a letter, or those in a text that stand beside no other.
fn letters_in(token: &Token) -> impl Iterator<Item = char> {
    let text: Vec<char> = match token.kind {
        TokenKind::Char => only_letter(&token.text).into_iter().collect(),
        TokenKind::Text => inside_quotes(&token.text).chars().collect(),
        _ => Vec::new(),
    };
    let is_letter = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|c| c.is_alphabetic());
    let alone = (0..text.len()).filter(|at| is_letter(Some(*at)) && !is_letter(at.checked_sub(1)) && !is_letter(Some(at + 1)));
    alone.map(|at| text[at]).collect::<Vec<_>>().into_iter()
}
