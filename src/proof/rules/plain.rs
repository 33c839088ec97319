//! Tests that plainly assert something: unconditionally, about what the stub gave or changed, against a value that does not come from the stub. Asked only where
//! running showed no test failing, to tell a test that asks nothing from one whose wrong versions could not be made.

use std::ops::Range;

use super::assertions::{Assertion, Expects};
use super::reading::{Code, Reading};
use crate::proof::subject::Subject;
use crate::syntax::{Token, TokenKind};

/// The names of those tests.
pub fn asserting(subject: &Subject) -> Vec<String> {
    let Some(reading) = Reading::of(subject) else { return Vec::new() };
    let plain = |test: &&Code| reading.assertions(test).iter().any(|a| is_plain(&reading, test, a));
    reading.tests.iter().filter(plain).map(|test| test.name.clone()).collect()
}

fn is_plain(reading: &Reading, test: &Code, assertion: &Assertion) -> bool {
    let (tokens, calls) = (&test.body, reading.target_calls(test));
    let after_a_call = calls.first().is_some_and(|call| call.at < assertion.whole.end);
    if !after_a_call || depth(&tokens[..assertion.whole.start]) != 1 {
        return false;
    }
    let from_stub =
        |range: &Range<usize>| calls.iter().any(|c| range.contains(&c.at)) || has_result(&tokens[range.clone()], reading.results(test));
    let looks_at = &tokens[assertion.looks_at.clone()];
    match &assertion.expects {
        Expects::Value(expected) => {
            let same = looks_at.iter().map(|t| &t.text).eq(tokens[expected.clone()].iter().map(|t| &t.text));
            !same && !from_stub(expected) && looks_at.iter().any(|t| t.kind == TokenKind::Word)
        }
        // `>= 0` and `|| true` hold whatever comes.
        Expects::Truth(_) => {
            from_stub(&assertion.looks_at) && !looks_at.iter().any(|t| ["<", ">", "<=", ">=", "||", "!="].contains(&t.text.as_str()))
        }
        Expects::Unknown => true,
    }
}

fn has_result(tokens: &[Token], results: &[String]) -> bool {
    tokens.iter().any(|t| t.kind == TokenKind::Word && results.contains(&t.text))
}

/// How many braces are open behind these tokens; 1 is the body of the test itself.
fn depth(tokens: &[Token]) -> usize {
    tokens.iter().fold(0, |depth, token| match token.text.as_str() {
        "{" => depth + 1,
        "}" => depth.saturating_sub(1),
        _ => depth,
    })
}
