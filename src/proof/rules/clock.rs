//! Tests that depend on the clock: one that has to be done within less than a second, or that expects something of the hour. A lower bound on the time that
//! passed is honest, so are limits of a second and more, and a moment that is only handed around.

use std::ops::Range;

use super::assertions::{Expects, initial_value};
use super::calls::{self, CallKind, end_of_statement, text_at};
use super::reading::{Code, Reading};
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

pub fn dependent(reading: &Reading) -> Vec<Finding> {
    reading.tests.iter().filter_map(|test| trouble(reading, test)).collect()
}

fn trouble(reading: &Reading, test: &Code) -> Option<Finding> {
    let clock = Clock::of(reading, &test.body);
    if clock.is_idle() {
        return None;
    }
    for assertion in reading.assertions(test) {
        let name = &test.name;
        let parts: Vec<Range<usize>> = match &assertion.expects {
            Expects::Value(expected) => vec![assertion.looks_at.clone(), expected.clone()],
            _ => vec![assertion.looks_at.clone()],
        };
        let says = if parts.iter().any(|part| clock.has(part, Time::Calendar)) {
            format!("`{name}` asks for another value at another hour: what it uses comes from the clock")
        } else if matches!(assertion.expects, Expects::Value(_)) && parts.iter().any(|part| clock.has(part, Time::Passed)) {
            format!("`{name}` expects that an exact time has passed; a busy machine is slower")
        } else if is_hasty(reading, test, &clock, &assertion.looks_at) {
            format!(
                "`{name}` expects to be done within less than a second; a busy machine is slower. A lower bound, or a limit of some seconds, holds everywhere"
            )
        } else {
            continue;
        };
        return Some(Finding { line: Some(assertion.line), ..reading.about(test, says) });
    }
    None
}

/// What a value has of the clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Time {
    /// A moment: harmless as long as it is only handed around.
    Moment,
    /// Seconds since some beginning.
    Seconds,
    /// How long something took.
    Passed,
    /// An hour, a weekday, a year.
    Calendar,
}

/// Functions whose answer is still the time that they were given, or asked the clock for.
const KEEP_TIME: [&str; 16] = [
    "now",
    "elapsed",
    "duration_since",
    "saturating_duration_since",
    "unwrap",
    "expect",
    "time",
    "clock",
    "localtime",
    "gmtime",
    "difftime",
    "from",
    "into",
    "try_into",
    "try_from",
    "unwrap_or_default",
];

/// The variables of a test that come from the clock.
struct Clock<'t> {
    tokens: &'t [Token],
    known: Vec<(String, Time)>,
    /// Helpers of the tests that give a time.
    helpers: Vec<(String, Time)>,
    /// Functions of the exercise that have the name of one that asks the clock.
    own: Vec<&'t str>,
}

