//! Whether the tests of a stub expect more than one value: where all expect the same, a body that returns it would pass. Only what can be read counts; a loop, a
//! table or a helper may expect anything, and then nothing is said.

use std::collections::BTreeSet;

use super::reading::{Code, Reading};
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

pub fn distinct(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in reading.stubs.iter().filter(|s| s.returns) {
        let mut values = BTreeSet::new();
        let mut known = true;
        for test in reading.tests_of(stub) {
            match expected(reading, test, &stub.name) {
                Some(found) => values.extend(found),
                None => known = false,
            }
        }
        if let (true, 1, Some(only)) = (known, values.len(), values.first()) {
            let says = format!("the tests of `{}` expect one value only, `{only}`: a body that returns it would pass", stub.name);
            findings.push(stub.finding(says));
        }
    }
    findings
}

/// The values that assertions compare with; None where they cannot be read.
fn expected(reading: &Reading, test: &Code, stub: &str) -> Option<Vec<String>> {
    let tokens = &test.body;
    let is_unclear = |t: &Token| matches!(t.text.as_str(), "for" | "while" | "loop" | "match" | "if" | "|" | "should_panic");
    let calls_helper = tokens.iter().any(|t| t.kind == TokenKind::Word && reading.helpers.iter().any(|h| h.name == t.text));
    if tokens.iter().any(is_unclear) || calls_helper || !test.attributes.iter().all(|a| !a.contains("should_panic")) {
        return None;
    }
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, t)| is_assertion(&t.text)) {
        let open = tokens[at..].iter().position(|t| t.text == "(")? + at;
        let arguments = arguments(tokens, open);
        let mentions = |range: &&std::ops::Range<usize>| tokens[(*range).clone()].iter().any(|t| t.text == stub);
        let text = |range: &std::ops::Range<usize>| tokens[range.clone()].iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
        let compares = token.text.ends_with("eq") || token.text.ends_with("EQ");
        match arguments.as_slice() {
            [one, other, ..] if compares => match (mentions(&one), mentions(&other)) {
                (true, false) => found.push(text(other)),
                (false, true) => found.push(text(one)),
                // It may look at what an earlier call left behind.
                _ => return None,
            },
            [one, ..] if !compares && mentions(&one) => {
                let is_plain = tokens[one.clone()]
                    .iter()
                    .all(|t| !matches!(t.text.as_str(), "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" | "."));
                match is_plain {
                    true if tokens[one.start].text == "!" => found.push("false".to_owned()),
                    true => found.push("true".to_owned()),
                    false => return None,
                }
            }
            _ => return None,
        }
    }
    (!found.is_empty()).then_some(found)
}

fn is_assertion(name: &str) -> bool {
    name.starts_with("assert") || name.starts_with("TEST_ASSERT")
}

/// The parts between the brackets, apart at the commas of this level.
fn arguments(tokens: &[Token], open: usize) -> Vec<std::ops::Range<usize>> {
    let (mut depth, mut from, mut found) = (0usize, open + 1, Vec::new());
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push(from..at);
                    break;
                }
            }
            "," if depth == 1 => {
                found.push(from..at);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|range| !range.is_empty());
    found
}
