//! Tests that draw from chance: what they hand to a stub, or expect of it, is another value in each run, and a failure cannot be run again. Owns what counts as chance and
//! how it goes through variables and helpers. Numbers of a fixed seed are the same everywhere; the name of a file, or how long a thread sleeps, may be anybody's.

use std::ops::Range;

use super::assertions::{Expects, initial_value, start_of_statement};
use super::calls::{self, Call, closing, end_of_statement, start_of_chain, text_at};
use super::reading::{Code, Reading};
use super::targets::has_word;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

/// Numbers that follow from a seed, and what sets it.
const DRAWS: &str = "rand random rand_r drand48 lrand48 mrand48";
const SEEDS: &str = "srand srandom srand48";
/// Chance that nobody can seed, and what writes it into a place.
const ALWAYS: &str = "arc4random arc4random_uniform";
const FILLS: &str = "getrandom getentropy arc4random_buf";
/// What is another number in each run: fine as it is, and no seed.
const OF_THE_RUN: &str =
    "time clock getpid getppid clock_gettime gettimeofday tv_nsec tv_usec SystemTime Instant UNIX_EPOCH uintptr_t intptr_t";
/// What is given to these only takes its time.
const SLEEPS: &str = "sleep usleep nanosleep from_millis from_micros from_nanos from_secs park_timeout format";
/// What makes a place of a number, and what a helper gives that is one.
const PLACES: &str = "temp_dir join Path PathBuf";
const TEXTS: &str = "Path PathBuf String str OsString char";
/// What puts a value into a list.
const ADDS: &str = "push push_back push_front insert extend";

pub fn drawn(reading: &Reading) -> Vec<Finding> {
    let seeded = reading.tests.iter().chain(&reading.helpers).any(|code| seeds(code) == Some(true));
    // What a helper has of chance, another one may hand on.
    let mut helpers: Vec<&str> = Vec::new();
    for _ in 0..3 {
        let draws = |code: &&Code| Chance { code, helpers: &helpers, seeded: seeded_for(code, seeded) }.begins();
        // A text by chance is the name of a file more often than not.
        let gives_text = |code: &&Code| code.head.iter().any(|t| has_word(TEXTS, &t.text));
        let all = reading.helpers.iter().chain(&reading.given).filter(|code| !gives_text(code));
        let found: Vec<&str> = all.filter(draws).map(|h| h.name.as_str()).collect();
        if found == helpers {
            break;
        }
        helpers = found;
    }
    let found = reading.tests.iter().filter_map(|test| {
        let seeded = seeded_for(test, seeded);
        // A fixed seed of the test holds for what its helpers draw too.
        let helpers = if seeds(test) == Some(false) { &[][..] } else { &helpers[..] };
        let line = Chance { code: test, helpers, seeded }.reaches(reading)?;
        let says = format!(
            "`{}` draws from chance: what it hands over or expects is another value in each run, and what fails once cannot be run again. A fixed seed, or a few \
             chosen values, are the same everywhere",
            test.name
        );
        Some(Finding { line: Some(line), ..reading.about(test, says) })
    });
    found.collect()
}

fn seeded_for(code: &Code, somewhere: bool) -> bool {
    seeds(code).unwrap_or(somewhere)
}

/// Whether code sets the seed, and by chance.
fn seeds(code: &Code) -> Option<bool> {
    let all: Vec<Call> = calls::calls(&code.body).into_iter().filter(|c| has_word(SEEDS, &c.name)).collect();
    (!all.is_empty()).then(|| all.iter().any(|call| is_of_the_run(&code.body, &code.body[call.args.clone()], 3)))
}

/// Whether a value is another one in each run, as far as it goes through variables.
fn is_of_the_run(body: &[Token], tokens: &[Token], steps: u8) -> bool {
    let words = tokens.iter().filter(|t| t.kind == TokenKind::Word);
    let mut parts = words.map(|t| has_word(OF_THE_RUN, &t.text) || steps > 0 && made_of_the_run(body, &t.text, steps));
    parts.any(|is| is)
}

fn made_of_the_run(body: &[Token], name: &str, steps: u8) -> bool {
    initial_value(body, name).is_some_and(|value| is_of_the_run(body, &body[value], steps - 1))
}

struct Chance<'t> {
    code: &'t Code,
    /// Helpers that draw.
    helpers: &'t [&'t str],
    /// Numbers of the library come from a seed of this run.
    seeded: bool,
}

