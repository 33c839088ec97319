//! What the parsers of all languages gather, within bounds: diagnostics, results by test name, and in plain words why a test has none. It reads no
//! output itself, and it never improves a result: a test that was once seen to fail has failed.

use std::collections::HashMap;
use std::path::{Component, Path};

use crate::evidence::{Diagnostic, Level, MAX_DIAGNOSTICS, MAX_MESSAGE, TestResult, TestStatus};
use crate::runner::{End, RunEnd};
use crate::text;

/// More tests than any exercise has; a program that prints test lines without end fills no memory.
const MAX_TESTS: usize = 1000;
const MAX_NAME: usize = 200;

/// Cleaned text of at most `MAX_MESSAGE` bytes, the mark of a cut included.
pub fn fit(text: &str) -> String {
    text::bounded(&text::clean(text), MAX_MESSAGE - '…'.len_utf8())
}

/// The path relative to the workspace, with forward slashes; nothing for a path outside of it.
pub fn relative(root: &Path, file: &str) -> Option<String> {
    let path = Path::new(file);
    let inside = if path.is_absolute() { path.strip_prefix(root).ok()? } else { path };
    let mut parts = Vec::new();
    for part in inside.components() {
        match part {
            Component::Normal(name) => parts.push(name.to_str()?),
            Component::CurDir => {}
            _ => return None,
        }
    }
    // `<anon>` and the like are no files.
    (!parts.is_empty() && !parts[0].starts_with('<')).then(|| parts.join("/"))
}

/// Errors and warnings apart, so that no number of warnings can crowd out an error.
#[derive(Default)]
pub struct Diagnostics {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// Whoever builds many programs as one wants to know of each what is wrong with it.
    keeps_more: bool,
}

/// How many errors are kept where more are wanted.
const MORE: usize = 40 * MAX_DIAGNOSTICS;

impl Diagnostics {
    pub fn add(&mut self, new: Diagnostic) {
        let list = if new.level == Level::Error { &mut self.errors } else { &mut self.warnings };
        // The library is compiled for itself and a header for each file that includes it: each says the same again.
        let same = |old: &Diagnostic| (&old.code, &old.message, &old.file, old.line) == (&new.code, &new.message, &new.file, new.line);
        let most = if self.keeps_more { MORE } else { MAX_DIAGNOSTICS };
        if list.len() < most && !list.iter().any(same) {
            list.push(new);
        }
    }

    pub fn keep_more(&mut self) {
        self.keeps_more = true;
    }

    /// Errors first. A failed build always has one: where the tools named none, `otherwise` or how the build ended is it.
    pub fn finish(mut self, build: &RunEnd, otherwise: Option<String>) -> Vec<Diagnostic> {
        let said = match build.end {
            End::Exited(0) | End::Interrupted => None,
            End::Exited(code) => Some(otherwise.unwrap_or_else(|| format!("the build failed (exit code {code})"))),
            End::Signalled(signal) => Some(format!("the build was ended by signal {}", signal_name(signal))),
            End::TimedOut => Some(format!("the build was stopped after {} s", seconds(build))),
        };
        if let Some(message) = said.filter(|_| self.errors.is_empty()) {
            self.add(bare_error(message));
        }
        self.errors.append(&mut self.warnings);
        self.errors.truncate(if self.keeps_more { MORE } else { MAX_DIAGNOSTICS });
        self.errors
    }
}

pub fn bare_error(message: String) -> Diagnostic {
    Diagnostic { level: Level::Error, code: None, rendered: message.clone(), message, file: None, line: None, stub: None, unit: None }
}

/// The results seen so far, by the bare name of the test.
#[derive(Default)]
pub struct Results(HashMap<String, Seen>);

#[derive(Debug, Clone)]
pub struct Seen {
    pub status: TestStatus,
    pub message: String,
    pub sanitizer: Option<String>,
}

