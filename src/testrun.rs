//! Builds and runs the tests of a workspace and reads what they showed. One way for the learner's attempt and for proving a pack; it records nothing.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::curriculum::Need;
use crate::event::{Event, Sink};
use crate::evidence::{self, Diagnostic, Level, OutputParser, Parsed, TestStatus};
use crate::language::{Language, Linker, Probe, Step};
pub use crate::runner::sandbox::around::Step as Part;
use crate::runner::sandbox::around::{Around, Mode, Wish};
use crate::runner::sandbox::{Layer, Walls};
use crate::runner::{self, Cancel, End, RunEnd, RunError, RunSpec};

/// How long a step may take, and what it is walled in with.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub build: Duration,
    pub tests: Duration,
    pub sandbox: Mode,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { build: Duration::from_secs(120), tests: Duration::from_secs(10), sandbox: Mode::On }
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
    /// Sockets are only for a network of one's own.
    #[error("this exercise needs a network of its own, and this machine gives none: {0}")]
    NoNetwork(String),
    #[error("the run could not be prepared: {0}")]
    NotPrepared(std::io::Error),
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
    /// What the exercise needs beyond the ordinary.
    pub needs: &'a [Need],
    /// A single build that is thrown away afterwards.
    pub once: bool,
}

pub fn run(request: Request, cancel: &Cancel, events: Sink) -> Result<TestRun, TestRunError> {
    let language = request.language;
    if let Some(probe) = missing_program(language) {
        return Err(TestRunError::Lacks { probe: probe.clone() });
    }
    let root = real_root(request.root)?;
    let request = Request { root: &root, ..request };
    let around = around(request)?;
    let mut parser = evidence::parser(&language.parser, request.root).ok_or_else(|| TestRunError::NoParser(language.name.clone()))?;

    let spec = step_spec(Part::Build, request, &around, None)?;
    let build = runner::run(&spec, cancel, &mut |stream, line| {
        if let Some(text) = parser.build_line(stream, line) {
            events(Event::BuildLine { text });
        }
    })?;
    if build.end == End::Interrupted {
        return Err(TestRunError::Interrupted);
    }
    if let Some(missing) = missing_network(request, &build) {
        return Err(missing);
    }
    let mut told = Told { events, statuses: HashMap::new() };
    let (mut tests, mut last) = (None, None);
    if build.end == End::Exited(0) {
        let (first, final_end) = run_test_step(request, &around, &mut *parser, cancel, &mut told)?;
        (tests, last) = (Some(first), Some(final_end));
    }
    let parsed = parser.finish(&build, last.as_ref(), request.expected);
    for test in parsed.tests.iter().filter(|t| t.status != TestStatus::NotRun && tests.is_some()) {
        told.tell(test.name.clone(), test.status);
    }
    let tool_trouble = tool_trouble(&parsed, &build, request);
    Ok(TestRun { build, tests, parsed, tool_trouble })
}

/// Without it every test that opens a socket would fail, and by no fault of the learner's.
fn missing_network(request: Request, build: &RunEnd) -> Option<TestRunError> {
    let missing = build.walls.iter().flat_map(|w| &w.missing).find(|m| m.layer == Layer::Net)?;
    request.needs.contains(&Need::Loopback).then(|| TestRunError::NoNetwork(missing.why.clone()))
}

/// The build step alone, whatever comes of it. Says nothing and reads nothing.
pub fn build_only(request: Request, cancel: &Cancel) -> Result<RunEnd, TestRunError> {
    let root = real_root(request.root)?;
    let request = Request { root: &root, ..request };
    let spec = step_spec(Part::Build, request, &around(request)?, None)?;
    Ok(runner::run(&spec, cancel, &mut |_, _| {})?)
}

/// A step of a proof, with words that stand for several filled in: any of `lists` by its name in double braces. Each line goes to `on_line`.
pub fn step(
    part: Part,
    step: &Step,
    request: Request,
    lists: &[(&str, &[String])],
    limit: Duration,
    cancel: &Cancel,
    on_line: &mut dyn FnMut(runner::Stream, &str),
) -> Result<RunEnd, TestRunError> {
    let root = real_root(request.root)?;
    let request = Request { root: &root, ..request };
    let mut spec = spec_of(part, (step, limit), request, &around(request)?, None)?;
    let expanded = spec.args.iter().flat_map(|word| match lists.iter().find(|(name, _)| *word == *format!("{{{{{name}}}}}")) {
        Some((_, words)) => words.iter().map(OsString::from).collect(),
        None => vec![word.clone()],
    });
    spec.args = expanded.collect();
    let end = runner::run(&spec, cancel, on_line)?;
    if end.end == End::Interrupted { Err(TestRunError::Interrupted) } else { Ok(end) }
}

