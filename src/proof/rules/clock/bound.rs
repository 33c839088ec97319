//! How much time a test allows: upper bounds on the time that passed, in seconds, by the units that stand around them.

use std::ops::Range;

use super::super::assertions::{initial_value, normal};
use super::super::calls::{closing, text_at};
use super::super::reading::Reading;
use super::time::{Clock, Time};
use super::{HASTY, OF_THE_HOUR};
use crate::syntax::{Token, TokenKind};

/// How many ticks of `clock()` make a second, wherever POSIX holds.
const TICKS: f64 = 1e6;
/// A number of seconds from here on is a date.
const DATE: f64 = 1e9;

/// Why a condition that has to be `wanted` is one of the clock's: an upper bound of less than a second on the time that passed, or a last day.
pub fn is_hasty(clock: &Clock, condition: &Range<usize>, wanted: bool) -> Option<&'static str> {
    let tokens = &clock.code.body;
    // What waits in a block of its own decides nothing here.
    if tokens[condition.clone()].iter().any(|t| t.text == "{") {
        return None;
    }
    let mut start = condition.start;
    let mut parts = Vec::new();
    for at in condition.clone() {
        if matches!(tokens[at].text.as_str(), "&&" | "||") {
            parts.push(start..at);
            start = at + 1;
        }
    }
    parts.push(start..condition.end);
    parts.into_iter().find_map(|part| in_part(clock, &part, wanted))
}

fn in_part(clock: &Clock, part: &Range<usize>, wanted: bool) -> Option<&'static str> {
    let tokens = &clock.code.body;
    let sign = part.clone().find(|at| matches!(tokens[*at].text.as_str(), "<" | "<=" | ">" | ">="))?;
    let (left, right) = (part.start..sign, sign + 1..part.end);
    let left_is_less = tokens[sign].text.starts_with('<') == wanted;
    let (time, bound) = if left_is_less { (left, right) } else { (right, left) };
    if let Some(allowed) = deadline(clock, &time, &bound) {
        return (allowed < 1.0).then_some(HASTY);
    }
    if clock.time_of(&bound).is_some() {
        return None;
    }
    let bound = resolved(clock, trimmed(&tokens[bound], 0), 3);
    if clock.has(&time, Time::Seconds) && clock.asks_now(&time) {
        return value(clock, &bound).is_some_and(|seconds| seconds > DATE).then_some(OF_THE_HOUR);
    }
    if !clock.has(&time, Time::Passed) {
        return None;
    }
    let behind: Vec<Token> = behind(clock.reading, tokens, &tokens[time], 3).into_iter().chain(clock.evidence.iter().cloned()).collect();
    let seconds = seconds(clock, &behind, &bound)?;
    // Two whole seconds that follow on each other may be a moment apart.
    let whole = counts_whole_seconds(&behind) && !tokens[sign].text.ends_with('=') && seconds <= 1.0;
    (seconds < 1.0 || whole).then_some(HASTY)
}

/// The seconds from now to a moment that has to be later than another one: `Instant::now() <= began + Duration::from_millis(250)`.
fn deadline(clock: &Clock, time: &Range<usize>, bound: &Range<usize>) -> Option<f64> {
    let tokens = &clock.code.body;
    let made = match &tokens[time.clone()] {
        [name] => initial_value(tokens, &name.text),
        _ => None,
    };
    let is_now =
        |range: &Range<usize>| clock.asks_now(range) && !tokens[range.clone()].iter().any(|t| matches!(t.text.as_str(), "elapsed" | "-"));
    let later = resolved(clock, trimmed(&tokens[bound.clone()], 0), 3);
    let plus = later.iter().position(|t| t.text == "+").filter(|_| is_now(time) || made.as_ref().is_some_and(is_now))?;
    let wait = resolved(clock, trimmed(&later[plus + 1..], 0), 3);
    let from = behind(clock.reading, tokens, &later[..plus], 3);
    let from_now = from.windows(2).any(|two| two[0].text == "now" && two[1].text == "(");
    seconds(clock, &[], &wait).filter(|_| from_now)
}

/// Without the brackets around the whole, and without one that is left over at an end.
pub fn trimmed(tokens: &[Token], depth: u8) -> &[Token] {
    let opens = |t: &Token| t.text == "(";
    match tokens {
        [first, inner @ .., last] if depth < 4 && opens(first) && last.text == ")" && closing(tokens, 0) + 1 == tokens.len() => {
            trimmed(inner, depth + 1)
        }
        [inner @ .., last]
            if last.text == ")" && tokens.iter().filter(|t| opens(t)).count() < tokens.iter().filter(|t| t.text == ")").count() =>
        {
            trimmed(inner, depth)
        }
        _ => tokens,
    }
}

/// A bound in seconds; nothing where it is no plain number, or nobody says of what.
pub fn seconds(clock: &Clock, behind: &[Token], bound: &[Token]) -> Option<f64> {
    if let Some(made) = bound.iter().position(|t| t.text.starts_with("from_")) {
        let open = made + 1;
        let inner = bound.get(open + 1..closing(bound, open).min(bound.len()))?;
        return Some(value(clock, inner)? / unit(bound, "from_")?);
    }
    let per_second = unit(behind, "as_").or_else(|| factor(behind))?;
    value(clock, bound).map(|n| n / per_second)
}

