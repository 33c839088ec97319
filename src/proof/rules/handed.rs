//! What tests hand over: a parameter of a stub that has one and the same literal in every call, or a field that has it in everything the tests build. A body with
//! that value built in would pass them. Only reads; whether it does, running shows.

use std::collections::BTreeMap;

use super::calls::{arguments, text_at};
use super::constants::is_constant_name;
use super::reading::{Code, Reading};
use crate::proof::subject::Subject;
use crate::syntax::{Token, TokenKind};

/// A value that tests never vary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handed {
    /// To a stub, in the place of this parameter.
    Parameter { stub: String, place: usize, value: String },
    /// In this field.
    Field { name: String, value: String },
}

/// With one call nobody knows what else could stand there.
const FEWEST: usize = 2;

pub fn always_the_same(subject: &Subject) -> Vec<Handed> {
    let Some(reading) = Reading::of(subject) else { return Vec::new() };
    let mut found = parameters(&reading);
    found.extend(fields(&reading));
    found
}

fn parameters(reading: &Reading) -> Vec<Handed> {
    let mut handed: BTreeMap<(String, usize), Vec<Option<String>>> = BTreeMap::new();
    for test in &reading.tests {
        for call in reading.target_calls(test).iter().filter(|c| !c.args.is_empty()) {
            for (place, argument) in arguments(&test.body, &call.args).into_iter().enumerate() {
                handed.entry((call.name.clone(), place)).or_default().push(literal(&test.body[argument]));
            }
        }
    }
    let of_stub = |((stub, place), values): ((String, usize), Vec<_>)| only(&values).map(|value| Handed::Parameter { stub, place, value });
    handed.into_iter().filter_map(of_stub).collect()
}

fn fields(reading: &Reading) -> Vec<Handed> {
    let mut built: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
    for code in reading.tests.iter().chain(&reading.helpers) {
        for (name, value) in fields_of(code) {
            built.entry(name).or_default().push(value);
        }
    }
    built.into_iter().filter_map(|(name, values)| only(&values).map(|value| Handed::Field { name, value })).collect()
}

/// The one value that all of these are.
fn only(values: &[Option<String>]) -> Option<String> {
    let first = values.first()?.clone()?;
    (values.len() >= FEWEST && values.iter().all(|v| v.as_ref() == Some(&first))).then_some(first)
}

/// `step: 3,` of a struct, `.step = 3` of an initializer or an assignment.
fn fields_of(code: &Code) -> Vec<(String, Option<String>)> {
    let tokens = &code.body;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Word) {
        let before = at.checked_sub(1).map_or("", |b| text_at(tokens, b));
        let sets = match text_at(tokens, at + 1) {
            ":" => matches!(before, "{" | ","),
            "=" => matches!(before, "." | "->"),
            // Without a value of its own it has that of a variable.
            "," | "}" if matches!(before, "{" | ",") => {
                found.push((token.text.clone(), None));
                false
            }
            _ => false,
        };
        if sets {
            let end = (at + 2..tokens.len()).find(|i| matches!(text_at(tokens, *i), "," | "}" | ";")).unwrap_or(tokens.len());
            found.push((token.text.clone(), literal(&tokens[at + 2..end])));
        }
    }
    found
}

/// A number, text, letter, truth or constant by itself.
fn literal(tokens: &[Token]) -> Option<String> {
    let (sign, rest) = match tokens {
        [minus, rest @ ..] if minus.text == "-" => ("-", rest),
        _ => ("", tokens),
    };
    let [only] = rest else { return None };
    let is_literal = is_constant_name(&only.text)
        || matches!(only.kind, TokenKind::Number | TokenKind::Text)
        || matches!(only.text.as_str(), "true" | "false")
        || only.text.starts_with('\'');
    is_literal.then(|| format!("{sign}{}", only.text))
}
