//! Whether the starter shows a value: a number, a letter, a message word for word or as a pattern with gaps. Only reads; what has to be shown, the rules say.

use super::assertions::normal;
use super::reading::{Reading, inside_quotes, squeezed};
use super::spoken::is_made_of;
use crate::syntax::{Token, TokenKind};

pub fn value_visible(reading: &Reading, value: &str) -> bool {
    if value.starts_with('"') {
        return text_visible(reading, inside_quotes(value));
    }
    match value.strip_prefix('-') {
        Some(number) => {
            reading.starter_says_number(value)
                || reading.starter_says_number(&format!("- {number}"))
                || reading.starter_says(&format!("minus {number}"))
        }
        None if value.starts_with('\'') => reading.starter_says(value),
        None => {
            let in_words = value.parse().is_ok_and(|n| reading.starter_numbers.contains(&n) || is_made_of(n, &reading.starter_numbers));
            in_words || reading.starter_words.iter().any(|w| w.replace('_', "") == value) || has_number(&reading.starter_text, value)
        }
    }
}

/// `120` in "costs 120ct", not in "1200".
fn has_number(text: &str, number: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || c == '_';
    text.match_indices(number).any(|(at, _)| !text[..at].ends_with(is_digit) && !text[at + number.len()..].starts_with(is_digit))
}

pub fn literal_visible(reading: &Reading, literal: &Token) -> bool {
    match literal.kind {
        TokenKind::Text => text_visible(reading, inside_quotes(&literal.text)),
        _ => value_visible(reading, &normal(literal)),
    }
}

/// Whether the starter has this message: word for word, or as a pattern with gaps.
pub fn text_visible(reading: &Reading, text: &str) -> bool {
    let text = squeezed(text);
    let opening = text.rsplit_once(':').map(|(before, _)| before).filter(|before| before.len() >= 6);
    reading.starter_says(&text)
        || opening.is_some_and(|before| reading.starter_says(before))
        || reading.starter_quotes.iter().any(|quote| fits_pattern(&text, quote) || with_other_numbers(&text, quote))
}

/// "only 3 litres left" shows "only 7 litres left".
fn with_other_numbers(text: &str, quote: &str) -> bool {
    let without =
        |text: &str| text.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let has = |text: &str, is: fn(&char) -> bool| text.chars().any(|c| is(&c));
    has(text, char::is_ascii_digit) && has(text, |c| c.is_alphabetic()) && without(text) == without(quote)
}

/// `no seat {n}` and `no seat %d` fit "no seat 7".
fn fits_pattern(text: &str, pattern: &str) -> bool {
    if !pattern.contains(['{', '%', '<', '…']) {
        return false;
    }
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        let closes = match c {
            '{' => Some('}'),
            '<' => Some('>'),
            _ => None,
        };
        if closes.is_some() || c == '%' || c == '…' {
            pieces.push(std::mem::take(&mut piece));
        }
        match closes {
            Some(end) => while chars.next().is_some_and(|skipped| skipped != end) {},
            None if c == '%' => drop(chars.by_ref().find(|conversion| conversion.is_alphabetic() && !['l', 'z', 'h'].contains(conversion))),
            None if c == '…' => {}
            None => piece.push(c),
        }
    }
    pieces.push(piece);
    let said: Vec<&str> = pieces.iter().map(|p| p.trim()).filter(|p| p.chars().any(char::is_alphabetic)).collect();
    let mut rest = text;
    !said.is_empty()
        && said.iter().all(|piece| match rest.find(piece) {
            Some(at) => {
                rest = &rest[at + piece.len()..];
                true
            }
            None => false,
        })
}