/// What walls this machine has, found by running next to nothing behind them. None where they are switched off.
pub fn walls(mode: Mode) -> Result<Option<Walls>, TestRunError> {
    let folder = tempfile::tempdir().map_err(TestRunError::NotPrepared)?;
    let root = real_root(folder.path())?;
    let wish = Wish { programs: &[], workspace: &root, build_dir: "build", loopback: false, tracing: false, mode };
    let around = Around::new(&wish).map_err(TestRunError::NotPrepared)?;
    let limit = Duration::from_secs(10);
    let Some(sandbox) = around.sandbox(Part::Tests, limit, 0) else { return Ok(None) };
    let spec = RunSpec {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), ":".into()],
        dir: root.clone(),
        env: Vec::new(),
        input: None,
        limit,
        guard: runner::guard::guard().map(|guard| guard.inside(Some(sandbox))),
    };
    Ok(runner::run(&spec, &Cancel::never(), &mut |_, _| {})?.walls)
}

/// How many runs may go on at once in this process.
pub fn together(limits: Limits) -> usize {
    runner::together(|| walls(limits.sandbox).ok().flatten())
}

/// After a test took the program down the others get another chance: so often at most, for so long each time and in all.
const SECOND_CHANCES: usize = 16;
/// What a shell answers for a program that is not there.
const NO_PROGRAM: i32 = 127;
const SECOND_CHANCE_LIMIT: Duration = Duration::from_secs(3);
const SECOND_CHANCES_TOGETHER: Duration = Duration::from_secs(9);

/// Runs the tests. Where one ends the whole program, the others run again without it, so that a single endless loop does not hide the rest.
/// Answers how the first run ended, with the time of all, and how the last did.
fn run_test_step(
    request: Request,
    around: &Around,
    parser: &mut dyn OutputParser,
    cancel: &Cancel,
    told: &mut Told,
) -> Result<(RunEnd, RunEnd), TestRunError> {
    let binary = parser.test_binary().map(Path::to_path_buf);
    let mut spec = step_spec(Part::Tests, request, around, binary.as_deref())?;
    let own_args = spec.args.clone();
    let mut run = |spec: &RunSpec, parser: &mut dyn OutputParser| {
        let end = runner::run(spec, cancel, &mut |stream, line| {
            if let Some((name, status)) = parser.test_line(stream, line) {
                told.tell(name, status);
            }
        });
        let end = match end {
            // The build said that all is well and made no program: nothing passes, and that is an attempt.
            Err(RunError::NotFound { program }) => RunEnd {
                end: End::Exited(NO_PROGRAM),
                duration: Duration::ZERO,
                excerpt: format!("the build made no `{}`\n", program.display()),
                walls: None,
            },
            other => other?,
        };
        if end.end == End::Interrupted { Err(TestRunError::Interrupted) } else { Ok(end) }
    };
    let mut first = run(&spec, parser)?;
    let mut last = first.clone();
    let mut spent = Duration::ZERO;
    for _ in 0..SECOND_CHANCES {
        if spent >= SECOND_CHANCES_TOGETHER {
            break;
        }
        let Some(extra) = parser.again(&last) else { break };
        spec.args = own_args.iter().cloned().chain(extra.into_iter().map(Into::into)).collect();
        spec.limit = request.limits.tests.min(SECOND_CHANCE_LIMIT);
        last = run(&spec, parser)?;
        spent += last.duration;
        first.duration += last.duration;
    }
    Ok((first, last))
}

/// Tells the end of each test once, and again only where it turned out otherwise.
struct Told<'a> {
    events: Sink<'a>,
    statuses: HashMap<String, TestStatus>,
}

impl Told<'_> {
    fn tell(&mut self, name: String, status: TestStatus) {
        if self.statuses.insert(name.clone(), status) != Some(status) {
            (self.events)(Event::TestEnded { name, status, unwritten: false });
        }
    }
}

/// The first program that the language needs and the machine does not have.
pub fn missing_program(language: &Language) -> Option<&Probe> {
    let path = std::env::var_os("PATH");
    language.probes.iter().find(|p| runner::find_program(OsStr::new(&p.program), path.as_deref()).is_none())
}

/// The faster linker of the language, where the machine has it.
pub fn linker(language: &Language) -> Option<&Linker> {
    let path = std::env::var_os("PATH");
    language.once.linker.as_ref().filter(|l| runner::find_program(OsStr::new(&l.program), path.as_deref()).is_some())
}

