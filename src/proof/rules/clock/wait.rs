//! Waiting that gives up too soon: `recv_timeout`, `wait_timeout`, `poll` and `select` with less than a second, where the test wants what it waits for to come from
//! another thread or process. Where the end of the wait is what is expected, nothing has to be quick, and what was sent before the call is there at once.

use std::ops::Range;

use super::super::assertions::{Assertion, Expects, initial_value, normal, start_of_statement};
use super::super::calls::{self, Call, CallKind, closing, text_at};
use super::super::reading::Code;
use super::super::targets::has_word;
use super::bound::{resolved, seconds, trimmed, value};
use super::time::{Clock, answer};
use crate::syntax::{Token, TokenKind};

const BEGINS: &str = "spawn scope fork vfork pthread_create thrd_create";
const ENDS: &str = "join wait waitpid pthread_join thrd_join";
const POLLS: &str = "poll ppoll select pselect";

/// Where a test gives somebody else less than a second.
pub fn impatient(clock: &Clock) -> Option<u32> {
    let tokens = &clock.code.body;
    let all = calls::calls(tokens);
    let hasty = all.iter().find(|call| is_short(clock, call) && is_awaited(clock, call));
    let asked = || all.iter().find(|call| is_short_question(clock, call) && is_awaited(clock, call));
    hasty.or_else(asked).or_else(|| all.iter().find(|call| is_alarm(clock, call))).map(|call| call.line)
}

/// Whether this call waits, and for less than a second; one that does not wait at all only looks.
fn is_short(clock: &Clock, call: &Call) -> bool {
    let tokens = &clock.code.body;
    let given = calls::arguments(tokens, &call.args);
    let made = |at: usize| given.get(at).map(|part| resolved(clock, trimmed(&tokens[part.clone()], 0), 3));
    let allowed = match (call.name.as_str(), &call.kind) {
        ("recv_timeout", CallKind::Method) => made(0).and_then(|time| seconds(clock, &[], &time)),
        ("wait_timeout" | "wait_timeout_while", CallKind::Method) => made(1).and_then(|time| seconds(clock, &[], &time)),
        ("poll", CallKind::Free) => made(2).and_then(|time| value(clock, &time)).map(|millis| millis / 1e3),
        ("select", CallKind::Free) => given.get(4).and_then(|part| of_fields(clock, part)),
        _ => None,
    };
    allowed.is_some_and(|seconds| seconds > 0.0 && seconds < 1.0)
}

/// `struct timeval t = { 0, 40000 };`, in seconds.
fn of_fields(clock: &Clock, part: &Range<usize>) -> Option<f64> {
    let tokens = &clock.code.body;
    let name = tokens[part.clone()].iter().find(|t| t.kind == TokenKind::Word)?;
    let made = initial_value(tokens, &name.text)?;
    let inside = trimmed_braces(&tokens[made]);
    let parts: Vec<Vec<&Token>> = inside.split(|t| t.text == ",").map(|p| p.iter().collect()).collect();
    let (mut whole, mut millionths) = (0.0, 0.0);
    for (at, part) in parts.iter().enumerate() {
        let number: f64 = part.last().and_then(|t| normal(t).parse().ok())?;
        let is_whole = part.iter().any(|t| t.text == "tv_sec") || at == 0 && part.len() == 1;
        *(if is_whole { &mut whole } else { &mut millionths }) = number;
    }
    Some(whole + millionths / 1e6)
}

fn trimmed_braces(tokens: &[Token]) -> &[Token] {
    match tokens {
        [first, inner @ .., last] if first.text == "{" && last.text == "}" => inner,
        _ => tokens,
    }
}

/// A helper that answers whether it came in time: `rx.recv_timeout(SOON).is_ok()`.
fn is_short_question(clock: &Clock, call: &Call) -> bool {
    let Some(helper) = clock.reading.helpers.iter().find(|h| h.name == call.name && call.kind == CallKind::Free) else { return false };
    let (inner, last) = (Clock::given(clock.reading, helper, Vec::new(), Vec::new()), answer(&helper.body));
    let waits = |c: &Call| last.contains(&c.at) && is_short(&inner, c) && came(&helper.body[c.args.end + 1..last.end.max(c.args.end + 1)]);
    calls::calls(&helper.body).iter().any(waits)
}

/// Whether what stands behind a wait is true when something came.
fn came(behind: &[Token]) -> bool {
    let said: Vec<&str> = behind.iter().map(|t| t.text.as_str()).collect();
    matches!(said.as_slice(), [".", "is_ok", ..] | [".", "ok", ..] | [">", "0", ..] | [">=", "1", ..] | ["==", "1", ..])
}

