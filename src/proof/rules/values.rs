//! Whether the tests of a stub expect more than one value: where all expect the same, a body that returns it would pass. Refuses only what it can read; a value
//! that comes out of a loop, or of a helper that is handed something else, counts as another one.

use std::collections::BTreeSet;
use std::ops::Range;

use super::assertions::{Assertion, Expects, initial_value};
use super::calls::{Call, arguments, closing, text_at};
use super::operators::{counting_signs, has_unsure_signs, is_whole_call};
use super::reading::{Code, Reading, Stub};
use super::stubs::about;
use super::tests_of_stubs::expected_panic;
use crate::proof::report::Finding;
use crate::syntax::{Head, Token, TokenKind};

/// What was seen after one call of a stub: what was looked at, and the value there.
type Seen = BTreeSet<(String, String)>;

pub fn distinct(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for name in reading.stub_names() {
        let tests: Vec<&Code> = reading.tests.iter().filter(|t| is_for(reading, t, name)).collect();
        let Some(stub) = reading.stubs.iter().find(|s| s.name == name).filter(|_| !tests.is_empty()) else { continue };
        if only_acts(reading, stub) {
            continue;
        }
        let Some(only) = only_value(reading, &tests, name) else { continue };
        let says = match only.as_str() {
            "" => format!("no assertion about `{name}` expects a value; its tests expect two different ones at least"),
            value => format!(
                "the tests of `{name}` expect one value only, `{}`; a body that gives it would pass. Expect two different values at least",
                written(value)
            ),
        };
        findings.push(about(stub, says));
    }
    findings
}

/// Tokens as somebody would write them: `leg(70, 0)`.
fn written(tokens: &str) -> String {
    [(" ( ", "("), ("( ", "("), (" )", ")"), (" ,", ","), (" . ", "."), (" :: ", "::"), ("& ", "&")]
        .iter()
        .fold(tokens.to_owned(), |text, (old, new)| text.replace(old, new))
}

/// It answers nothing and is handed one thing, which it clears, closes or gives back: then that is all it does, whatever it is asked about.
fn only_acts(reading: &Reading, stub: &Stub) -> bool {
    let heads = reading.subject.starter.iter().flat_map(|f| reading.syntax.heads(&f.content));
    let of_stub = |h: &Head| h.name == stub.name && h.owner == stub.owner && h.mark.is_some();
    heads.filter(of_stub).any(|h| !h.returns && h.params.len() + usize::from(h.has_self) == 1)
}

/// A test counts for the stub it calls; where it calls several, for the one it is named after.
fn is_for(reading: &Reading, test: &Code, stub: &str) -> bool {
    match reading.stubs_called(test).as_slice() {
        [only] => *only == stub,
        _ => reading.named_stub(&test.name).is_some_and(|s| s.name == stub),
    }
}

/// The one value that all tests expect; nothing where they expect several.
fn only_value(reading: &Reading, tests: &[&Code], stub: &str) -> Option<String> {
    let mut all: Vec<Seen> = Vec::new();
    for test in tests {
        match seen_in(reading, test, stub) {
            Some(segments) => all.extend(segments),
            None => return None,
        }
    }
    all.retain(|seen| !seen.is_empty());
    if let [one] = all.as_slice() {
        // A single call can only be judged by what it shows in several places.
        let values: BTreeSet<&String> = one.iter().map(|(_, value)| value).collect();
        return (values.len() < 2).then(|| values.first().map(|v| (*v).clone()).unwrap_or_default());
    }
    let different: BTreeSet<&Seen> = all.iter().collect();
    match different.first() {
        None => Some(String::new()),
        Some(seen) if different.len() == 1 => Some(seen.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join("`, `")),
        Some(_) => None,
    }
}

