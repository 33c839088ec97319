//! Reads what `make build` and the C test harness print. Owns the shapes of gcc's, clang's, the linker's and make's complaints, and the harness's
//! lines (`assets/languages/c/harness.h`); a test counts as ok only when the harness said so behind its name.

mod compiler;

use std::path::PathBuf;

use self::compiler::CompilerText;
use super::collect::{Results, ended_early, fit};
use super::{MAX_MESSAGE, OutputParser, Parsed, TestStatus};
use crate::runner::{RunEnd, Stream};

pub struct CParser {
    build: CompilerText,
    results: Results,
    /// `test NAME ... ` was printed and its verdict has not come.
    running: Option<String>,
    /// The test whose details come now, and why it failed in words of ours.
    details: Option<Details>,
    /// The harness's own last line was seen.
    complete: bool,
}

struct Details {
    name: String,
    reason: Option<Reason>,
    text: String,
}

struct Reason {
    plain: String,
    /// When the harness's details say this already, `plain` would only repeat it.
    unless: String,
}

impl CParser {
    pub fn new(root: PathBuf) -> Self {
        Self { build: CompilerText::new(root), results: Results::default(), running: None, details: None, complete: false }
    }

    fn end(&mut self, name: &str, verdict: &str) -> Option<(String, TestStatus)> {
        let (status, sanitizer, reason) = read_verdict(verdict)?;
        self.running = None;
        self.results.record(name, status);
        if let Some(seen) = self.results.get_mut(name) {
            seen.sanitizer = sanitizer;
        }
        self.details = (status != TestStatus::Ok).then(|| Details { name: name.to_owned(), reason, text: String::new() });
        Some((name.to_owned(), status))
    }

    fn close_details(&mut self) {
        let Some(details) = self.details.take() else { return };
        let said = details.text.trim_end();
        // A place in the source, or our own words, make a good first line; the bare name of a signal does not.
        let first = said.lines().next().unwrap_or_default();
        let plain = details.reason.filter(|reason| !begins_with_place(first) && !first.contains(&reason.unless));
        if let Some(seen) = self.results.get_mut(&details.name) {
            seen.message = fit(&plain.map_or_else(|| said.to_owned(), |reason| format!("{}\n{said}", reason.plain).trim_end().to_owned()));
        }
    }
}

impl OutputParser for CParser {
    fn keep_more(&mut self) {
        self.build.keep_more();
    }

    fn build_line(&mut self, stream: Stream, line: &str) -> Option<String> {
        match stream {
            // What make is doing; the compilers complain on the other stream.
            Stream::Out => None,
            Stream::Err => self.build.line(line),
        }
    }

    fn test_line(&mut self, stream: Stream, line: &str) -> Option<(String, TestStatus)> {
        if stream == Stream::Err {
            return None;
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        if let Some(detail) = line.strip_prefix("    ") {
            if let Some(details) = self.details.as_mut().filter(|details| details.text.len() < MAX_MESSAGE) {
                details.text.push_str(detail);
                details.text.push('\n');
            }
            return None;
        }
        self.close_details();
        if let Some((name, verdict)) =
            line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ").or_else(|| Some((rest.strip_suffix(" ...")?, ""))))
        {
            let ended = self.end(name, verdict);
            if ended.is_none() {
                self.running = Some(name.to_owned());
            }
            return ended;
        }
        self.complete |= line.starts_with("test result: ");
        None
    }

    fn finish(mut self: Box<Self>, build: &RunEnd, tests: Option<&RunEnd>, expected: &[String]) -> Parsed {
        self.close_details();
        let running = self.running.take();
        if let (Some(name), Some(tests)) = (&running, tests) {
            self.results.ended_during(name, tests, None, "");
        }
        let tests = self.results.finish(expected, build, tests, running.as_deref(), self.complete);
        Parsed { diagnostics: self.build.finish(build), tests }
    }
}

/// `ok`, `FAILED` or `FAILED (why)`; nothing when the line is not finished.
fn read_verdict(verdict: &str) -> Option<(TestStatus, Option<String>, Option<Reason>)> {
    if verdict == "ok" {
        return Some((TestStatus::Ok, None, None));
    }
    let rest = verdict.strip_prefix("FAILED")?.trim();
    let why = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
    let (kind, detail) = why.split_once(": ").unwrap_or((why, ""));
    let reason = |plain: String, unless: &str| Some(Reason { plain, unless: unless.to_owned() });
    Some(match kind {
        "crashed" => (TestStatus::Crashed, None, reason(format!("killed by signal {}", detail.trim_start_matches("signal ")), detail)),
        "sanitizer" => (TestStatus::Crashed, Some(detail.to_owned()), reason(format!("stopped by the sanitizer: {detail}"), detail)),
        // It ran to its end: what it left behind is found afterwards.
        "leak" => (TestStatus::Failed, Some("leak".to_owned()), reason("memory was not freed".to_owned(), "leak")),
        "exited early" => {
            let code = detail.strip_prefix("code ").and_then(|code| code.parse().ok()).unwrap_or(0);
            (TestStatus::Crashed, None, reason(ended_early(code), "exit code"))
        }
        "timeout" => (TestStatus::Timeout, None, reason(detail.to_owned(), detail)),
        kind if kind.starts_with("timeout ") => (TestStatus::Timeout, None, reason(format!("stopped {}", &kind["timeout ".len()..]), kind)),
        _ => (TestStatus::Failed, None, None),
    })
}

/// `src/seats.c:12: …`
fn begins_with_place(line: &str) -> bool {
    let mut parts = line.splitn(3, ':');
    parts.next().is_some_and(|file| !file.contains(' ')) && parts.next().is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests;
