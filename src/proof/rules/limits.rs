//! Limits that only the tests or the reference know: a number that a stub refuses, that the reference compares with and that the starter never says. A limit that
//! the test sets up itself, as the length of a fixture, is no part of the contract.

use super::assertions::{Assertion, Expects, normal};
use super::calls::{Call, arguments};
use super::constants::Said;
use super::named::is_known_size;
use super::reading::{Code, Reading};
use super::shown::value_visible;
use super::tests_of_stubs::expected_panic;
use crate::syntax::{Definition, DefinitionKind, Token, TokenKind};

/// What has a limit on one of its sides.
pub const ASKS_FOR_A_LIMIT: [&str; 6] = ["<", "<=", ">", ">=", "..", "..="];

/// What has one value on one of its sides, that no other will do for.
const ASKS_FOR_A_VALUE: [&str; 4] = ["==", "!=", "=>", "case"];

/// Limits that the reference brings along, that a test stands at, be it in a text, and of which the starter says nothing.
pub fn brought_along(reading: &Reading, test: &Code) -> Said {
    let mut says = Said::new();
    let hidden = |n: &i128| *n >= LEAST_LIMIT && !is_known_size(*n) && !value_visible(reading, &n.to_string());
    let (limits, values) = (numbers_beside(reading, &ASKS_FOR_A_LIMIT), numbers_beside(reading, &ASKS_FOR_A_VALUE));
    let is_limit = limits.clone();
    let all = limits.into_iter().map(|limit| (limit, 1)).chain(values.into_iter().map(|value| (value, 0)));
    // Who says that there is no hour 24 has said that the last is 23.
    let is_beside =
        |n: i128| is_limit.contains(&n) && [n - 1, n + 1].iter().any(|m| *m >= LEAST_LIMIT && value_visible(reading, &m.to_string()));
    for (limit, room) in all.filter(|(n, _)| hidden(n)).filter(|(n, _)| !is_beside(*n)) {
        let stands_at = |token: &&Token| numbers_in(token).any(|n| (n - limit).abs() <= room);
        if let Some(token) = test.body.iter().find(stands_at) {
            let name = &test.name;
            says.push((
                token.line,
                format!("`{name}` stands at {limit}, a limit that only the reference knows; the contract shows every limit"),
            ));
        }
    }
    says
}

/// Smaller ones are the sizes of what a test itself sets up.
const LEAST_LIMIT: i128 = 10;

/// Numbers that the reference compares with, as they are or under a name that the starter does not have.
fn numbers_beside(reading: &Reading, asking: &[&str]) -> Vec<i128> {
    let mut found = Vec::new();
    for file in &reading.subject.reference {
        let definitions = reading.syntax.definitions(&file.content);
        let tokens = reading.syntax.tokens(&file.content);
        let value = |token: &Token| own_number(reading, &definitions, token);
        let beside = |at: usize| [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| tokens.get(at));
        let asks = tokens.iter().enumerate().filter(|(_, t)| asking.contains(&t.text.as_str()));
        found.extend(asks.flat_map(|(at, _)| beside(at)).filter_map(value));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The number that a token of the reference stands for, as it is or under a name that the starter does not have.
pub fn own_number(reading: &Reading, definitions: &[Definition], token: &Token) -> Option<i128> {
    match token.kind {
        TokenKind::Number => normal(token).parse().ok(),
        TokenKind::Word if !reading.defined_in_starter(&token.text) => {
            let named = definitions.iter().find(|d| d.name == token.text && d.kind == DefinitionKind::Constant)?;
            reading.syntax.tokens(named.value.as_deref()?).first().and_then(|t| normal(t).parse().ok())
        }
        _ => None,
    }
}

/// The numbers of a token: a number, or what stands in a text.
fn numbers_in(token: &Token) -> impl Iterator<Item = i128> {
    let text = match token.kind {
        TokenKind::Number | TokenKind::Text => normal(token),
        _ => String::new(),
    };
    let runs: Vec<i128> = text.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse().ok()).collect();
    runs.into_iter()
}

pub fn hidden(reading: &Reading, test: &Code) -> Said {
    let calls = reading.target_calls(test);
    let assertions = reading.assertions(test);
    let panics = expected_panic(reading, test).is_some();
    let mut says = Said::new();
    for call in calls {
        let refused = assertions.iter().filter(|a| a.looks_at.contains(&call.at)).find_map(|a| failure(reading, test, a));
        let Some(refused) = refused.or(panics.then_some(Failure::Plain)) else { continue };
        if let Some(limit) = limit_in(reading, test, call, refused) {
            let name = &test.name;
            says.push((call.line, format!("`{name}` expects that `{}` refuses what is beyond {limit}, and the starter does not say so; the contract shows every limit", call.name)));
        }
    }
    says
}

/// How plainly an assertion expects that a stub refuses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// An error, nothing, NULL, a negative code.
    Plain,
    /// `false`, which may be an answer like any other.
    False,
}

pub fn failure(reading: &Reading, test: &Code, assertion: &Assertion) -> Option<Failure> {
    let looks_at = &test.body[assertion.looks_at.clone()];
    match &assertion.expects {
        Expects::Value(range) => {
            let first = test.body.get(range.start).map_or("", |t| t.text.as_str());
            let negative = reading.number(test, range).is_some_and(|n| n < 0);
            match first {
                "Err" | "None" | "NULL" => Some(Failure::Plain),
                "false" => Some(Failure::False),
                _ => negative.then_some(Failure::Plain),
            }
        }
        Expects::Truth(true) => {
            looks_at.iter().any(|t| matches!(t.text.as_str(), "is_err" | "is_none" | "is_err_and")).then_some(Failure::Plain)
        }
        Expects::Truth(false) => Some(Failure::False),
        Expects::Unknown => None,
    }
}

/// The limit that an argument lies at or one beside.
fn limit_in(reading: &Reading, test: &Code, call: &Call, refused: Failure) -> Option<String> {
    let numbers = reading.reference_numbers();
    let is_hidden = |number: i128| numbers.contains(&number) && !value_visible(reading, &number.to_string());
    for argument in arguments(&test.body, &call.args) {
        let tokens = &test.body[argument.clone()];
        let handed = reading.number(test, &argument);
        for word in tokens.iter().filter(|t| t.kind == TokenKind::Word && handed.is_some()) {
            let value = reading.named_number(test, &word.text)?;
            if is_hidden(value) && !reading.is_input(&word.text, Some(false)) {
                return Some(format!("`{}`, {value}", word.text));
            }
        }
        // A bare number is one of many; only one that the reference knows, and nobody else, can be a limit.
        let bare = handed.filter(|_| refused == Failure::Plain && !tokens.iter().any(|t| t.kind == TokenKind::Word));
        let beside = bare.into_iter().flat_map(|n| [n, n - 1, n + 1]);
        let shown = bare.is_some_and(|n| value_visible(reading, &n.to_string()));
        if let Some(limit) = beside.into_iter().find(|n| *n >= 10 && !shown && !is_known_size(*n) && is_hidden(*n)) {
            return Some(limit.to_string());
        }
    }
    None
}