impl<'t> Clock<'t> {
    fn of(reading: &'t Reading, tokens: &'t [Token]) -> Clock<'t> {
        let functions = reading.stub_names().into_iter().chain(reading.given.iter().chain(&reading.helpers).map(|f| f.name.as_str()));
        let own: Vec<&str> = functions.filter(|name| matches!(*name, "elapsed" | "time" | "clock" | "now")).collect();
        let helpers = reading.helpers.iter().filter(|h| !h.is_macro && h.owner.is_none()).filter_map(|helper| {
            let inner = Clock::read(&helper.body, Vec::new(), own.clone());
            let gives_number = helper
                .head
                .iter()
                .any(|t| matches!(t.text.as_str(), "Duration" | "u64" | "u128" | "f64" | "f32" | "double" | "long" | "int" | "int64_t"));
            let time = inner.time_of(&(0..helper.body.len()))?;
            (gives_number && time == Time::Passed).then(|| (helper.name.clone(), time))
        });
        Clock::read(tokens, helpers.collect(), own.clone())
    }

    fn read(tokens: &'t [Token], helpers: Vec<(String, Time)>, own: Vec<&'t str>) -> Clock<'t> {
        let mut clock = Clock { tokens, known: Vec::new(), helpers, own };
        for at in 0..tokens.len() {
            let end = end_of_statement(tokens, at + 1);
            match text_at(tokens, at) {
                "=" => {
                    let time = clock.time_given(&(at + 1..end));
                    clock.known.extend(clock.bound_before(at).zip(time));
                }
                "clock_gettime" | "gettimeofday" | "timespec_get" => clock.fill(at..end, |_| true),
                "localtime_r" | "gmtime_r" => clock.fill(at..end, |clock| clock.time_of(&(at..end)).is_some()),
                _ => {}
            }
        }
        clock
    }

    /// What a function of the system writes into, by the last `&` it is given.
    fn fill(&mut self, call: Range<usize>, comes_from_the_clock: impl Fn(&Self) -> bool) {
        let given = self.tokens[call].windows(2).rfind(|two| two[0].text == "&").map(|two| two[1].text.clone());
        if let Some(name) = given.filter(|_| comes_from_the_clock(self)) {
            self.known.push((name, Time::Seconds));
        }
    }

    /// What a variable has of the clock that is given this. What another function made of a moment is no longer one.
    fn time_given(&self, range: &Range<usize>) -> Option<Time> {
        let tokens = &self.tokens[range.clone()];
        let called = calls::calls(tokens).into_iter().filter(|c| !matches!(c.kind, CallKind::Value)).map(|c| c.name);
        let called: Vec<String> = called.collect();
        if let Some((_, time)) = self.helpers.iter().find(|(name, _)| called.contains(name)) {
            return Some(*time);
        }
        let keeps = |name: &String| KEEP_TIME.contains(&name.as_str()) || name.starts_with("as_") || name.starts_with("subsec_");
        self.time_of(range).filter(|_| called.iter().all(keeps))
    }

    fn is_idle(&self) -> bool {
        self.known.is_empty() && self.time_of(&(0..self.tokens.len())).is_none()
    }

    /// The variable that is given a value by this `=`.
    fn bound_before(&self, equals: usize) -> Option<String> {
        let before = self.tokens[..equals].iter().rev().take_while(|t| !matches!(t.text.as_str(), ";" | "{" | "}")).collect::<Vec<_>>();
        let bound = before.iter().rev().find(|t| t.binds).or(before.first().filter(|t| t.kind == TokenKind::Word))?;
        Some(bound.text.clone())
    }

    fn has(&self, range: &Range<usize>, time: Time) -> bool {
        self.time_of(range) == Some(time)
    }

    /// What an expression has of the clock. Texts and calls that make something else of it are left alone: a file may be named after the time.
    fn time_of(&self, range: &Range<usize>) -> Option<Time> {
        let tokens = &self.tokens[range.clone()];
        let says = |word: &str| tokens.iter().any(|t| t.text == word);
        let found: Vec<Time> = tokens.iter().enumerate().filter_map(|(at, token)| self.source(tokens, at, token)).collect();
        let worst = found.iter().copied().max()?;
        if says("format") || tokens.iter().any(|t| t.kind == TokenKind::Text) {
            return None;
        }
        let of_wall = found.contains(&Time::Seconds);
        let difference = tokens.windows(2).enumerate().any(|(at, two)| two[0].text == "-" && self.moments_around(tokens, at) >= 2);
        let since = says("duration_since") && !says("UNIX_EPOCH") && found.len() >= 2;
        Some(match worst {
            Time::Calendar => Time::Calendar,
            Time::Moment if says("UNIX_EPOCH") => Time::Seconds,
            Time::Moment | Time::Seconds if difference || since || says("difftime") => Time::Passed,
            _ if of_wall && says("%") => Time::Calendar,
            other => other,
        })
    }

    fn source(&self, tokens: &[Token], at: usize, token: &Token) -> Option<Time> {
        if token.kind != TokenKind::Word {
            return None;
        }
        let (next, before) = (text_at(tokens, at + 1), text_at(tokens, at.wrapping_sub(1)));
        let called = next == "(";
        match token.text.as_str() {
            name if called && self.own.contains(&name) => None,
            "elapsed" if called && before == "." && text_at(tokens, at + 2) == ")" => Some(Time::Passed),
            "now" if called && before == "::" && matches!(text_at(tokens, at.wrapping_sub(2)), "Instant" | "SystemTime") => {
                Some(Time::Moment)
            }
            "time" | "clock" if called && !matches!(before, "." | "->" | "::") => Some(Time::Seconds),
            name if name.starts_with("tm_") && matches!(before, "." | "->") => {
                let of = text_at(tokens, at.wrapping_sub(2));
                let asked = || tokens[..at].iter().any(|t| self.known.iter().any(|(n, _)| *n == t.text) || t.text == "time");
                (self.known.iter().any(|(n, _)| n == of) || (of == ")" && asked())).then_some(Time::Calendar)
            }
            name if matches!(before, "." | "->") || next == "::" || name == "now" && called => None,
            name => self.known.iter().chain(self.helpers.iter().filter(|_| called)).find(|(n, _)| n == name).map(|(_, time)| *time),
        }
    }

    /// How many moments stand on both sides of a minus.
    fn moments_around(&self, tokens: &[Token], minus: usize) -> usize {
        let is_moment = |(at, token): (usize, &Token)| self.source(tokens, at, token).is_some_and(|t| t <= Time::Seconds);
        let (left, right) = (tokens.iter().enumerate().take(minus).any(is_moment), tokens.iter().enumerate().skip(minus).any(is_moment));
        usize::from(left) + usize::from(right)
    }
}