/// What is seen after each call of a test; nothing where the values cannot be read, which counts as several.
fn seen_in(reading: &Reading, test: &Code, stub: &str) -> Option<Vec<Seen>> {
    if let Some(text) = expected_panic(reading, test) {
        return Some(vec![Seen::from([("panic".to_owned(), text)])]);
    }
    let (assertions, signs) = (reading.assertions(test), counting_signs(reading, test, stub));
    if assertions.is_empty() || !signs.is_empty() && has_unsure_signs(reading, test, stub) {
        return None;
    }
    // Where a sign calls the stub, what else is called only makes the values.
    let calls = if signs.is_empty() { reading.target_calls(test) } else { &[] };
    let places: Vec<usize> = calls.iter().map(|c| c.at).chain(signs.iter().copied()).collect();
    let first = places.iter().min().copied().unwrap_or(0);
    let (mut segments, mut before) = (vec![Seen::new()], 0);
    for assertion in assertions {
        // Before the first call it is the given state that is looked at.
        if assertion.whole.end <= first {
            continue;
        }
        if places.iter().any(|at| (before..assertion.whole.end).contains(at)) {
            segments.push(Seen::new());
        }
        before = assertion.whole.end;
        let is_call = |range: &Range<usize>| signs.iter().any(|at| is_whole_call(&test.body, *at, range));
        let assertion = match assertion.expects.clone() {
            Expects::Value(range) if is_call(&range) => {
                Assertion { expects: Expects::Value(assertion.looks_at), looks_at: range, ..assertion }
            }
            _ => assertion,
        };
        let values = values_of(reading, test, &assertion, calls)?;
        let by_sign = is_call(&assertion.looks_at);
        let shape = if by_sign { "□".to_owned() } else { reading.shape(test, &assertion.looks_at) };
        for value in values {
            let seen = (shape.clone(), value);
            let last = segments.len() - 1;
            // A table gives several values for one assertion: each is a call of its own.
            if segments[last].iter().any(|(s, v)| *s == seen.0 && *v != seen.1) {
                segments.push(Seen::from([seen]));
            } else {
                segments[last].insert(seen);
            }
        }
    }
    Some(segments)
}

/// The values that an assertion expects; nothing where they differ and cannot be read.
fn values_of(reading: &Reading, test: &Code, assertion: &Assertion, calls: &[Call]) -> Option<Vec<String>> {
    let tokens = &test.body;
    let several = calls.iter().filter(|c| assertion.looks_at.contains(&c.at)).count() > 1;
    let compares = tokens[assertion.looks_at.clone()].iter().any(|t| matches!(t.text.as_str(), "<" | ">" | "!="));
    let range = match &assertion.expects {
        // `assert!(f(1) < f(2))`: no constant would do.
        Expects::Truth(true) if several && compares => return None,
        Expects::Truth(truth) => return Some(vec![truth.to_string()]),
        Expects::Unknown => {
            let said: Vec<&str> = tokens[assertion.looks_at.clone()].iter().map(|t| t.text.as_str()).collect();
            return Some(vec![said.join(" ")]);
        }
        Expects::Value(range) => range.clone(),
    };
    // `assert_eq!((f(0), f(1)), (0, 1))`
    let literals: BTreeSet<&str> = tokens[range.clone()].iter().filter(|t| is_literal(t)).map(|t| t.text.as_str()).collect();
    let differ = text_at(tokens, assertion.whole.start) == "assert_ne" && calls.iter().any(|c| range.contains(&c.at));
    if differ || (several && literals.len() > 1) {
        return None;
    }
    if tokens[range.clone()].iter().any(|t| t.kind == TokenKind::Word && made_in_loop(tokens, &t.text, 3)) {
        return None;
    }
    let looped = tokens[range.clone()].iter().find(|t| t.kind == TokenKind::Word && bound_in_loop(tokens, &t.text));
    match looped {
        Some(variable) if range.len() == 1 => column(tokens, &variable.text),
        Some(_) => None,
        None if tokens[range.clone()].iter().any(|t| t.text == "[") && has_loop(tokens) => None,
        None => Some(vec![reading.value_text(test, &range)]),
    }
}

fn is_literal(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Number | TokenKind::Text | TokenKind::Char) || matches!(token.text.as_str(), "true" | "false")
}

