//! What the values of a test have of the clock: where they ask it, and how the answer goes through variables, helpers and macros of the test files.

use std::ops::Range;

use super::super::calls::{self, CallKind, end_of_statement, text_at};
use super::super::reading::{Code, Reading};
use super::bound::is_hasty;
use crate::syntax::{Token, TokenKind};

/// What a value has of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Time {
    /// A moment: harmless as long as it is only handed around.
    Moment,
    /// Seconds since some beginning.
    Seconds,
    /// How long something took.
    Passed,
    /// An hour, a weekday, a year.
    Calendar,
    /// Whether it was quick enough.
    Judged,
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

/// Types of what only a clock gives.
const MOMENTS: [&str; 6] = ["Instant", "SystemTime", "clock_t", "time_t", "timespec", "timeval"];

/// How often helpers are asked again because another one has become known.
const ROUNDS: usize = 3;

/// A helper of the tests that gives a time, or judges one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Helper {
    pub name: String,
    pub gives: Option<Time>,
    /// Why a test that calls it depends on the clock.
    pub refuses: Option<&'static str>,
}

/// The helpers that have to do with the clock.
pub fn helpers(reading: &Reading) -> Vec<Helper> {
    let mut known: Vec<Helper> = Vec::new();
    for _ in 0..ROUNDS {
        let now: Vec<Helper> = reading.helpers.iter().filter_map(|code| helper(reading, code, &known)).collect();
        if now == known {
            break;
        }
        known = now;
    }
    known
}

fn helper(reading: &Reading, code: &Code, known: &[Helper]) -> Option<Helper> {
    let clock = Clock::of(reading, code, known);
    let numbers =
        ["Duration", "u64", "u128", "i64", "f64", "f32", "bool", "double", "float", "long", "int", "unsigned", "int64_t", "uint64_t"];
    let is_number = |t: &Token| numbers.contains(&t.text.as_str()) || MOMENTS.contains(&t.text.as_str());
    let gives_number = code.is_macro || code.head.iter().any(is_number);
    let whole = 0..code.body.len();
    let hasty = is_hasty(&clock, &answer(&code.body), true).is_some();
    let gives = if hasty { Some(Time::Judged) } else { clock.time_of(&whole).filter(|t| matches!(t, Time::Seconds | Time::Passed)) };
    let found = Helper {
        name: code.name.clone(),
        gives: gives.filter(|_| gives_number && code.owner.is_none()),
        refuses: super::trouble(&clock).map(|(_, says)| says),
    };
    (found.gives.is_some() || found.refuses.is_some()).then_some(found)
}

/// What a helper gives back: behind its last `return`, its last expression, or all of it where it is one.
pub fn answer(body: &[Token]) -> Range<usize> {
    let inside = if text_at(body, 0) == "{" { 1..body.len().saturating_sub(1) } else { 0..body.len() };
    match body.iter().rposition(|t| t.text == "return") {
        Some(at) => at + 1..end_of_statement(body, at + 1),
        None => body[inside.clone()].iter().rposition(|t| t.text == ";").map_or(inside.start, |at| inside.start + at + 1)..inside.end,
    }
}

/// The names of the parameters of a helper.
pub fn params(code: &Code) -> Vec<String> {
    let Some(open) = code.head.iter().position(|t| t.text == "(") else { return Vec::new() };
    let args = open + 1..calls::closing(&code.head, open);
    let name = |part: Range<usize>| {
        let tokens = &code.head[part];
        let words = || tokens.iter().filter(|t| t.kind == TokenKind::Word && !matches!(t.text.as_str(), "mut" | "const"));
        let found = if tokens.iter().any(|t| t.text == ":") { words().next() } else { words().next_back() };
        found.map(|t| t.text.clone()).unwrap_or_default()
    };
    calls::arguments(&code.head, &args).into_iter().map(name).collect()
}

