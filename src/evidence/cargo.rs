//! Reads what `cargo test --no-run --message-format=json` and then the test program itself print. Owns the rules by which a line means that a test
//! ended; a test counts as ok only when libtest was seen to say so behind its name, whatever else the learner's code prints in between.

mod failure;
mod messages;

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};

use self::failure::FailureText;
use self::messages::BuildMessages;
use super::collect::Results;
use super::{OutputParser, Parsed, TestStatus};
use crate::runner::{RunEnd, Stream};

/// The last words of a program that dies are on its error output; more than this is a flood.
const LAST_WORDS: usize = 8;

pub struct CargoParser {
    root: PathBuf,
    build: BuildMessages,
    results: Results,
    section: Section,
    running: Option<Running>,
    /// The test that ended last, as long as its end may still be contradicted.
    last_ended: Option<String>,
    /// libtest's own last line was seen.
    complete: bool,
    failures: HashMap<String, FailureText>,
    last_words: VecDeque<String>,
    overflowed: bool,
    /// Names with their modules, as libtest knows them, of tests that took the program down.
    culprits: Vec<String>,
    full_name: String,
}

/// Where in libtest's output we are.
enum Section {
    Tests,
    /// The block of a failed test, when its name is a known one.
    Failures(Option<String>),
    List,
}

struct Running {
    name: String,
    /// The line so far ends like a verdict, with the learner's own output before it: it is one when libtest goes on after it.
    glued: Option<TestStatus>,
    said: FailureText,
}

impl CargoParser {
    pub fn new(root: PathBuf) -> Self {
        Self {
            build: BuildMessages::new(root.clone()),
            root,
            results: Results::default(),
            section: Section::Tests,
            running: None,
            last_ended: None,
            complete: false,
            failures: HashMap::new(),
            last_words: VecDeque::new(),
            overflowed: false,
            culprits: Vec::new(),
            full_name: String::new(),
        }
    }

    fn while_testing(&mut self, line: &str) -> Option<(String, TestStatus)> {
        if let Some((name, tail)) = test_line(line) {
            self.full_name = crate::text::bounded(full_name(line), 400);
            let before = self.settle_glued();
            self.last_ended = None;
            return self.start(name, tail).or(before);
        }
        if let Some(status) = verdict(line) {
            if let Some(running) = self.running.take() {
                return Some(self.end(running.name, status));
            }
            // This comes after an `ok` that the learner's code printed: the worse of the two stands.
            let name = self.last_ended.clone()?;
            let before = self.results.status(&name);
            return Some(self.end(name, status)).filter(|(_, status)| Some(*status) != before);
        }
        let between_tests = self.running.as_ref().is_none_or(|running| running.glued.is_some());
        if between_tests && line == "failures:" {
            self.section = Section::Failures(None);
            return self.settle_glued();
        }
        if between_tests && line.starts_with("test result: ") {
            self.complete = true;
            return self.settle_glued();
        }
        if let Some(running) = &mut self.running {
            // libtest puts an empty line before its summary.
            if !line.is_empty() {
                running.glued = ending(line);
            }
            running.said.push(line);
        }
        None
    }

    fn start(&mut self, name: &str, tail: &str) -> Option<(String, TestStatus)> {
        if tail == "ignored" || tail.starts_with("ignored, ") {
            let ended = self.end(name.to_owned(), TestStatus::NotRun);
            if let Some(seen) = self.results.get_mut(name) {
                seen.message = "the test is marked #[ignore]".to_owned();
            }
            return Some(ended);
        }
        if let Some(status) = verdict(tail) {
            return Some(self.end(name.to_owned(), status));
        }
        let mut said = FailureText::new(&self.root);
        if !tail.is_empty() {
            said.push(tail);
        }
        self.running = Some(Running { name: name.to_owned(), glued: ending(tail), said });
        None
    }

    /// libtest has gone on to something else, so what looked like a verdict was one; and a test without any has not passed.
    fn settle_glued(&mut self) -> Option<(String, TestStatus)> {
        let running = self.running.take()?;
        let ended = self.end(running.name, running.glued.unwrap_or(TestStatus::Failed));
        if running.glued.is_none()
            && let Some(seen) = self.results.get_mut(&ended.0)
        {
            seen.message = "the test's result could not be read from the output".to_owned();
        }
        Some(ended)
    }

    fn end(&mut self, name: String, status: TestStatus) -> (String, TestStatus) {
        self.results.record(&name, status);
        self.last_ended = Some(name.clone());
        let status = self.results.status(&name).unwrap_or(status);
        (name, status)
    }