/// `for x in`, `for (x, y) in`, `for (int x = 0;`, `|x|`: another value each time.
fn bound_in_loop(tokens: &[Token], name: &str) -> bool {
    tokens.iter().enumerate().filter(|(_, t)| t.binds && t.text == name).any(|(at, _)| {
        let from = at.saturating_sub(12);
        let head = tokens[from..at].iter().rev().take_while(|t| !matches!(t.text.as_str(), ";" | "{" | "}"));
        let is_let = head.clone().any(|t| t.text == "let");
        !is_let && (head.clone().any(|t| t.text == "for") || closure_binds(tokens, at))
    })
}

/// A variable that is made anew in each round, of something that may differ there.
fn made_in_loop(tokens: &[Token], name: &str, depth: u8) -> bool {
    let Some(at) = tokens.iter().position(|t| t.binds && t.text == name).filter(|_| depth > 0) else { return false };
    let Some(value) = initial_value(tokens, name).filter(|value| value.start > at && !bound_in_loop(tokens, name)) else { return false };
    let from = |t: &Token| bound_in_loop(tokens, &t.text) || made_in_loop(tokens, &t.text, depth - 1);
    let value = &tokens[value];
    // `let line = lines.next()` depends on no other variable of the loop.
    let calls = value.iter().any(|t| t.text == "(") && in_loop(tokens, at);
    calls || value.iter().filter(|t| t.kind == TokenKind::Word && t.text != name).any(from)
}

/// Inside the braces of a `for`, `while` or `loop`.
fn in_loop(tokens: &[Token], at: usize) -> bool {
    let opens = |i: &usize| tokens[*i].text == "{" && closing(tokens, *i) > at;
    (0..at).filter(opens).any(|open| {
        let head = tokens[..open].iter().rev().take_while(|t| !matches!(t.text.as_str(), "{" | "}"));
        let mut head = head.take_while(|t| t.text != ";" || text_at(tokens, open - 1) == ")");
        head.any(|t| matches!(t.text.as_str(), "for" | "while" | "loop"))
    })
}

fn closure_binds(tokens: &[Token], at: usize) -> bool {
    tokens[..at].iter().rev().take(8).take_while(|t| !matches!(t.text.as_str(), ";" | "{" | "}")).any(|t| t.text == "|")
}

fn has_loop(tokens: &[Token]) -> bool {
    tokens.iter().any(|t| matches!(t.text.as_str(), "for" | "while" | "loop"))
}

/// The values of one column of a table: `for (input, expected) in [(1, 2), (3, 4)]`.
fn column(tokens: &[Token], name: &str) -> Option<Vec<String>> {
    let at = tokens.iter().position(|t| t.binds && t.text == name)?;
    let start = tokens[..at].iter().rposition(|t| t.text == "for")?;
    let end = (at..tokens.len()).find(|i| tokens[*i].text == "in")?;
    let place = match text_at(tokens, start + 1) {
        "(" => arguments(tokens, &(start + 2..closing(tokens, start + 1))).iter().position(|p| p.contains(&at)),
        _ if end == start + 2 => None,
        _ => return None,
    };
    let rows = rows(tokens, end + 1)?;
    let cell = |row: &Range<usize>| match place {
        None => Some(row.clone()),
        Some(place) if tokens[row.start].text == "(" => arguments(tokens, &(row.start + 1..closing(tokens, row.start))).get(place).cloned(),
        Some(_) => None,
    };
    rows.iter().map(|row| cell(row).map(|c| tokens[c].iter().map(super::assertions::normal).collect::<Vec<_>>().join(" "))).collect()
}

fn rows(tokens: &[Token], at: usize) -> Option<Vec<Range<usize>>> {
    let mut open = at;
    while matches!(text_at(tokens, open), "&" | "vec" | "!") {
        open += 1;
    }
    if text_at(tokens, open) == "[" {
        return Some(arguments(tokens, &(open + 1..closing(tokens, open))));
    }
    let value = initial_value(tokens, text_at(tokens, open))?;
    let inner = value.clone().find(|i| tokens[*i].text == "[")?;
    Some(arguments(tokens, &(inner + 1..closing(tokens, inner))))
}
