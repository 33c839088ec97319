//! What a test is about: the stub it is named after, the stubs it calls by name, and what it expects of a panic. A call counts only where the name can mean
//! nothing else; the rest is settled by running the tests without the stub.

use super::reading::{Code, Reading, Stub};
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

pub fn names(reading: &Reading) -> Vec<Finding> {
    let wrong = reading.tests.iter().filter_map(|test| wrong_name(reading, test).map(|says| reading.about(test, says)));
    wrong.chain(never_run(reading)).collect()
}

fn wrong_name(reading: &Reading, test: &Code) -> Option<String> {
    let name = &test.name;
    let called = stubs_called(reading, test);
    let Some(stub) = reading.named_stub(name) else {
        let right = called.first().map_or("<function>", |s| s.name.as_str());
        return Some(format!("`{name}` is named after no function of the exercise; a test is named `test_{right}_<what is true>`"));
    };
    if let [only] = called.as_slice()
        && only.name != stub.name
        && !test.body.iter().any(|t| t.text == stub.name)
    {
        return Some(format!("`{name}` is named after `{}` and calls `{}`", stub.name, only.name));
    }
    let assertion = &name["test_".len() + stub.name.len()..];
    let says_nothing = !assertion.chars().any(char::is_alphabetic);
    says_nothing.then(|| format!("`{name}` does not say what is true; a test is named `test_{}_<what is true>`", stub.name))
}

/// Functions that look like tests and are none: nobody would notice that they never run.
fn never_run<'r>(reading: &'r Reading<'r>) -> impl Iterator<Item = Finding> + 'r {
    let used = |name: &str| reading.tests.iter().chain(&reading.helpers).any(|c| c.body.iter().any(|t| t.text == name));
    let lost = reading.helpers.iter().filter(move |h| h.name.starts_with("test_") && !used(&h.name));
    lost.map(|helper| reading.about(helper, format!("`{}` looks like a test and never runs", helper.name)))
}

/// The stubs that a test calls for certain.
fn stubs_called<'r>(reading: &'r Reading, test: &Code) -> Vec<&'r Stub> {
    let mut found: Vec<&Stub> = Vec::new();
    for at in 0..test.body.len() {
        let stub = reading.stubs.iter().find(|stub| calls(reading, &test.body, at, stub));
        if let Some(stub) = stub.filter(|s| !found.iter().any(|f| f.name == s.name)) {
            found.push(stub);
        }
    }
    found
}

/// `f(`, or `Type::f(` where it belongs to a type. A method after a dot may be that of another type.
fn calls(reading: &Reading, body: &[Token], at: usize, stub: &Stub) -> bool {
    let text = |at: Option<usize>| at.and_then(|at| body.get(at)).map_or("", |t| t.text.as_str());
    let before = |n: usize| text(at.checked_sub(n));
    let is_name = body[at].kind == TokenKind::Word && body[at].text == stub.name && !body[at].binds;
    if !is_name || text(Some(at + 1)) != "(" {
        return false;
    }
    match &stub.owner {
        Some(owner) => before(1) == "::" && before(2) == owner,
        None => {
            let is_shadowed = reading.helpers.iter().any(|h| h.name == stub.name) || body.iter().any(|t| t.binds && t.text == stub.name);
            before(1) != "." && (before(1) != "::" || !before(2).starts_with(char::is_uppercase)) && !is_shadowed
        }
    }
}

/// Each test calls one stub directly; what it needs besides comes from constants and helpers.
pub fn one_stub(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for test in &reading.tests {
        let Some(own) = reading.named_stub(&test.name) else { continue };
        let others: Vec<&str> = stubs_called(reading, test).into_iter().filter(|s| s.name != own.name).map(|s| s.name.as_str()).collect();
        // One that calls another and not its own is wrongly named.
        let calls_own = test.body.iter().any(|t| t.text == own.name);
        if let Some(other) = others.first().filter(|_| calls_own) {
            let says = format!("`{}` calls `{other}` beside `{}`; a test calls one function of the exercise", test.name, own.name);
            findings.push(reading.about(test, says));
        }
    }
    findings
}

/// The text that a test expects of a panic; empty where it says none. None for a test that expects no panic.
pub fn expected_panic(test: &Code) -> Option<String> {
    let attribute = test.attributes.iter().find(|a| a.contains("should_panic"))?;
    let expected = attribute.split_once("expected").and_then(|(_, rest)| rest.split_once('"')).and_then(|(_, rest)| rest.rsplit_once('"'));
    Some(expected.map(|(text, _)| text.to_owned()).unwrap_or_default())
}

pub fn panics(reading: &Reading) -> Vec<Finding> {
    let silent = reading.tests.iter().filter(|test| expected_panic(test).is_some_and(|text| text.trim().is_empty()));
    silent
        .map(|test| reading.about(test, format!("`{}` has `#[should_panic]` without `expected = \"…\"`: any panic would do", test.name)))
        .collect()
}
