//! Tests that assert only where their stub answers as hoped: `if let Ok(seat) = parse(…) { assert_eq!(…) }` without an `else`. A stub that never answers so
//! passes them. Owns which blocks are such, on tokens. A test that could fail anywhere else is left alone, and so is one that asks both ways.

use std::ops::Range;

use super::calls::{closing, end_of_statement, text_at};
use super::reading::{Code, Reading};
use super::targets::called_by_the_language;
use super::tests_of_stubs::expected_panic;
use crate::syntax::{Token, TokenKind};

/// Tokens that are come to only with some answers of the stub, and which.
struct Guarded {
    inside: Range<usize>,
    when: String,
}

/// Words with which a test can fail although it asserts nothing there.
const FAILING: [&str; 12] = [
    "panic",
    "unreachable",
    "todo",
    "unimplemented",
    "unwrap",
    "unwrap_err",
    "expect",
    "expect_err",
    "abort",
    "exit",
    "_exit",
    "etude_fail",
];

/// With which answer alone it asserts anything, for a test of this kind.
pub fn only_when(reading: &Reading, test: &Code) -> Option<String> {
    let (tokens, assertions) = (&test.body, reading.assertions(test));
    if assertions.is_empty() || expected_panic(reading, test).is_some() {
        return None;
    }
    let all = guarded(reading, test);
    let around = |at: usize| all.iter().find(|g| g.inside.contains(&at));
    let guards: Vec<&Guarded> = assertions.iter().map(|a| around(a.whole.start)).collect::<Option<_>>()?;
    let can_fail =
        |at: usize| tokens[at].text == "?" || (tokens[at].kind == TokenKind::Word && FAILING.contains(&tokens[at].text.as_str()));
    let fails_elsewhere = (0..tokens.len()).any(|at| can_fail(at) && around(at).is_none());
    let when = &guards.first()?.when;
    (!fails_elsewhere && guards.iter().all(|g| g.when == *when)).then(|| when.clone())
}

fn guarded(reading: &Reading, test: &Code) -> Vec<Guarded> {
    let tokens = &test.body;
    let is_c = reading.subject.language.name == "c";
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "if" if is_c => found.extend(c_if(reading, test, at)),
            "if" => found.extend(rust_if(reading, test, at)),
            "match" if !is_c => found.extend(arms(reading, test, at)),
            "let" if !is_c => found.extend(let_or_leave(reading, test, at)),
            _ => {}
        }
    }
    found
}

/// Whether these tokens ask what the stub gave.
fn asks_stub(reading: &Reading, test: &Code, range: Range<usize>) -> bool {
    let calls = reading.target_calls(test);
    // `"12C".parse::<Seat>()`: the language calls the stub, and what it gave is known by its pattern alone.
    let by_language = reading.stubs_called(test).iter().any(|stub| called_by_the_language(stub))
        && test.body[range.clone()].iter().any(|t| matches!(t.text.as_str(), "Ok" | "Err" | "Some"));
    let called = by_language || calls.iter().any(|c| range.contains(&c.at));
    let results = reading.results(test);
    called || test.body[range].iter().any(|t| t.kind == TokenKind::Word && !t.binds && results.contains(&t.text))
}

/// The brace that opens the block of an `if` or a `match`: the first outside of all brackets.
fn opening(tokens: &[Token], from: usize) -> Option<usize> {
    let mut at = from;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            "{" => return Some(at),
            "(" | "[" => at = closing(tokens, at),
            ";" => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

fn is_alone(tokens: &[Token], from: usize, behind: usize) -> bool {
    text_at(tokens, behind) != "else" && (from == 0 || tokens[from - 1].text != "else")
}

fn rust_if(reading: &Reading, test: &Code, at: usize) -> Option<Guarded> {
    let tokens = &test.body;
    let open = opening(tokens, at + 1)?;
    let inside = open..closing(tokens, open);
    let pattern = text_at(tokens, at + 1) == "let";
    let when = if pattern { answer(tokens, at + 2) } else { "one way".to_owned() };
    (is_alone(tokens, at, inside.end + 1) && asks_stub(reading, test, at + 1..open)).then_some(Guarded { inside, when })
}

fn c_if(reading: &Reading, test: &Code, at: usize) -> Option<Guarded> {
    let tokens = &test.body;
    let behind = closing(tokens, at + 1);
    let end = if text_at(tokens, behind + 1) == "{" { closing(tokens, behind + 1) } else { end_of_statement(tokens, behind + 1) };
    let asked = is_alone(tokens, at, end + 1) && asks_stub(reading, test, at + 1..behind);
    asked.then(|| Guarded { inside: behind..end, when: "one way".to_owned() })
}

/// `let Ok(seat) = parse(…) else { return };`: all that follows.
fn let_or_leave(reading: &Reading, test: &Code, at: usize) -> Option<Guarded> {
    let tokens = &test.body;
    let end = end_of_statement(tokens, at);
    let leaves = (at..end).find(|i| tokens[*i].text == "else" && text_at(tokens, i + 1) == "{")?;
    let is_block = (at..leaves).all(|i| !matches!(tokens[i].text.as_str(), "if" | "match"));
    let says = &tokens[leaves + 2..closing(tokens, leaves + 1)];
    let is_idle = says.iter().all(|t| matches!(t.text.as_str(), "return" | "continue" | ";"));
    let is_leaving = is_block && is_idle && asks_stub(reading, test, at..leaves);
    is_leaving.then(|| Guarded { inside: end..tokens.len(), when: answer(tokens, at + 1) })
}

/// The arms of a `match` of which another one does nothing.
fn arms(reading: &Reading, test: &Code, at: usize) -> Vec<Guarded> {
    let tokens = &test.body;
    let Some(open) = opening(tokens, at + 1).filter(|open| asks_stub(reading, test, at + 1..*open)) else { return Vec::new() };
    let end = closing(tokens, open);
    let (mut busy, mut idle, mut from) = (Vec::new(), false, open + 1);
    while let Some(arrow) = (from..end).find(|i| tokens[*i].text == "=>") {
        let body = arrow + 1..end_of_arm(tokens, arrow + 1, end);
        let does_nothing =
            tokens[body.clone()].iter().all(|t| matches!(t.text.as_str(), "{" | "}" | "(" | ")" | "return" | "continue" | ";" | ","));
        idle |= does_nothing;
        if !does_nothing {
            busy.push(Guarded { inside: body.clone(), when: answer(tokens, from) });
        }
        from = body.end;
    }
    if idle { busy } else { Vec::new() }
}

/// Behind the body of an arm, and behind its comma.
fn end_of_arm(tokens: &[Token], from: usize, end: usize) -> usize {
    if text_at(tokens, from) == "{" {
        let behind = closing(tokens, from) + 1;
        return if text_at(tokens, behind) == "," { behind + 1 } else { behind };
    }
    let mut at = from;
    while at < end {
        match tokens[at].text.as_str() {
            "(" | "[" | "{" => at = closing(tokens, at),
            "," => return at + 1,
            _ => {}
        }
        at += 1;
    }
    end
}

/// The answer that a pattern is for: `Ok` of `Ok(seat)`.
fn answer(tokens: &[Token], from: usize) -> String {
    let first = tokens[from..].iter().find(|t| !matches!(t.text.as_str(), "&" | "ref" | "mut" | "|"));
    first.map_or_else(String::new, |t| format!("`{}`", t.text))
}
