//! Stubs that a test calls by a sign: `+` on a type whose `add` is a stub. Says so only where the type of the operand can be read off the test.

use std::ops::Range;

use super::calls::{closing, start_of_chain, text_at};
use super::reading::{Code, Reading, Stub};
use crate::syntax::{Token, TokenKind};

/// The methods behind the signs; `[` is looked at apart.
const SIGNS: [(&str, &str); 21] = [
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("%", "rem"),
    ("&", "bitand"),
    ("|", "bitor"),
    ("^", "bitxor"),
    ("<<", "shl"),
    (">>", "shr"),
    ("+=", "add_assign"),
    ("-=", "sub_assign"),
    ("*=", "mul_assign"),
    ("/=", "div_assign"),
    ("%=", "rem_assign"),
    ("==", "eq"),
    ("!=", "eq"),
    ("<", "partial_cmp"),
    (">", "partial_cmp"),
    ("<=", "partial_cmp"),
    (">=", "partial_cmp"),
];

/// A stub, the sign that calls it, and the line.
pub struct BySign<'r> {
    pub stub: &'r str,
    pub sign: &'r str,
    pub line: u32,
}

/// The first stub other than its own that a test calls by a sign.
pub fn other_stub<'r>(reading: &'r Reading, test: &'r Code, own: &str) -> Option<BySign<'r>> {
    (0..test.body.len()).find_map(|at| {
        let stub = stub_at(reading, test, at).filter(|stub| stub.name != own)?;
        let sign = &test.body[at];
        Some(BySign { stub: &stub.name, sign: &sign.text, line: sign.line })
    })
}

/// Where a test calls this stub by a sign whose value is what the stub gives; a comparison makes a truth of it first.
pub fn counting_signs(reading: &Reading, test: &Code, stub: &str) -> Vec<usize> {
    let compares = |at: usize| matches!(test.body[at].text.as_str(), "==" | "!=" | "<" | ">" | "<=" | ">=");
    let calls = |at: &usize| !compares(*at) && stub_at(reading, test, *at).is_some_and(|s| s.name == stub);
    (0..test.body.len()).filter(calls).collect()
}

/// Whether a test has the sign of this stub where nobody can tell what it is asked of: `-UP`, with a constant of the test, or `-(up)`.
pub fn has_unsure_signs(reading: &Reading, test: &Code, stub: &str) -> bool {
    let before_bracket = |at: usize| text_at(&test.body, at + 1) == "(" && begins_value(&test.body, at).is_some_and(|m| m == stub);
    let asks = |at: usize| asked(&test.body, at).is_some_and(|(method, _)| method == stub);
    (0..test.body.len()).any(|at| before_bracket(at) || asks(at) && stub_at(reading, test, at).is_none())
}

/// Whether these tokens are a call by the sign at this place and nothing else.
pub fn is_whole_call(tokens: &[Token], sign: usize, range: &Range<usize>) -> bool {
    let Some(last) = range.end.checked_sub(1).filter(|last| *last > sign && range.contains(&sign)) else { return false };
    let begins = sign == range.start || start_of_chain(tokens, sign - 1) == range.start;
    begins && start_of_chain(tokens, last) == sign + 1
}

/// The stub that a token calls if it is a sign.
fn stub_at<'r>(reading: &'r Reading, test: &Code, at: usize) -> Option<&'r Stub> {
    let (method, operand) = asked(&test.body, at)?;
    let stubs = || reading.stubs.iter().filter(|s| s.name == method);
    let stub = stubs().find(|s| s.owner.as_deref().is_some_and(|owner| reading.is_of_type(test, operand.clone(), owner)))?;
    // Of two such methods of one type the operand does not say which is meant.
    let alone = stubs().filter(|s| s.owner == stub.owner).count() == 1
        && !reading.given.iter().any(|g| g.name == method && g.owner == stub.owner && g.has_body);
    alone.then_some(stub)
}

/// The method that a token calls if it is a sign, and its operand.
fn asked(tokens: &[Token], at: usize) -> Option<(&'static str, Range<usize>)> {
    let sign = tokens[at].text.as_str();
    let last = at.checked_sub(1)?;
    if !ends_value(&tokens[last]) {
        return Some((begins_value(tokens, at)?, at + 1..end_of_value(tokens, at + 1)?));
    }
    let method = if sign == "[" { "index" } else { SIGNS.iter().find(|(s, _)| *s == sign)?.1 };
    let operand = start_of_chain(tokens, last)..at;
    // `Stack<u8>` compares nothing.
    (operand.len() > 1 || !tokens[last].text.starts_with(char::is_uppercase)).then_some((method, operand))
}

/// The method of a sign before a value, where nothing before it is one.
fn begins_value(tokens: &[Token], at: usize) -> Option<&'static str> {
    let before = at.checked_sub(1).filter(|before| !ends_value(&tokens[*before]));
    match (before, tokens[at].text.as_str()) {
        (Some(_), "-") => Some("neg"),
        (Some(_), "!") => Some("not"),
        _ => None,
    }
}

fn ends_value(token: &Token) -> bool {
    match token.kind {
        TokenKind::Word => !matches!(token.text.as_str(), "return" | "in" | "if" | "match" | "let" | "mut" | "else" | "while" | "move"),
        TokenKind::Sign => matches!(token.text.as_str(), ")" | "]" | "}"),
        _ => true,
    }
}

/// Where the value behind a sign ends, if it is a name or made by one call; a chain that goes on is of another type.
fn end_of_value(tokens: &[Token], from: usize) -> Option<usize> {
    tokens.get(from).filter(|t| t.kind == TokenKind::Word)?;
    let end = match text_at(tokens, from + 1) {
        "(" | "{" => closing(tokens, from + 1) + 1,
        _ => from + 1,
    };
    (!matches!(text_at(tokens, end), "." | "::" | "[" | "(" | "!" | "?")).then_some(end)
}
