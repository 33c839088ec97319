//! Tests that depend on the machine or the library they run on: as many values as it has cores, the name of whoever is logged in, how much room a list has kept in advance. What
//! a test puts into the environment itself is its own affair, and so is how many threads it starts as long as nothing it asserts counts them.

use std::ops::Range;

use super::assertions::{Assertion, Expects, start_of_statement};
use super::calls::{Call, calls};
use super::reading::{Code, Reading};
use super::targets::has_word;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

/// How many cores there are.
const CORES: &str = "available_parallelism num_cpus get_nprocs get_nprocs_conf sysconf";
/// What asks the environment, and what sets it.
const ASKS: &str = "var var_os getenv secure_getenv";
const SETS: &str = "set_var setenv putenv";
/// What another account or another machine has otherwise, or not at all.
const OF_SOMEBODY: &str = "USER USERNAME LOGNAME HOME HOST HOSTNAME LANG SHELL PWD TERM EDITOR DISPLAY";

/// How a starter speaks of room that is kept.
const TELLS_ROOM: [&str; 5] = ["capacity", "in advance", "reserve", "allocat", "realloc"];

pub fn dependent(reading: &Reading) -> Vec<Finding> {
    let found = reading.tests.iter().filter_map(|test| {
        let (line, says) = of_somebody(test).or_else(|| of_cores(reading, test)).or_else(|| of_room(reading, test))?;
        Some(Finding { line: Some(line), ..reading.about(test, format!("`{}` {says}", test.name)) })
    });
    found.collect()
}

fn of_somebody(test: &Code) -> Option<(u32, String)> {
    let called = calls(&test.body);
    let named = |call: &Call| test.body[call.args.clone()].iter().find(|t| t.kind == TokenKind::Text).map(|t| bare(t).to_owned());
    let sets: Vec<String> = called.iter().filter(|c| has_word(SETS, &c.name)).filter_map(named).collect();
    let asks = called.iter().filter(|c| has_word(ASKS, &c.name)).filter_map(|c| Some((c.line, named(c)?)));
    let (line, name) = asks.into_iter().find(|(_, name)| has_word(OF_SOMEBODY, name) && !sets.contains(name))?;
    Some((line, format!("takes {name} from the environment: it is another one, or none, for somebody else")))
}

fn bare(text: &Token) -> &str {
    text.text.trim_start_matches('b').trim_matches('"')
}

fn of_cores(reading: &Reading, test: &Code) -> Option<(u32, String)> {
    let tokens = &test.body;
    let asserted: Vec<Range<usize>> = reading.assertions(test).iter().flat_map(parts).collect();
    let is_asserted = |at: usize| asserted.iter().any(|range| range.contains(&at));
    let cores = calls(tokens).into_iter().find(|call| {
        let start = start_of_statement(tokens, call.at);
        let bound: Vec<&str> = tokens[start..call.at].iter().filter(|t| t.binds).map(|t| t.text.as_str()).collect();
        let used = (0..tokens.len()).any(|at| !tokens[at].binds && bound.contains(&tokens[at].text.as_str()) && is_asserted(at));
        has_word(CORES, &call.name) && (used || is_asserted(call.at))
    })?;
    Some((cores.line, "asks for as many as this machine has cores: another one has more or fewer".to_owned()))
}

/// How much room a list keeps in advance, which is the library's affair unless the starter speaks of it.
fn of_room(reading: &Reading, test: &Code) -> Option<(u32, String)> {
    let asks = |range: &Range<usize>| calls(&test.body[range.clone()]).into_iter().find(|c| c.name == "capacity" && c.args.is_empty());
    let asked = reading.assertions(test).iter().flat_map(parts).find_map(|range| asks(&range))?;
    let is_told = TELLS_ROOM.iter().any(|word| reading.starter_text.to_lowercase().contains(word));
    let of_list = reading.subject.language.name == "rust" && !is_told && !reading.defined_in_starter("capacity");
    of_list.then(|| (asked.line, "asks how much room a list keeps in advance: a right answer may keep more or less of it".to_owned()))
}

fn parts(assertion: &Assertion) -> Vec<Range<usize>> {
    let expected = match &assertion.expects {
        Expects::Value(range) => Some(range.clone()),
        _ => None,
    };
    std::iter::once(assertion.looks_at.clone()).chain(expected).collect()
}