/// How many of these units make a second: `as_millis`, `from_secs_f64`.
fn unit(tokens: &[Token], prefix: &str) -> Option<f64> {
    let units = [("secs", 1.0), ("millis", 1e3), ("micros", 1e6), ("nanos", 1e9)];
    let word = tokens.iter().find_map(|t| t.text.strip_prefix(prefix))?;
    units.iter().find(|(name, _)| word.starts_with(name)).map(|(_, per_second)| *per_second)
}

/// `(end.tv_sec - begin.tv_sec) * 1000 + …` counts thousandths.
fn factor(tokens: &[Token]) -> Option<f64> {
    let says = |word: &str| tokens.iter().any(|t| t.text == word);
    let calls = |word: &str| tokens.windows(2).any(|two| two[0].text == word && two[1].text == "(");
    let base = if ["tv_sec", "difftime"].into_iter().any(says) {
        1.0
    } else if calls("clock") {
        if says("CLOCKS_PER_SEC") { 1.0 } else { TICKS }
    } else if calls("time") {
        1.0
    } else if says("tv_nsec") {
        1e9
    } else if says("tv_usec") {
        1e6
    } else {
        return None;
    };
    let number = |t: &Token| plain(t).filter(|_| t.kind == TokenKind::Number);
    let times = tokens.windows(2).filter_map(|two| match (two[0].text.as_str(), two[1].text.as_str()) {
        ("*", _) => number(&two[1]),
        (_, "*") => number(&two[0]),
        _ => None,
    });
    // Divided by a part of what makes a second.
    let parts =
        tokens.windows(3).filter(|three| three[0].text == "CLOCKS_PER_SEC" && three[1].text == "/").filter_map(|three| number(&three[2]));
    Some(base * times.chain(parts).fold(1.0, f64::max))
}

fn counts_whole_seconds(tokens: &[Token]) -> bool {
    tokens.windows(2).any(|two| two[0].text == "time" && two[1].text == "(")
}

fn plain(token: &Token) -> Option<f64> {
    let bare = normal(token);
    bare.parse().ok().or_else(|| bare.strip_suffix('f')?.parse().ok())
}

/// What a name stands for, as far as it goes through variables and constants.
pub fn resolved(clock: &Clock, tokens: &[Token], steps: u8) -> Vec<Token> {
    let [only] = tokens else { return tokens.to_vec() };
    if only.kind != TokenKind::Word || steps == 0 {
        return tokens.to_vec();
    }
    if let Some(value) = initial_value(&clock.code.body, &only.text) {
        return resolved(clock, &clock.code.body[value], steps - 1);
    }
    let defined = clock.reading.test_definitions.iter().chain(&clock.reading.starter_definitions).find(|d| d.name == only.text);
    match defined.and_then(|d| d.value.as_deref()) {
        Some(value) => {
            let inner: Vec<Token> = clock.reading.syntax.tokens(value).into_iter().filter(|t| t.text != ";").collect();
            resolved(clock, trimmed(&inner, 0), steps - 1)
        }
        None => tokens.to_vec(),
    }
}

/// Numbers, names of numbers and what is multiplied or divided of them.
pub fn value(clock: &Clock, tokens: &[Token]) -> Option<f64> {
    let factor = |tokens: &[Token]| match resolved(clock, trimmed(tokens, 0), 3).as_slice() {
        [only] if only.text == "CLOCKS_PER_SEC" => Some(TICKS),
        [only] => plain(only),
        [minus, only] if minus.text == "-" => plain(only).map(|n| -n),
        _ => None,
    };
    let signs: Vec<usize> = (0..tokens.len()).filter(|at| matches!(text_at(tokens, *at), "*" | "/")).collect();
    let mut start = 0;
    let mut result: Option<f64> = None;
    for end in signs.iter().copied().chain([tokens.len()]) {
        let next = factor(tokens.get(start..end)?)?;
        result = Some(match (result, start.checked_sub(1).map(|at| text_at(tokens, at))) {
            (Some(before), Some("*")) => before * next,
            (Some(before), _) => before / next,
            (None, _) => next,
        });
        start = end + 1;
    }
    result
}

/// The tokens with those that made their variables, and those of the helpers they call.
pub fn behind(reading: &Reading, body: &[Token], tokens: &[Token], steps: u8) -> Vec<Token> {
    let mut all = tokens.to_vec();
    for name in tokens.iter().filter(|t| t.kind == TokenKind::Word && steps > 0) {
        if let Some(value) = initial_value(body, &name.text) {
            all.extend(behind(reading, body, &body[value], steps - 1));
        }
        for helper in reading.helpers.iter().filter(|h| h.name == name.text) {
            all.extend(behind(reading, &helper.body, &helper.body, steps - 1));
        }
    }
    all
}