impl Results {
    pub fn record(&mut self, name: &str, status: TestStatus) {
        if name.len() > MAX_NAME || (self.0.len() >= MAX_TESTS && !self.0.contains_key(name)) {
            return;
        }
        let seen = self.0.entry(name.to_owned()).or_insert(Seen { status, message: String::new(), sanitizer: None });
        if seen.status == TestStatus::Ok {
            seen.status = status;
        }
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Seen> {
        self.0.get_mut(name)
    }

    pub fn status(&self, name: &str) -> Option<TestStatus> {
        self.0.get(name).map(|seen| seen.status)
    }

    /// What is said of failed tests that have said nothing themselves.
    pub fn explain_failures(&mut self, why: &str) {
        for seen in self.0.values_mut().filter(|seen| seen.status == TestStatus::Failed && seen.message.is_empty()) {
            seen.message = why.to_owned();
        }
    }

    /// The program ended while `name` ran. `why` is what is known beyond how it ended.
    pub fn ended_during(&mut self, name: &str, tests: &RunEnd, why: Option<&str>, said: &str) {
        let (status, plain) = match tests.end {
            End::TimedOut => (TestStatus::Timeout, format!("still running after {} s, and stopped", seconds(tests))),
            End::Interrupted => (TestStatus::NotRun, "the run was interrupted during this test".to_owned()),
            End::Signalled(signal) => {
                (TestStatus::Crashed, why.map_or_else(|| format!("killed by signal {}", signal_name(signal)), str::to_owned))
            }
            End::Exited(code) => (TestStatus::Crashed, why.map_or_else(|| ended_early(code), str::to_owned)),
        };
        let message = if said.is_empty() { plain } else { format!("{plain}\n{said}") };
        if name.len() <= MAX_NAME {
            self.0.insert(name.to_owned(), Seen { status, message: fit(&message), sanitizer: None });
        }
    }

    /// One result for each expected name, in order. `culprit` is the test during which the program ended; `complete` says that it reached its own end.
    pub fn finish(
        mut self,
        expected: &[String],
        build: &RunEnd,
        tests: Option<&RunEnd>,
        culprit: Option<&str>,
        complete: bool,
    ) -> Vec<TestResult> {
        let reason = why_not_run(build, tests, culprit, complete);
        let result = |name: &String| {
            let seen = self.0.remove(name).unwrap_or_else(|| Seen { status: TestStatus::NotRun, message: reason.clone(), sanitizer: None });
            TestResult { name: name.clone(), status: seen.status, message: seen.message, sanitizer: seen.sanitizer, stub: None, unit: None }
        };
        expected.iter().map(result).collect()
    }
}

fn why_not_run(build: &RunEnd, tests: Option<&RunEnd>, culprit: Option<&str>, complete: bool) -> String {
    match (build.end, tests.map(|tests| tests.end)) {
        (End::Interrupted, _) | (_, Some(End::Interrupted)) => "the run was interrupted".to_owned(),
        (End::TimedOut, _) => "the build took too long".to_owned(),
        (End::Exited(0), None) => "the tests were not run".to_owned(),
        (End::Exited(0), Some(_)) if complete => "the test program does not have this test".to_owned(),
        (End::Exited(0), Some(End::TimedOut)) => "an earlier test used up the time".to_owned(),
        (End::Exited(0), Some(_)) if culprit.is_some() => "an earlier test ended the program".to_owned(),
        (End::Exited(0), Some(End::Exited(code))) => format!("the test program ended before this test (exit code {code})"),
        (End::Exited(0), Some(End::Signalled(signal))) => {
            format!("the test program ended before this test (signal {})", signal_name(signal))
        }
        _ => "did not compile".to_owned(),
    }
}

pub fn ended_early(code: i32) -> String {
    format!("the program ended early (exit code {code}) during this test")
}

fn seconds(end: &RunEnd) -> u64 {
    end.duration.as_secs_f64().round().max(1.0) as u64
}

/// Those signals a learner meets; their numbers are the same on Linux and macOS except for SIGBUS.
fn signal_name(number: i32) -> String {
    let bus = if cfg!(target_os = "linux") { 7 } else { 10 };
    let name = match number {
        2 => "SIGINT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        number if number == bus => "SIGBUS",
        number => return number.to_string(),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_errors_are_kept_for_whoever_wants_them() {
        let count = |keeps_more: bool| {
            let mut found = Diagnostics { keeps_more, ..Diagnostics::default() };
            (0..=MAX_DIAGNOSTICS).for_each(|n| found.add(bare_error(format!("error {n}"))));
            found.errors.len()
        };
        assert_eq!((count(false), count(true)), (MAX_DIAGNOSTICS, MAX_DIAGNOSTICS + 1));
    }
}