/// A build that fails without an error in anybody's source is the machine's trouble, or that of the project files.
fn tool_trouble(parsed: &Parsed, build: &RunEnd, request: Request) -> Option<TestRunError> {
    if matches!(build.end, End::Exited(0) | End::TimedOut) {
        return None;
    }
    let failed = |said: &str| {
        let said = crate::text::bounded(said.trim(), 300);
        Some(TestRunError::ToolFailed { command: request.language.test_command.clone(), said })
    };
    let errors = || parsed.diagnostics.iter().filter(|d| d.level == Level::Error);
    // These come with a place in the source, and have nothing to do with it.
    let of_the_machine = ["No space left on device", "can't find crate for `std`", "can't find crate for `core`"];
    if let Some(error) = errors().find(|d| of_the_machine.iter().any(|w| d.rendered.contains(w))) {
        return failed(&error.message);
    }
    // A linker that misses or doubles a name says something about the code; one that merely fails does not.
    let names = ["undefined", "multiple definition", "duplicate symbol"];
    // A place outside the workspace is one too: an include of something that is no source.
    let placed = |d: &Diagnostic| d.file.is_some() || d.rendered.contains("--> ");
    let about_code = |d: &Diagnostic| placed(d) || d.code.is_some() || names.iter().any(|w| d.rendered.contains(w));
    // An assembler names a place in a file that the compiler made; what it complains of stands in the source.
    if errors().any(about_code) || build.excerpt.contains("Assembler messages:") {
        return None;
    }
    let last_line = || build.excerpt.lines().rev().find(|l| !l.trim().is_empty());
    let first = errors().next().map(|d| d.message.as_str());
    failed(first.or_else(last_line).unwrap_or("it said nothing"))
}

/// Walls stand around real places: a link on the way would lead past them.
fn real_root(root: &Path) -> Result<PathBuf, TestRunError> {
    std::fs::canonicalize(root).map_err(TestRunError::NotPrepared)
}

fn around(request: Request) -> Result<Around, TestRunError> {
    let language = request.language;
    let programs: Vec<&str> = language.probes.iter().map(|p| p.program.as_str()).collect();
    let wish = Wish {
        programs: &programs,
        workspace: request.root,
        build_dir: &language.layout.build_dir,
        loopback: request.needs.contains(&Need::Loopback),
        // The leak checker, where the language has one, traces the program it checks.
        tracing: language.checkers.is_some() && !request.needs.contains(&Need::NoSanitizer),
        mode: request.limits.sandbox,
    };
    Around::new(&wish).map_err(TestRunError::NotPrepared)
}

fn step_spec(part: Part, request: Request, around: &Around, binary: Option<&Path>) -> Result<RunSpec, TestRunError> {
    let language = request.language;
    let step = if part == Part::Build { (&language.build, request.limits.build) } else { (&language.test, request.limits.tests) };
    spec_of(part, step, request, around, binary)
}

fn spec_of(
    part: Part,
    (step, limit): (&Step, Duration),
    request: Request,
    around: &Around,
    binary: Option<&Path>,
) -> Result<RunSpec, TestRunError> {
    let language = request.language;
    let fill = |text: &str| -> OsString {
        match binary {
            Some(binary) if text == "{{test_binary}}" => binary.as_os_str().to_owned(),
            _ => text.replace("{{workspace}}", &request.root.to_string_lossy()).into(),
        }
    };
    let mut extra: Vec<(&str, OsString)> = vec![("PATH", around.path().clone())];
    extra.extend(step.env.iter().map(|(k, v)| (k.as_str(), fill(v))));
    if request.once {
        let linker = linker(language).into_iter().flat_map(|l| &l.env);
        extra.extend(language.once.env.iter().chain(linker).map(|(k, v)| (k.as_str(), fill(v))));
    }
    let mut words = step.command.iter().map(|w| fill(w));
    let program = words.next().unwrap_or_default();
    let sandbox = around.sandbox(part, limit, step.memory_mib * 1024 * 1024);
    let guard = runner::guard::guard();
    if guard.is_none() && sandbox.is_some() {
        let why = "this program cannot put a sandbox up".to_owned();
        return Err(RunError::NotContained { program, why }.into());
    }
    Ok(RunSpec {
        program,
        args: words.collect(),
        dir: step.dir.as_ref().map_or_else(|| request.root.to_path_buf(), PathBuf::from),
        env: runner::clean_environment(&extra),
        input: None,
        limit,
        guard: guard.map(|guard| guard.inside(sandbox)),
    })
}
