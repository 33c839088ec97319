//! Decides what a run amounts to. An exit code alone never passes: every sealed test must be reported ok by name, and the files that judge must be as
//! etude wrote them.

use super::{Level, Outcome, Parsed, Tampered, TestStatus};
use crate::runner::{End, RunEnd};

/// All that the decision looks at.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    pub parsed: &'a Parsed,
    pub build: &'a RunEnd,
    pub tests: Option<&'a RunEnd>,
    pub tampered: &'a [Tampered],
    /// The learner's files are the untouched starter.
    pub is_starter: bool,
}

pub fn judge(run: Judged) -> Outcome {
    let built = run.build.end == End::Exited(0);
    let ended_well = run.tests.is_some_and(|t| t.end == End::Exited(0));
    let all_ok = !run.parsed.tests.is_empty() && run.parsed.tests.iter().all(|t| t.status == TestStatus::Ok);
    if built && ended_well && all_ok {
        return if run.tampered.is_empty() { Outcome::Passed } else { Outcome::Tampered };
    }
    let has_error = run.parsed.diagnostics.iter().any(|d| d.level == Level::Error);
    if !built || (run.tests.is_none() && has_error) {
        return Outcome::DoesNotCompile;
    }
    if run.is_starter { Outcome::NotStarted } else { Outcome::TestsFail }
}

#[cfg(test)]
mod tests {
    use super::super::{TamperKind, TestResult};
    use super::*;
    use std::time::Duration;

    fn end(end: End) -> RunEnd {
        RunEnd { end, duration: Duration::ZERO, excerpt: String::new(), walls: None }
    }

    fn parsed(statuses: &[TestStatus]) -> Parsed {
        let test = |(at, status): (usize, &TestStatus)| TestResult {
            name: format!("test_{at}"),
            status: *status,
            message: String::new(),
            sanitizer: None,
            stub: None,
            unit: None,
        };
        Parsed { diagnostics: Vec::new(), tests: statuses.iter().enumerate().map(test).collect() }
    }

    fn outcome(parsed: &Parsed, tests: End, tampered: &[Tampered]) -> Outcome {
        let (build, tests) = (end(End::Exited(0)), end(tests));
        judge(Judged { parsed, build: &build, tests: Some(&tests), tampered, is_starter: false })
    }

    #[test]
    fn all_ok_by_name_and_exit_zero_passes() {
        assert_eq!(outcome(&parsed(&[TestStatus::Ok; 2]), End::Exited(0), &[]), Outcome::Passed);
    }

    #[test]
    fn exit_zero_without_the_reports_does_not_pass() {
        assert_eq!(outcome(&parsed(&[TestStatus::Ok, TestStatus::NotRun]), End::Exited(0), &[]), Outcome::TestsFail);
        assert_eq!(outcome(&parsed(&[]), End::Exited(0), &[]), Outcome::TestsFail);
    }

    #[test]
    fn reports_without_exit_zero_do_not_pass() {
        assert_eq!(outcome(&parsed(&[TestStatus::Ok]), End::Exited(1), &[]), Outcome::TestsFail);
        assert_eq!(outcome(&parsed(&[TestStatus::Ok]), End::TimedOut, &[]), Outcome::TestsFail);
    }

    #[test]
    fn a_changed_judging_file_does_not_pass() {
        let tampered = [Tampered { path: "tests/x.rs".into(), how: TamperKind::Changed }];
        assert_eq!(outcome(&parsed(&[TestStatus::Ok]), End::Exited(0), &tampered), Outcome::Tampered);
    }
}