impl Chance<'_> {
    fn begins(&self) -> bool {
        (0..self.code.body.len()).any(|at| self.is_source(at))
    }

    /// The line in which chance comes to the stub or to an assertion.
    fn reaches(&self, reading: &Reading) -> Option<u32> {
        let tokens = &self.code.body;
        if !self.begins() {
            return None;
        }
        let names = self.names();
        let has = |range: &Range<usize>| self.has(range, &names);
        let called = reading.target_calls(self.code).iter();
        let mut called = called.map(|c| (start_of_chain(tokens, c.at).min(c.at)..(c.args.end).max(c.at + 1), c.line));
        let stub = called.find(|(range, _)| has(range)).map(|(_, line)| line);
        let asserted = || {
            reading.assertions(self.code).into_iter().find_map(|a| {
                let expected = if let Expects::Value(range) = &a.expects { Some(range.clone()) } else { None };
                std::iter::once(a.looks_at.clone()).chain(expected).any(|range| has(&range)).then_some(a.line)
            })
        };
        stub.or_else(asserted)
    }

    fn has(&self, range: &Range<usize>, names: &[String]) -> bool {
        let tokens = &self.code.body;
        let mut at = range.start;
        while at < range.end.min(tokens.len()) {
            // A block of its own decides nothing here, nor does how long something sleeps, or what a file is called.
            let open = if text_at(tokens, at + 1) == "!" { at + 2 } else { at + 1 };
            let sleeps = has_word(SLEEPS, &tokens[at].text) && text_at(tokens, open) == "(";
            if tokens[at].text == "{" || sleeps {
                at = closing(tokens, if sleeps { open } else { at }) + 1;
                continue;
            }
            let is_name = tokens[at].kind == TokenKind::Word && !matches!(text_at(tokens, at.wrapping_sub(1)), "." | "->");
            if self.is_source(at) || is_name && names.contains(&tokens[at].text) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Variables that hold something of chance.
    fn names(&self) -> Vec<String> {
        let tokens = &self.code.body;
        let mut names: Vec<String> = Vec::new();
        for call in calls::calls(tokens) {
            let fills = has_word(FILLS, &call.name) || self.helpers.contains(&call.name.as_str());
            let first = tokens[call.args.clone()].iter().find(|t| t.kind == TokenKind::Word);
            names.extend(first.filter(|_| fills).map(|t| t.text.clone()));
        }
        for _ in 0..2 {
            for at in 0..tokens.len() {
                let start = start_of_statement(tokens, at);
                let given = match text_at(tokens, at) {
                    "=" | "+=" | "-=" | "^=" | "*=" | "in" => at + 1..end_of_statement(tokens, at + 1),
                    name if has_word(ADDS, name) && text_at(tokens, at + 1) == "(" => at + 2..closing(tokens, at + 1),
                    _ => continue,
                };
                let names_a_file = |t: &Token| t.kind == TokenKind::Text || has_word(PLACES, &t.text);
                let is_text = tokens.get(given.clone()).unwrap_or_default().iter().any(names_a_file);
                if is_text || !self.has(&given, &names) {
                    continue;
                }
                let before = &tokens[start..at];
                let is_place = |t: &&Token| t.kind == TokenKind::Word && !matches!(t.text.as_str(), "let" | "mut" | "for");
                let bound: Vec<&Token> = before.iter().filter(|t| t.binds).collect();
                let place = before.iter().find(is_place).filter(|_| bound.is_empty());
                let found: Vec<String> = bound.into_iter().chain(place).map(|t| t.text.clone()).filter(|n| !names.contains(n)).collect();
                names.extend(found);
            }
        }
        names
    }

    /// Whether chance itself stands here.
    fn is_source(&self, at: usize) -> bool {
        let tokens = &self.code.body;
        let token = &tokens[at];
        let called = text_at(tokens, at + 1) == "(" && token.kind == TokenKind::Word;
        let is_method = matches!(text_at(tokens, at.wrapping_sub(1)), "." | "->");
        let free = called && !is_method;
        let by_hash = || token.text == "RandomState" && tokens[at..].iter().take(8).any(|t| has_word("build_hasher hash_one", &t.text));
        let reseeded = || !token.text.ends_with("_r") || is_of_the_run(tokens, &tokens[at + 2..closing(tokens, at + 1)], 3);
        let of_seed = free && has_word(DRAWS, &token.text) && (self.seeded || token.text.ends_with("_r")) && reseeded();
        of_seed
            || free && (has_word(ALWAYS, &token.text) || has_word(FILLS, &token.text) || self.helpers.contains(&token.text.as_str()))
            || by_hash()
            || self.is_mixed(at)
    }

    /// `SystemTime::now()…subsec_nanos() % 41`, `&x as *const _ as usize % 41`: digits that nobody chose, as far as a remainder goes.
    fn is_mixed(&self, at: usize) -> bool {
        let tokens = &self.code.body;
        let fraction = has_word("subsec_nanos subsec_micros as_nanos as_micros", &tokens[at].text);
        let address = tokens[at].text == "*" && text_at(tokens, at + 1) == "const" && text_at(tokens, at.wrapping_sub(1)) == "as";
        if !fraction && !address {
            return false;
        }
        let (start, end) = (start_of_statement(tokens, at), end_of_statement(tokens, at));
        let whole = &tokens[start..end.min(tokens.len())];
        let remainder = whole.iter().position(|t| t.text == "%").and_then(|at| whole.get(at + 1));
        // What an address leaves of a power of two is how it is laid out.
        let is_chosen = remainder.is_some_and(|t| !super::assertions::normal(t).parse::<u64>().is_ok_and(u64::is_power_of_two));
        let of_the_run = || is_of_the_run(tokens, whole, 2);
        is_chosen && (address && whole.iter().any(|t| t.text == "usize" || t.text == "u64") || fraction && of_the_run())
    }
}
