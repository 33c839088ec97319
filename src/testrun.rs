//! Builds and runs the tests of a workspace and reads what they showed. One way for the learner's attempt and for proving a pack; it records nothing.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use crate::event::{Event, Sink};
use crate::evidence::{self, Diagnostic, Level, Parsed};
use crate::language::{Language, Probe, Step};
use crate::runner::{self, Cancel, End, RunEnd, RunError, RunSpec};

/// How long a step may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub build: Duration,
    pub tests: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { build: Duration::from_secs(120), tests: Duration::from_secs(10) }
    }
}

#[derive(Debug)]
pub struct TestRun {
    pub build: RunEnd,
    pub tests: Option<RunEnd>,
    pub parsed: Parsed,
    /// The build failed, and not by anything in the source. With untouched project files that is no attempt.
    pub tool_trouble: Option<TestRunError>,
}

#[derive(Debug, thiserror::Error)]
pub enum TestRunError {
    #[error("`{}` was not found on this machine: it {}", probe.program, probe.why)]
    Lacks { probe: Probe },
    /// The tool itself fails, not the learner's code.
    #[error("`{command}` could not do its work: {said}")]
    ToolFailed { command: String, said: String },
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("there is no reader for the output of {0}")]
    NoParser(String),
    #[error("interrupted")]
    Interrupted,
}

/// What to run and how.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub language: &'a Language,
    pub root: &'a Path,
    pub expected: &'a [String],
    pub limits: Limits,
    /// A single build that is thrown away afterwards.
    pub once: bool,
}

pub fn run(request: Request, cancel: &Cancel, events: Sink) -> Result<TestRun, TestRunError> {
    let language = request.language;
    if let Some(probe) = missing_program(language) {
        return Err(TestRunError::Lacks { probe: probe.clone() });
    }
    let mut parser = evidence::parser(&language.parser, request.root).ok_or_else(|| TestRunError::NoParser(language.name.clone()))?;

    let spec = step_spec(&language.build, request, None, request.limits.build);
    let build = runner::run(&spec, cancel, &mut |stream, line| {
        if let Some(text) = parser.build_line(stream, line) {
            events(Event::BuildLine { text });
        }
    })?;
    if build.end == End::Interrupted {
        return Err(TestRunError::Interrupted);
    }
    let mut tests = None;
    if build.end == End::Exited(0) {
        let binary = parser.test_binary().map(Path::to_path_buf);
        let spec = step_spec(&language.test, request, binary.as_deref(), request.limits.tests);
        let end = runner::run(&spec, cancel, &mut |stream, line| {
            if let Some((name, status)) = parser.test_line(stream, line) {
                events(Event::TestEnded { name, status });
            }
        })?;
        if end.end == End::Interrupted {
            return Err(TestRunError::Interrupted);
        }
        tests = Some(end);
    }
    let parsed = parser.finish(&build, tests.as_ref(), request.expected);
    let tool_trouble = tool_trouble(&parsed, &build, request);
    Ok(TestRun { build, tests, parsed, tool_trouble })
}

/// The first program that the language needs and the machine does not have.
pub fn missing_program(language: &Language) -> Option<&Probe> {
    let path = std::env::var_os("PATH");
    language.probes.iter().find(|p| runner::find_program(OsStr::new(&p.program), path.as_deref()).is_none())
}

/// A build that fails without an error in anybody's source is the machine's trouble, or that of the project files.
fn tool_trouble(parsed: &Parsed, build: &RunEnd, request: Request) -> Option<TestRunError> {
    if matches!(build.end, End::Exited(0) | End::TimedOut) {
        return None;
    }
    let linking = |d: &Diagnostic| {
        ["linking with", "undefined reference", "undefined symbol", "duplicate symbol", "multiple definition"]
            .iter()
            .any(|w| d.message.contains(w))
    };
    let in_source = |d: &Diagnostic| d.level == Level::Error && (d.file.is_some() || d.code.is_some() || linking(d));
    if parsed.diagnostics.iter().any(in_source) {
        return None;
    }
    let first = parsed.diagnostics.iter().find(|d| d.level == Level::Error).map(|d| d.message.as_str());
    let last_line = build.excerpt.lines().rev().find(|l| !l.trim().is_empty());
    let said = first.or(last_line).unwrap_or("it said nothing").trim();
    Some(TestRunError::ToolFailed { command: request.language.test_command.clone(), said: crate::text::bounded(said, 300) })
}

fn step_spec(step: &Step, request: Request, binary: Option<&Path>, limit: Duration) -> RunSpec {
    let fill = |text: &str| -> OsString {
        match binary {
            Some(binary) if text == "{{test_binary}}" => binary.as_os_str().to_owned(),
            _ => text.replace("{{workspace}}", &request.root.to_string_lossy()).into(),
        }
    };
    let mut extra: Vec<(&str, OsString)> = step.env.iter().map(|(k, v)| (k.as_str(), fill(v))).collect();
    if request.once {
        extra.extend(request.language.once.env.iter().map(|(k, v)| (k.as_str(), fill(v))));
    }
    let mut words = step.command.iter().map(|w| fill(w));
    RunSpec {
        program: words.next().unwrap_or_default(),
        args: words.collect(),
        dir: request.root.to_path_buf(),
        env: runner::clean_environment(&extra),
        limit,
    }
}
