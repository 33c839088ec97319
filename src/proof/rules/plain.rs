//! Tests that plainly assert something: unconditionally, about what the stub gave or changed, against a value that does not come from the stub. Asked only where
//! running showed no test failing, to tell a test that asks nothing from one whose wrong versions could not be made.

use std::collections::BTreeMap;
use std::ops::Range;

use super::assertions::{Assertion, Expects};
use super::calls::{Call, start_of_chain, without_turbofish};
use super::guarded;
use super::reading::{Code, Reading};
use super::tests_of_stubs::expected_panic;
use super::vain;
use crate::proof::subject::Subject;
use crate::syntax::{Token, TokenKind};

/// The names of tests that assert.
#[derive(Debug, Default)]
pub struct Asserting {
    /// Anything at all, in their own words or through a helper. A test that expects a panic is not among them.
    pub any: Vec<String>,
    pub plainly: Vec<String>,
    /// Only where their stub answers in a certain way, with that answer.
    pub only_when: BTreeMap<String, String>,
}

pub fn asserting(subject: &Subject) -> Asserting {
    let Some(reading) = Reading::of(subject) else { return Asserting::default() };
    let names = |asks: &dyn Fn(&Code) -> bool| reading.tests.iter().filter(|t| asks(t)).map(|t| t.name.clone()).collect();
    Asserting {
        any: names(&|test| expected_panic(&reading, test).is_none() && !reading.assertions(test).is_empty()),
        plainly: names(&|test| {
            let assertions = reading.assertions(test);
            assertions.iter().any(|a| is_plain(&reading, test, a)) || (!assertions.is_empty() && waits_for_others(&reading, test))
        }),
        only_when: reading.tests.iter().filter_map(|test| Some((test.name.clone(), guarded::only_when(&reading, test)?))).collect(),
    }
}

/// A test of threads or processes: wrong versions of what it asks about hang as often as they answer wrongly, and then no assertion says so.
pub fn waits_for_others(reading: &Reading, test: &Code) -> bool {
    const WORDS: [&str; 8] = ["spawn", "scope", "pthread_create", "fork", "thread", "channel", "Barrier", "waitpid"];
    let called = |code: &Code| code.body.iter().any(|t| t.kind == TokenKind::Word && WORDS.contains(&t.text.as_str()));
    let names: Vec<&str> = test.body.iter().filter(|t| t.kind == TokenKind::Word).map(|t| t.text.as_str()).collect();
    called(test) || reading.helpers.iter().any(|h| names.contains(&h.name.as_str()) && called(h))
}

fn is_plain(reading: &Reading, test: &Code, assertion: &Assertion) -> bool {
    let (tokens, calls) = (&test.body, reading.target_calls(test));
    if depth(&tokens[..assertion.whole.start]) != 1 {
        return false;
    }
    // The language calls the stub, for an operator or a loop: what it gave cannot be read from the names.
    if calls.is_empty() {
        let truth = matches!(assertion.expects, Expects::Truth(_));
        return tokens[assertion.looks_at.clone()].iter().any(|t| t.kind == TokenKind::Word && (!truth || !is_truth(&t.text)));
    }
    if calls.first().is_none_or(|call| call.at >= assertion.whole.end) {
        return false;
    }
    let from_stub =
        |range: &Range<usize>| calls.iter().any(|c| range.contains(&c.at)) || has_result(&tokens[range.clone()], reading.results(test));
    let looks_at = &tokens[assertion.looks_at.clone()];
    match &assertion.expects {
        // Nearly anything is unequal to some value.
        Expects::Value(_) if tokens[assertion.whole.start].text == "assert_ne" => false,
        Expects::Value(expected) if vain::is_one_room(reading, looks_at, &tokens[expected.clone()]) => false,
        Expects::Value(expected) => !from_stub(expected) && (from_stub(&assertion.looks_at) || changed(looks_at, test, calls)),
        Expects::Truth(_) => from_stub(&assertion.looks_at) && !may_always_hold(tokens, &assertion.looks_at, calls),
        Expects::Unknown => true,
    }
}

/// `>= 0` and `|| true` hold whatever comes. What stands in a call of the stub is what it is given, and compares nothing that it gave.
fn may_always_hold(tokens: &[Token], looks_at: &Range<usize>, calls: &[Call]) -> bool {
    let asked = |at: &usize| calls.iter().any(|c| (start_of_chain(tokens, c.at)..c.args.end).contains(at));
    let rest: Vec<Token> = looks_at.clone().filter(|at| !asked(at)).map(|at| tokens[at].clone()).collect();
    without_turbofish(&rest).iter().any(|t| ["<", ">", "<=", ">=", "||", "!="].contains(&t.text.as_str()))
}

/// What is looked at was handed to the stub to be changed, or is the value whose method it is.
fn changed(looks_at: &[Token], test: &Code, calls: &[Call]) -> bool {
    let tokens = &test.body;
    let names = looks_at.iter().filter(|t| t.kind == TokenKind::Word);
    let mut handed = names.flat_map(|name| calls.iter().map(move |call| (name, call)));
    handed.any(|(name, call)| {
        let receives = tokens.get(call.at.wrapping_sub(2)).is_some_and(|t| t.text == name.text) && call.at > 1;
        let given = call.args.clone().filter(|at| tokens[*at].text == name.text);
        // In C whatever is handed over by address can be changed; in Rust it is said.
        let by_address = |at: usize| at > 0 && matches!(tokens[at - 1].text.as_str(), "mut" | "(" | "," | "&") && !is_shared(tokens, at);
        receives || given.into_iter().any(by_address)
    })
}

/// `&books` in Rust, where `&mut books` would be needed to change it.
fn is_shared(tokens: &[Token], at: usize) -> bool {
    let rust = tokens.iter().any(|t| t.text == "assert_eq" || t.text == "assert");
    rust && tokens[at - 1].text == "&"
}

fn is_truth(word: &str) -> bool {
    word == "true" || word == "false"
}

fn has_result(tokens: &[Token], results: &[String]) -> bool {
    tokens.iter().any(|t| t.kind == TokenKind::Word && results.contains(&t.text))
}

/// How many braces are open behind these tokens; 1 is the body of the test itself.
pub fn depth(tokens: &[Token]) -> usize {
    tokens.iter().fold(0, |depth, token| match token.text.as_str() {
        "{" => depth + 1,
        "}" => depth.saturating_sub(1),
        _ => depth,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;
    use super::*;

    #[test]
    fn two_texts_in_one_room_are_no_assertion() {
        let with = |room: &str, expected: &str| {
            let text = format!(
                "=== src/a.c\n#include \"etude.h\"\nvoid widen(int *n)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== tests/a.c\n#include \"test.h\"\nstatic const char *as_text(int n)\n{{\n    {room}\n    snprintf(text, 9, \"%d\", n);\n    return text;\n}}\nvoid test_widen_does_it(void)\n{{\n    int n = 1;\n    int before = 1;\n    widen(&n);\n    TEST_ASSERT_STR_EQ(as_text(n), {expected});\n}}\n"
            );
            asserting(&subject("c", &text)).plainly
        };
        assert!(with("static char text[9];", "as_text(before)").is_empty());
        assert_eq!(with("static char text[9];", "\"2\""), ["test_widen_does_it"]);
        assert_eq!(with("char *text = malloc(9);", "as_text(before)"), ["test_widen_does_it"]);
    }
}
