//! Tests that assert only where their stub answers as hoped: `if let Ok(seat) = parse(…) { assert_eq!(…) }` without an `else`. A stub that never answers so
//! passes them, or, where others stand beside it, that one question. Owns which blocks are such, on tokens. A test that asks both ways is left alone, and so is an
//! answer of which another place says what it is.

use std::ops::Range;

use super::calls::{Call, closing, end_of_statement, text_at};
use super::plain::waits_for_others;
use super::reading::{Code, Reading};
use super::targets::called_by_the_language;
use super::tests_of_stubs::expected_panic;
use crate::syntax::{Token, TokenKind};

/// Tokens that are come to only with some answers of the stub, and which.
struct Guarded {
    /// What is asked: the pattern and the answer.
    asked: Range<usize>,
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

/// Answers that a test asserts on only when they are of one kind, beside others that it asks plainly: each with its line and that kind. Another kind would pass
/// unnoticed, unless the answer is looked at elsewhere, or the same is asked elsewhere.
pub fn lost(reading: &Reading, test: &Code) -> Vec<(u32, String)> {
    let (tokens, assertions) = (&test.body, reading.assertions(test));
    let is_c = reading.subject.language.name == "c";
    if is_c || expected_panic(reading, test).is_some() || waits_for_others(reading, test) || only_when(reading, test).is_some() {
        return Vec::new();
    }
    let all = guarded(reading, test);
    let is_lost = |g: &&Guarded| {
        g.when.starts_with('`')
            && g.when.chars().nth(1).is_some_and(char::is_uppercase)
            && assertions.iter().any(|a| g.inside.contains(&a.whole.start))
            && !in_a_loop(tokens, g.asked.start)
            && !counts(&tokens[g.inside.clone()])
            && !is_asked_elsewhere(reading, test, &all, g)
    };
    let mut found: Vec<(u32, String)> = all.iter().filter(is_lost).map(|g| (tokens[g.asked.start].line, g.when.clone())).collect();
    found.dedup();
    found
}

/// Whether something around this place goes round: then it may be that only some of the rounds are to answer so.
fn in_a_loop(tokens: &[Token], at: usize) -> bool {
    let heads = (0..at).filter(|i| matches!(tokens[*i].text.as_str(), "for" | "while" | "loop"));
    let closures = (0..at).filter(|i| tokens[*i].text == "|" && text_at(tokens, i + 1) == "{").map(|i| i + 1);
    let blocks: Vec<usize> = heads.filter_map(|i| opening(tokens, i + 1)).chain(closures).collect();
    blocks.into_iter().any(|open| open < at && closing(tokens, open) > at)
}

/// Whether a block notes that it was come to, for an assertion behind it.
fn counts(inside: &[Token]) -> bool {
    let writes = |t: &Token| matches!(t.text.as_str(), "+=" | "-=" | "push" | "insert" | "set" | "fetch_add" | "return");
    let assigns = |at: usize| {
        inside[at].text == "="
            && at > 1
            && !inside[..at].iter().rev().take_while(|t| t.text != ";" && t.text != "{").any(|t| t.text == "let")
    };
    inside.iter().any(writes) || (0..inside.len()).any(assigns)
}

/// Whether another place says of what kind the answer is: its name is used there, or the same call is made there.
fn is_asked_elsewhere(reading: &Reading, test: &Code, all: &[Guarded], own: &Guarded) -> bool {
    let tokens = &test.body;
    let said = |code: &Code, call: &Call| code.body[call.args.clone()].iter().map(|t| t.text.clone()).collect::<Vec<_>>();
    let called: Vec<&Call> = reading.target_calls(test).iter().filter(|call| own.asked.contains(&call.at)).collect();
    let same = |call: &Call| {
        reading.tests.iter().any(|other| {
            let calls = reading.target_calls(other).iter().filter(|c| c.name == call.name && said(other, c) == said(test, call));
            // On a value of its own it may be another answer, so only a call with something given is the same.
            let plain = |c: &Call| other.name != test.name || !all.iter().any(|g| g.asked.contains(&c.at));
            !call.args.is_empty() && calls.filter(|c| plain(c)).count() > 0
        })
    };
    if !called.is_empty() {
        return called.into_iter().any(same);
    }
    let results = reading.results(test);
    let names: Vec<&str> = tokens[own.asked.clone()]
        .iter()
        .filter(|t| t.kind == TokenKind::Word && !t.binds && results.contains(&t.text))
        .map(|t| t.text.as_str())
        .collect();
    let uses = |name: &&str| {
        (0..tokens.len()).any(|i| {
            tokens[i].text == **name
                && !own.asked.contains(&i)
                && !own.inside.contains(&i)
                && text_at(tokens, i + 1) != "="
                && !tokens[i].binds
        })
    };
    names.is_empty() || names.iter().any(uses)
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
    (is_alone(tokens, at, inside.end + 1) && asks_stub(reading, test, at + 1..open)).then_some(Guarded {
        asked: at + 1..open,
        inside,
        when,
    })
}

fn c_if(reading: &Reading, test: &Code, at: usize) -> Option<Guarded> {
    let tokens = &test.body;
    let behind = closing(tokens, at + 1);
    let end = if text_at(tokens, behind + 1) == "{" { closing(tokens, behind + 1) } else { end_of_statement(tokens, behind + 1) };
    let asked = is_alone(tokens, at, end + 1) && asks_stub(reading, test, at + 1..behind);
    asked.then(|| Guarded { asked: at + 1..behind, inside: behind..end, when: "one way".to_owned() })
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
    is_leaving.then(|| Guarded { asked: at + 1..leaves, inside: end..tokens.len(), when: answer(tokens, at + 1) })
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
            busy.push(Guarded { asked: at + 1..open, inside: body.clone(), when: answer(tokens, from) });
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