    fn in_failures(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            let name = bare_name(name);
            if self.results.status(name) == Some(TestStatus::Failed) {
                self.failures.insert(name.to_owned(), FailureText::new(&self.root));
                self.section = Section::Failures(Some(name.to_owned()));
                return;
            }
        }
        match &self.section {
            _ if line == "failures:" => self.section = Section::List,
            Section::List => self.complete |= line.starts_with("test result: "),
            Section::Failures(Some(name)) => {
                if let Some(block) = self.failures.get_mut(name) {
                    block.push(line);
                }
            }
            Section::Failures(None) | Section::Tests => {}
        }
    }

    /// The test during which the program ended. When libtest's last line is missing and no test is open, the one that "ended" last is not to be
    /// believed: code that prints `ok` and leaves looks like that.
    fn culprit(&mut self) -> Option<(String, FailureText)> {
        if self.complete {
            return None;
        }
        if let Some(running) = self.running.take() {
            return Some((running.name, running.said));
        }
        let last = self.last_ended.take().filter(|name| self.results.status(name) == Some(TestStatus::Ok))?;
        Some((last, FailureText::new(&self.root)))
    }

    /// Records the test during which the program ended, if there was one.
    fn blame(&mut self, tests: &RunEnd) -> Option<String> {
        let (name, mut said) = self.culprit()?;
        let why = self.overflowed.then_some("the stack overflowed: does a function call itself without end?");
        for line in self.last_words.iter().filter(|line| !says_overflow(line)) {
            said.push(line);
        }
        self.results.ended_during(&name, tests, why, &said.into_message());
        Some(name)
    }
}

impl OutputParser for CargoParser {
    fn keep_more(&mut self) {
        self.build.keep_more();
    }

    fn build_line(&mut self, stream: Stream, line: &str) -> Option<String> {
        match stream {
            Stream::Out => {
                self.build.json_line(line);
                None
            }
            Stream::Err => self.build.cargo_line(line),
        }
    }

    fn test_line(&mut self, stream: Stream, line: &str) -> Option<(String, TestStatus)> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if stream == Stream::Err {
            self.overflowed |= line.contains("has overflowed its stack");
            if self.last_words.len() == LAST_WORDS {
                self.last_words.pop_front();
            }
            self.last_words.push_back(crate::text::bounded(line, 400));
            return None;
        }
        if matches!(self.section, Section::Tests) {
            return self.while_testing(line);
        }
        self.in_failures(line);
        None
    }

    fn test_binary(&self) -> Option<&Path> {
        self.build.test_binary()
    }

    fn again(&mut self, tests: &RunEnd) -> Option<Vec<String>> {
        self.blame(tests)?;
        self.culprits.push(std::mem::take(&mut self.full_name));
        self.section = Section::Tests;
        self.running = None;
        self.last_ended = None;
        self.last_words.clear();
        self.overflowed = false;
        let skipped = self.culprits.iter().flat_map(|name| ["--skip".to_owned(), name.clone()]);
        Some(std::iter::once("--exact".to_owned()).chain(skipped).collect())
    }

    fn finish(mut self: Box<Self>, build: &RunEnd, tests: Option<&RunEnd>, expected: &[String]) -> Parsed {
        let culprit = tests.and_then(|tests| self.blame(tests));
        for (name, text) in self.failures.drain() {
            if let Some(seen) = self.results.get_mut(&name) {
                seen.message = text.into_message();
            }
        }
        if !self.complete {
            // libtest tells all reasons at its end, which did not come.
            self.results.explain_failures("failed; the reason is not known, because a later test ended the program");
        }
        let tests = self.results.finish(expected, build, tests, culprit.as_deref(), self.complete);
        Parsed { diagnostics: self.build.finish(build), tests }
    }
}

/// `test parcel::test_x - should panic ... TAIL` as the bare name and the tail.
fn test_line(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("test ")?;
    let (name, tail) = rest.split_once(" ... ").or_else(|| rest.strip_suffix(" ...").map(|name| (name, "")))?;
    let name = bare_name(name.strip_suffix(" - should panic").unwrap_or(name));
    (!name.is_empty() && !name.contains(char::is_whitespace)).then_some((name, tail))
}

fn full_name(line: &str) -> &str {
    let name = line.strip_prefix("test ").and_then(|rest| rest.split(" ...").next()).unwrap_or_default();
    name.strip_suffix(" - should panic").unwrap_or(name)
}

fn bare_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

fn verdict(text: &str) -> Option<TestStatus> {
    match text {
        "ok" => Some(TestStatus::Ok),
        "FAILED" => Some(TestStatus::Failed),
        _ => None,
    }
}

/// A verdict that the learner's own output, without a line end, stands before.
fn ending(text: &str) -> Option<TestStatus> {
    ["ok", "FAILED"].into_iter().find(|end| text.ends_with(end)).and_then(verdict)
}

fn says_overflow(line: &str) -> bool {
    line.contains("has overflowed its stack") || line.starts_with("fatal runtime error: stack overflow")
}

#[cfg(test)]
mod tests;
