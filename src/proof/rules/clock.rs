//! Tests that depend on the clock: one that has to be done within less than a second, that waits no longer for somebody else, or that expects something of the hour,
//! in its own assertions or in those of a helper. A lower bound on the time that passed is honest, so are limits of a second and more, and a moment that is only handed around.

mod bound;
mod time;
mod wait;

use std::ops::Range;

use super::assertions::{Assertion, Expects};
use super::calls::{self, closing, end_of_statement, text_at};
use super::reading::Reading;
use crate::proof::report::Finding;
use crate::syntax::Token;
use bound::is_hasty;
use time::{Clock, Helper, Time};

pub fn dependent(reading: &Reading) -> Vec<Finding> {
    let helpers = time::helpers(reading);
    let found = reading.tests.iter().filter_map(|test| {
        let (line, says) = trouble(&Clock::of(reading, test, &helpers))?;
        Some(Finding { line: Some(line), ..reading.about(test, format!("`{}` {says}", test.name)) })
    });
    found.collect()
}

const OF_THE_HOUR: &str = "asks for another value at another hour: what it uses comes from the clock";
const EXACT: &str = "expects that an exact time has passed; a busy machine is slower";
const HASTY: &str =
    "expects to be done within less than a second; a busy machine is slower. A lower bound, or a limit of some seconds, holds everywhere";

const IMPATIENT: &str = "waits less than a second for somebody else and wants it to have come by then; a busy machine is slower. A limit of some seconds costs nothing \
     when it comes";
const UNWAITED: &str = "asks whether a thread is done and does not wait for it; it may be a moment too early, and `join` waits";

/// `assert!(worker.is_finished())`, where nothing before it waits or looks at it in a loop.
fn too_early(clock: &Clock) -> Option<u32> {
    let tokens = &clock.code.body;
    let asks = |part: &Range<usize>| tokens.get(part.clone()).unwrap_or_default().iter().any(|t| t.text == "is_finished");
    let hurried = |a: &&Assertion| {
        let waits = |t: &Token| matches!(t.text.as_str(), "sleep" | "while" | "loop" | "is_finished" | "park_timeout" | "yield_now");
        a.expects == Expects::Truth(true) && asks(&a.looks_at) && !tokens[..a.whole.start].iter().any(waits)
    };
    clock.reading.assertions(clock.code).iter().find(hurried).map(|a| a.line)
}

/// What depends on the clock in this code, and where.
fn trouble(clock: &Clock) -> Option<(u32, &'static str)> {
    if let Some(line) = too_early(clock) {
        return Some((line, UNWAITED));
    }
    if let Some(line) = wait::impatient(clock) {
        return Some((line, IMPATIENT));
    }
    if clock.is_idle() {
        return None;
    }
    let own = clock.reading.assertions(clock.code);
    let asserted = own.iter().find_map(|a| Some((a.line, of_assertion(clock, a)?)));
    asserted.or_else(|| of_branches(clock)).or_else(|| of_helpers(clock))
}

fn of_assertion(clock: &Clock, assertion: &Assertion) -> Option<&'static str> {
    let (looks_at, value) = (&assertion.looks_at, matches!(assertion.expects, Expects::Value(_)));
    let mut parts = vec![looks_at.clone()];
    if let Expects::Value(expected) = &assertion.expects {
        parts.push(expected.clone());
    }
    let any = |time: Time| parts.iter().any(|part| clock.has(part, time));
    if any(Time::Calendar) {
        return Some(OF_THE_HOUR);
    }
    // The clock goes on between two looks at it.
    if value && (any(Time::Passed) || parts.iter().any(|part| clock.asks_now(part))) {
        return Some(EXACT);
    }
    if any(Time::Judged) {
        return Some(HASTY);
    }
    let wanted = assertion.expects != Expects::Truth(false);
    is_hasty(clock, looks_at, wanted).or_else(|| handed_to_helper(clock, assertion).then_some(HASTY))
}

/// A helper asserts something of the time that it is given.
fn handed_to_helper(clock: &Clock, assertion: &Assertion) -> bool {
    let tokens = &clock.code.body;
    let times: Vec<(usize, Range<usize>)> = calls::arguments(tokens, &assertion.looks_at)
        .into_iter()
        .enumerate()
        .filter(|(_, part)| assertion.expects == Expects::Unknown && clock.has(part, Time::Passed))
        .collect();
    let name = text_at(tokens, assertion.whole.start);
    let Some(helper) = clock.reading.helpers.iter().find(|h| h.name == name).filter(|_| !times.is_empty()) else { return false };
    let params = time::params(helper);
    let given = times.iter().filter_map(|(at, _)| Some((params.get(*at)?.clone(), Time::Passed))).collect();
    let evidence = times.iter().flat_map(|(_, part)| bound::behind(clock.reading, tokens, &tokens[part.clone()], 2)).collect();
    let inner = Clock::given(clock.reading, helper, given, evidence);
    clock.reading.assertions(helper).iter().any(|a| of_assertion(&inner, a).is_some())
}

/// `if` the clock says so, the test fails.
fn of_branches(clock: &Clock) -> Option<(u32, &'static str)> {
    let tokens = &clock.code.body;
    for at in (0..tokens.len()).filter(|at| tokens[*at].text == "if") {
        let (condition, block) = branch(tokens, at);
        if !fails(clock.reading, &tokens[block]) {
            continue;
        }
        let says = if clock.has(&condition, Time::Calendar) { Some(OF_THE_HOUR) } else { is_hasty(clock, &condition, false) };
        if let Some(says) = says {
            return Some((tokens[at].line, says));
        }
    }
    None
}

/// The condition of an `if` and what is done then.
fn branch(tokens: &[Token], at: usize) -> (Range<usize>, Range<usize>) {
    let bracketed = text_at(tokens, at + 1) == "(";
    let after = if bracketed { closing(tokens, at + 1) + 1 } else { at + 1 };
    let open = (after..tokens.len()).find(|i| matches!(tokens[*i].text.as_str(), "{" | ";")).unwrap_or(tokens.len());
    let (from, to) = if text_at(tokens, open) == "{" { (open, closing(tokens, open)) } else { (after, end_of_statement(tokens, after)) };
    let condition = if bracketed && (from == after || text_at(tokens, open) == ";") { at + 2..after - 1 } else { at + 1..from };
    (condition, from.min(to)..to)
}

fn fails(reading: &Reading, block: &[Token]) -> bool {
    let known = |name: &str| {
        matches!(name, "panic" | "unreachable" | "etude_fail" | "abort" | "exit" | "Err") || name.to_lowercase().contains("assert")
    };
    calls::calls(block).iter().any(|c| known(&c.name) || reading.helpers.iter().any(|h| h.name == c.name && reading.is_asserting(h, 2)))
}

/// A helper that the test calls depends on the clock by itself.
fn of_helpers(clock: &Clock) -> Option<(u32, &'static str)> {
    let called = calls::calls(&clock.code.body);
    called.iter().find_map(|call| {
        let Helper { refuses, .. } = clock.helpers.iter().find(|h| h.name == call.name)?;
        Some((call.line, (*refuses)?))
    })
}
