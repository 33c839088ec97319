//! Limits that only the tests know: a number that a stub refuses, that the reference compares with and that the starter never says. A limit that the test sets
//! up itself, as the length of a fixture, is no part of the contract.

use super::assertions::{Assertion, Expects};
use super::calls::{Call, arguments};
use super::constants::Said;
use super::named::is_known_size;
use super::reading::{Code, Reading};
use super::shown::value_visible;
use super::tests_of_stubs::expected_panic;
use crate::syntax::TokenKind;

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
enum Failure {
    /// An error, nothing, NULL, a negative code.
    Plain,
    /// `false`, which may be an answer like any other.
    False,
}

fn failure(reading: &Reading, test: &Code, assertion: &Assertion) -> Option<Failure> {
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
