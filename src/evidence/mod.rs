//! What running the tests showed. Owns the evidence types, the parser contract that each language's output reader fulfils, and the
//! decision whether a run passes. It runs nothing itself and refuses to believe an exit code alone.

mod cargo;
mod collect;
mod ctest;
mod judge;
mod locate;

pub use judge::{Judged, judge};
pub use locate::{StubRef, locate, stub_of_test};

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::runner::{RunEnd, Stream};

pub const MAX_DIAGNOSTICS: usize = 50;
pub const MAX_EXCERPT: usize = 16 * 1024;
pub const MAX_SOURCE: usize = 64 * 1024;
pub const MAX_MESSAGE: usize = 4 * 1024;

/// Everything one run showed. Stored with the attempt and given to coach and reviewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    pub outcome: Outcome,
    pub command: String,
    pub exit_code: Option<i32>,
    pub duration_ms: u64,
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
    #[serde(default)]
    pub tests: Vec<TestResult>,
    #[serde(default)]
    pub output_excerpt: String,
    #[serde(default)]
    pub source: Vec<SourceFile>,
    #[serde(default)]
    pub tampered: Vec<Tampered>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The learner's source is the untouched starter.
    NotStarted,
    DoesNotCompile,
    TestsFail,
    /// All tests are green, but files that judge the work were changed.
    Tampered,
    Passed,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    pub level: Level,
    /// `E0382`, `unused_variables`, or for C the flag such as `-Wparentheses`.
    pub code: Option<String>,
    pub message: String,
    /// Relative to the workspace, with forward slashes.
    pub file: Option<String>,
    pub line: Option<u32>,
    /// The stub in whose body (or signature) the line stands, and its unit: filled by `locate`.
    #[serde(default)]
    pub stub: Option<String>,
    #[serde(default)]
    pub unit: Option<String>,
    /// The compiler's own full text, bounded.
    #[serde(default)]
    pub rendered: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Error,
    Warning,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TestResult {
    pub name: String,
    pub status: TestStatus,
    /// What the test said: the panic or assertion text, or the sanitizer's report; bounded, without escapes.
    #[serde(default)]
    pub message: String,
    /// `heap-buffer-overflow`, `undefined-behavior`, `leak`: which checker stopped the test.
    #[serde(default)]
    pub sanitizer: Option<String>,
    #[serde(default)]
    pub stub: Option<String>,
    #[serde(default)]
    pub unit: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestStatus {
    Ok,
    Failed,
    Crashed,
    Timeout,
    NotRun,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    pub path: String,
    pub content: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tampered {
    pub path: String,
    pub how: TamperKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TamperKind {
    Changed,
    Missing,
    /// A symlink, a folder or something else that is not a plain file.
    NotAFile,
}

/// Reads one language's build and test output, line by line, keeping bounded state: however much a program prints, memory stays flat.
pub trait OutputParser: Send {
    /// To be said before the first line by whoever wants more diagnostics than a person could read.
    fn keep_more(&mut self);

    /// A line of the build step. The answer is what a person should see of it, if anything.
    fn build_line(&mut self, stream: Stream, line: &str) -> Option<String>;

    /// A line of the test step; the answer names a test that has just ended.
    fn test_line(&mut self, stream: Stream, line: &str) -> Option<(String, TestStatus)>;

    /// The program that the test step runs, when the build named one.
    fn test_binary(&self) -> Option<&Path> {
        None
    }

    /// Asked when the test step has ended: where a test took the whole program down with it, the arguments that run all others once more.
    fn again(&mut self, _tests: &RunEnd) -> Option<Vec<String>> {
        None
    }

    /// All that was seen. `expected` are the sealed test names in order: each gets exactly one result; tests that are not among them are left out.
    fn finish(self: Box<Self>, build: &RunEnd, tests: Option<&RunEnd>, expected: &[String]) -> Parsed;
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parsed {
    pub diagnostics: Vec<Diagnostic>,
    pub tests: Vec<TestResult>,
}

/// The parser that a language's data names. `root` is the workspace, to make file names relative.
pub fn parser(name: &str, root: &Path) -> Option<Box<dyn OutputParser>> {
    let root: PathBuf = root.to_path_buf();
    match name {
        "cargo" => Some(Box::new(cargo::CargoParser::new(root))),
        "ctest" => Some(Box::new(ctest::CParser::new(root))),
        _ => None,
    }
}

impl TestResult {
    /// The stub says that nobody has written it yet.
    pub fn is_unwritten(&self) -> bool {
        self.message.contains("not yet implemented: ex-")
    }

    /// It ran on code that somebody wrote, and failed.
    pub fn went_wrong(&self) -> bool {
        matches!(self.status, TestStatus::Failed | TestStatus::Crashed | TestStatus::Timeout) && !self.is_unwritten()
    }
}

impl Evidence {
    pub fn passed(&self) -> bool {
        self.outcome == Outcome::Passed
    }

    pub fn first_error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|d| d.level == Level::Error)
    }

    pub fn failing(&self) -> impl Iterator<Item = &TestResult> {
        self.tests.iter().filter(|t| t.status != TestStatus::Ok)
    }

    pub fn passed_count(&self) -> usize {
        self.tests.iter().filter(|t| t.status == TestStatus::Ok).count()
    }

    /// The unit the learner is at: where the first error stands, else that of the first failing test.
    pub fn first_failing_unit(&self) -> Option<&str> {
        // A test that could not run says less than one that did.
        let ran = self.failing().filter(|t| t.status != TestStatus::NotRun);
        let by_test = || ran.chain(self.failing()).find_map(|t| t.unit.as_deref());
        self.first_error().and_then(|d| d.unit.as_deref()).or_else(by_test)
    }
}