/// An upper bound of less than a second on the time that passed.
fn is_hasty(reading: &Reading, test: &Code, clock: &Clock, condition: &Range<usize>) -> bool {
    let tokens = &test.body;
    let mut start = condition.start;
    let mut parts = Vec::new();
    for at in condition.clone() {
        if tokens[at].text == "&&" {
            parts.push(start..at);
            start = at + 1;
        }
    }
    parts.push(start..condition.end);
    parts.into_iter().any(|part| {
        let Some(sign) = part.clone().find(|at| matches!(tokens[*at].text.as_str(), "<" | "<=" | ">" | ">=")) else { return false };
        let (left, right) = (part.start..sign, sign + 1..part.end);
        let (time, bound) = if tokens[sign].text.starts_with('<') { (left, right) } else { (right, left) };
        clock.has(&time, Time::Passed) && clock.time_of(&bound).is_none() && seconds(reading, test, &time, &bound).is_some_and(|s| s < 1.0)
    })
}

/// A bound in seconds, by the units that stand around it; nothing where it is no plain number, or nobody says of what.
fn seconds(reading: &Reading, test: &Code, time: &Range<usize>, bound: &Range<usize>) -> Option<f64> {
    let tokens = &test.body;
    let made = calls::calls(tokens).into_iter().find(|c| bound.contains(&c.at) && c.name.starts_with("from_"));
    let (number, per_second) = match made {
        Some(call) => (call.args.clone(), unit(&tokens[bound.clone()], "from_")?),
        None => {
            let behind = behind(reading, tokens, &tokens[time.clone()], 2);
            (bound.clone(), unit(&behind, "as_").or_else(|| factor(&behind))?)
        }
    };
    let value = match &tokens[number.clone()] {
        [only] if only.kind == TokenKind::Number => super::assertions::normal(only).parse().ok(),
        _ => reading.number(test, &number).map(|n| n as f64),
    };
    value.map(|n: f64| n / per_second)
}

/// How many of these units make a second: `as_millis`, `from_secs_f64`.
fn unit(tokens: &[Token], prefix: &str) -> Option<f64> {
    let units = [("secs", 1.0), ("millis", 1e3), ("micros", 1e6), ("nanos", 1e9)];
    let word = tokens.iter().find_map(|t| t.text.strip_prefix(prefix))?;
    units.iter().find(|(name, _)| word.starts_with(name)).map(|(_, per_second)| *per_second)
}

/// `(end.tv_sec - begin.tv_sec) * 1000 + …` counts thousandths.
fn factor(tokens: &[Token]) -> Option<f64> {
    let in_seconds = tokens.iter().any(|t| matches!(t.text.as_str(), "tv_sec" | "difftime"));
    let factors = tokens.windows(2).filter(|two| two[0].text == "*").filter_map(|two| two[1].text.replace('_', "").parse::<f64>().ok());
    in_seconds.then(|| factors.fold(1.0, f64::max))
}

/// The tokens with those that made their variables, and those of the helpers they call.
fn behind(reading: &Reading, body: &[Token], tokens: &[Token], steps: u8) -> Vec<Token> {
    let mut all = tokens.to_vec();
    for name in tokens.iter().filter(|t| t.kind == TokenKind::Word && steps > 0) {
        if let Some(value) = initial_value(body, &name.text) {
            all.extend(behind(reading, body, &body[value], steps - 1));
        }
        all.extend(reading.helpers.iter().filter(|h| h.name == name.text).flat_map(|h| h.body.iter().cloned()));
    }
    all
}