/// The variables of a test or a helper that come from the clock.
pub struct Clock<'t> {
    pub reading: &'t Reading<'t>,
    pub code: &'t Code,
    pub helpers: &'t [Helper],
    /// What is known of the units of what was handed in.
    pub evidence: Vec<Token>,
    known: Vec<(String, Time)>,
    /// Functions of the exercise that have the name of one that asks the clock.
    own: Vec<&'t str>,
    /// A helper: what its moments are taken from was handed in.
    is_helper: bool,
}

impl<'t> Clock<'t> {
    pub fn of(reading: &'t Reading<'t>, code: &'t Code, helpers: &'t [Helper]) -> Clock<'t> {
        let mut clock = Clock::empty(reading, code, helpers);
        if clock.is_helper {
            let is_moment = |name: &String| {
                let at = code.head.iter().rposition(|t| t.text == *name);
                at.is_some_and(|at| code.head[at.saturating_sub(3)..code.head.len().min(at + 4)].iter().any(is_moment_type))
            };
            clock.known = params(code).into_iter().filter(is_moment).map(|name| (name, Time::Seconds)).collect();
        }
        clock.read();
        clock
    }

    /// A helper whose parameters are known to be times.
    pub fn given(reading: &'t Reading<'t>, code: &'t Code, known: Vec<(String, Time)>, evidence: Vec<Token>) -> Clock<'t> {
        let mut clock = Clock { known, evidence, ..Clock::empty(reading, code, &[]) };
        clock.read();
        clock
    }

    fn empty(reading: &'t Reading<'t>, code: &'t Code, helpers: &'t [Helper]) -> Clock<'t> {
        let given = reading.given.iter().map(|f| f.name.as_str());
        let functions = reading.stub_names().into_iter().chain(given).chain(reading.helpers.iter().map(|f| f.name.as_str()));
        let own = functions.filter(|name| matches!(*name, "elapsed" | "time" | "clock" | "now")).collect();
        let is_helper = !reading.tests.iter().any(|t| t.name == code.name);
        Clock { reading, code, helpers, evidence: Vec::new(), known: Vec::new(), own, is_helper }
    }

    fn read(&mut self) {
        let tokens = &self.code.body;
        for at in 0..tokens.len() {
            let end = end_of_statement(tokens, at + 1);
            match text_at(tokens, at) {
                "=" => {
                    let time = self.time_given(&(at + 1..end));
                    self.known.extend(self.bound_before(at).zip(time));
                }
                "clock_gettime" | "gettimeofday" | "timespec_get" => self.fill(at..end, |_| true),
                "localtime_r" | "gmtime_r" => self.fill(at..end, |clock| clock.time_of(&(at..end)).is_some()),
                "time" if text_at(tokens, at + 1) == "(" && text_at(tokens, at + 2) == "&" => self.fill(at..end, |_| true),
                _ => {}
            }
        }
    }

    /// What a function of the system writes into, by the last `&` it is given.
    fn fill(&mut self, call: Range<usize>, comes_from_the_clock: impl Fn(&Self) -> bool) {
        let given = self.code.body[call].windows(2).rfind(|two| two[0].text == "&").map(|two| two[1].text.clone());
        if let Some(name) = given.filter(|_| comes_from_the_clock(self)) {
            self.known.push((name, Time::Seconds));
        }
    }

    /// What a variable has of the clock that is given this. What another function made of a moment is no longer one.
    fn time_given(&self, range: &Range<usize>) -> Option<Time> {
        let tokens = &self.code.body[range.clone()];
        let called = called_in(tokens);
        let measured = called.first().and_then(|name| self.helper(name)).filter(|time| *time >= Time::Passed);
        if measured.is_some() {
            return measured;
        }
        if is_hasty(self, range, true).is_some() {
            return Some(Time::Judged);
        }
        self.time_of(range).filter(|_| called.iter().all(|name| self.keeps(name)))
    }

    fn keeps(&self, name: &str) -> bool {
        let helper = || self.helpers.iter().any(|h| h.name == name && h.gives.is_some());
        KEEP_TIME.contains(&name) || name.starts_with("as_") || name.starts_with("subsec_") || helper()
    }

    pub fn is_idle(&self) -> bool {
        let helped = || calls::calls(&self.code.body).iter().any(|c| self.helpers.iter().any(|h| h.name == c.name));
        self.known.is_empty() && !helped() && self.time_of(&(0..self.code.body.len())).is_none() && !self.asks_somewhere()
    }

    fn asks_somewhere(&self) -> bool {
        let tokens = &self.code.body;
        tokens.iter().enumerate().any(|(at, token)| self.source(tokens, at, token).is_some())
    }

    /// The variable that is given a value by this `=`.
    fn bound_before(&self, equals: usize) -> Option<String> {
        let before = self.code.body[..equals].iter().rev().take_while(|t| !matches!(t.text.as_str(), ";" | "{" | "}")).collect::<Vec<_>>();
        let bound = before.iter().rev().find(|t| t.binds).or(before.first().filter(|t| t.kind == TokenKind::Word))?;
        Some(bound.text.clone())
    }

    pub fn has(&self, range: &Range<usize>, time: Time) -> bool {
        self.time_of(range) == Some(time)
    }

    /// The clock is asked right here, and its answer is not handed on to something else.
    pub fn asks_now(&self, range: &Range<usize>) -> bool {
        let tokens = &self.code.body[range.clone()];
        let called = called_in(tokens);
        let asked = tokens.iter().enumerate().any(|(at, t)| text_at(tokens, at + 1) == "(" && self.source(tokens, at, t).is_some());
        asked && called.iter().all(|name| self.keeps(name))
    }

    /// What an expression has of the clock. Texts and calls that make something else of it are left alone: a file may be named after the time.
    pub fn time_of(&self, range: &Range<usize>) -> Option<Time> {
        let tokens = &self.code.body[range.clone()];
        let says = |word: &str| tokens.iter().any(|t| t.text == word);
        let found: Vec<Time> = tokens.iter().enumerate().filter_map(|(at, token)| self.source(tokens, at, token)).collect();
        let worst = found.iter().copied().max()?;
        if says("format") || tokens.iter().any(|t| t.kind == TokenKind::Text) {
            return None;
        }
        let of_wall = found.contains(&Time::Seconds);
        let difference = tokens.windows(2).enumerate().any(|(at, two)| two[0].text == "-" && self.is_difference(tokens, at));
        let since = says("duration_since") && !says("UNIX_EPOCH") && found.len() >= 2;
        Some(match worst {
            Time::Calendar | Time::Judged => worst,
            Time::Moment if says("UNIX_EPOCH") => {
                if says("%") {
                    Time::Calendar
                } else {
                    Time::Seconds
                }
            }
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
        // `quick!(…)` is a call too.
        let called = next == "(" || next == "!" && text_at(tokens, at + 2) == "(";
        match token.text.as_str() {
            name if called && self.own.contains(&name) => self.helper(name),
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
            name => self.known.iter().find(|(n, _)| n == name).map(|(_, time)| *time).or_else(|| self.helper(name).filter(|_| called)),
        }
    }

    fn helper(&self, name: &str) -> Option<Time> {
        self.helpers.iter().find(|h| h.name == name)?.gives
    }

    /// A moment taken from another one. In a helper the other one was handed in.
    fn is_difference(&self, tokens: &[Token], minus: usize) -> bool {
        let is_moment = |(at, token): (usize, &Token)| self.source(tokens, at, token).is_some_and(|t| t <= Time::Seconds);
        let (left, right) = (tokens.iter().enumerate().take(minus).any(is_moment), tokens.iter().enumerate().skip(minus).any(is_moment));
        let handed_in = || {
            let other = tokens[minus + 1..].iter().find(|t| t.text != "(");
            other.is_some_and(|t| t.kind == TokenKind::Word && t.text.starts_with(char::is_lowercase))
        };
        left && (right || self.is_helper && handed_in())
    }
}

fn is_moment_type(token: &Token) -> bool {
    MOMENTS.contains(&token.text.as_str())
}

fn called_in(tokens: &[Token]) -> Vec<String> {
    calls::calls(tokens).into_iter().filter(|c| !matches!(c.kind, CallKind::Value)).map(|c| c.name).collect()
}