/// Somebody else has to do something first, and has to have done it in time.
fn is_awaited(clock: &Clock, call: &Call) -> bool {
    let tokens = &clock.code.body;
    let says = |tokens: &[Token], list: &str| tokens.iter().any(|t| t.kind == TokenKind::Word && has_word(list, &t.text));
    let reading = clock.reading;
    let of_reference = || reading.subject.reference.iter().any(|f| says(&reading.syntax.tokens(&f.content), BEGINS));
    let helped = |code: &Code| calls::calls(tokens).iter().any(|c| c.name == code.name) && says(&code.body, BEGINS);
    let is_test = reading.tests.iter().any(|t| t.name == clock.code.name);
    let somewhere = || reading.tests.iter().chain(&reading.helpers).any(|code| says(&code.body, BEGINS));
    let begins = says(&tokens[..call.at], BEGINS) || !is_test && somewhere() || reading.helpers.iter().any(helped) || of_reference();
    begins && !says(&tokens[..call.at], ENDS) && is_wanted(clock, call)
}

fn is_wanted(clock: &Clock, call: &Call) -> bool {
    let tokens = &clock.code.body;
    let is_pair = call.name.starts_with("wait_timeout");
    let unwraps = |end: usize| {
        let next = text_at(tokens, end + 1);
        text_at(tokens, end) == "?" || text_at(tokens, end) == "." && matches!(next, "unwrap" | "expect" | "unwrap_or_else")
    };
    if call.name == "recv_timeout" && unwraps(call.args.end + 1) {
        return true;
    }
    let start = start_of_statement(tokens, call.at);
    if !is_pair && (fails_without(tokens, start, call) || text_at(tokens, start) == "let" && text_at(tokens, start + 1) == "Ok") {
        return true;
    }
    let is_bound = |t: &&Token| t.binds && !t.text.starts_with(char::is_uppercase);
    let bound: Vec<&str> = tokens[start..call.at].iter().filter(is_bound).map(|t| t.text.as_str()).collect();
    let asserted = clock.reading.assertions(clock.code);
    if is_pair {
        let ends = |a: &Assertion| tokens[a.looks_at.clone()].iter().any(|t| t.text == "timed_out");
        let expected = asserted.iter().any(|a| ends(a) && a.expects == Expects::Truth(true));
        let speaks =
            |a: &&Assertion| a.whole.start > call.at && tokens[a.looks_at.clone()].iter().any(|t| bound.contains(&t.text.as_str()));
        return !expected && asserted.iter().any(|a| speaks(&a));
    }
    let direct = asserted.iter().filter(|a| a.looks_at.contains(&call.at)).any(|a| wants(tokens, a, call.args.end + 1, call));
    let later = asserted.iter().filter(|a| a.whole.start > call.at).any(|a| {
        let named = a.looks_at.clone().find(|at| bound.contains(&tokens[*at].text.as_str()) && !tokens[*at].binds);
        named.is_some_and(|at| wants(tokens, a, at + 1, call))
    });
    let kept =
        |at: usize| at > call.args.end && bound.contains(&tokens[at].text.as_str()) && call.name == "recv_timeout" && unwraps(at + 1);
    direct || later || (0..tokens.len()).any(kept)
}

/// Whether an assertion holds only if something came; what it says of that begins at `behind`.
fn wants(tokens: &[Token], assertion: &Assertion, behind: usize, call: &Call) -> bool {
    let rest = tokens.get(behind..assertion.looks_at.end).unwrap_or_default();
    let polls = has_word(POLLS, &call.name);
    let negative = rest.iter().any(|t| matches!(t.text.as_str(), "is_err" | "is_none"));
    match &assertion.expects {
        Expects::Truth(true) => came(rest) || rest.iter().all(|t| t.text == ")") && call.name != "recv_timeout",
        Expects::Truth(false) => negative,
        Expects::Value(expected) => {
            let first = text_at(tokens, expected.start);
            if polls {
                normal(&tokens[expected.start]).parse::<u32>().is_ok_and(|n| n > 0)
            } else {
                matches!(first, "Ok" | "Some" | "true")
            }
        }
        Expects::Unknown => false,
    }
}

/// `match rx.recv_timeout(…) { …, Err(_) => panic!(…) }`.
fn fails_without(tokens: &[Token], start: usize, call: &Call) -> bool {
    let open = call.args.end + 1;
    if text_at(tokens, start) != "match" || text_at(tokens, open) != "{" {
        return false;
    }
    let block = &tokens[open..closing(tokens, open).min(tokens.len())];
    let arm = block.windows(2).position(|two| two[0].text == "=>" && two[1].text == "panic");
    arm.is_some_and(|at| block[..at].iter().rev().take(6).any(|t| t.text == "Err"))
}

/// An alarm within the second that nobody catches ends the test.
fn is_alarm(clock: &Clock, call: &Call) -> bool {
    let tokens = &clock.code.body;
    let files = &clock.reading.subject.tests;
    let caught = || files.iter().any(|f| ["signal(", "sigaction("].iter().any(|name| f.content.contains(name)));
    let first = calls::arguments(tokens, &call.args).into_iter().next();
    let micros = first.and_then(|part| value(clock, &resolved(clock, trimmed(&tokens[part], 0), 3)));
    call.name == "ualarm" && micros.is_some_and(|n| n > 0.0 && n < 1e6) && !caught()
}
