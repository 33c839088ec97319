//! The rules that run an exercise whole, as a learner would: its starter, its reference, the other correct solutions and the typical wrong ones. Owns what
//! counts as failing and as passing there.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::ablation;
use super::bench::Bench;
use super::report::{Check, Finding, RuleId};
use super::scratch::Ran;
use super::variants::extra::Extra;
use super::variants::steady::{self, Unsteady};
use super::{Strictness, Subject, Telling, unsteady};
use crate::checkers;
use crate::curriculum::Need;
use crate::error::Error;
use crate::evidence::{Diagnostic, Evidence, Level, Outcome, TestResult, TestStatus};
use crate::exercise::TextFile;
use crate::provider::bank::diagnose;
use crate::runner::End;
use crate::testrun::{Limits, TestRunError};

const MAX_OUTPUT: usize = 1500;

pub(super) fn check(rule: RuleId, of: Option<&str>, findings: Vec<Finding>, millis: u64) -> Check {
    Check { rule, of: of.map(str::to_owned), ok: findings.is_empty(), findings, millis }
}

/// The untouched starter; false where nothing that needs a build can be asked after it.
pub(super) fn starter(bench: &Bench, subject: &Subject, telling: &mut Telling) -> Result<bool, Error> {
    telling.trying("the starter");
    let ran = match bench.one(|scratch| built_or_told(scratch.run(&[])))? {
        // Without an error in anybody's source it may still be the exercise's: a file that is missing.
        Err(said) => {
            let finding = Finding { output: Some(said), ..Finding::new("the starter and its tests cannot be built") };
            telling.tell(check(RuleId::StarterCompiles, None, vec![finding], 0));
            return Ok(false);
        }
        Ok(ran) => ran,
    };
    let trouble = starter_trouble(&ran);
    let built = ran.run.build.end == End::Exited(0);
    telling.tell(check(RuleId::StarterCompiles, None, trouble, ran.millis()));
    if built {
        let millis = ran.run.tests.as_ref().map_or(0, |t| super::scratch::millis(t.duration));
        telling.tell(check(RuleId::StarterFailsEveryTest, None, not_failing_at_the_stub(&ran, subject), millis));
    }
    Ok(built)
}

/// What the tools say when they fail is an answer here and stops nobody: what it means, the starter decides.
fn built_or_told<R>(ran: Result<R, Error>) -> Result<Result<R, String>, Error> {
    match ran {
        Err(Error::TestRun(TestRunError::ToolFailed { said, .. })) => Ok(Err(said)),
        other => other.map(Ok),
    }
}

/// Tests that come to no assertion, and what is to be said of each.
pub(super) type Unreached = BTreeMap<String, String>;

/// What the reference showed when it was asked again.
#[derive(Default)]
pub(super) struct Again {
    pub unreached: Unreached,
    /// Tests that do not say the same each time.
    pub unsteady: BTreeSet<String>,
}

/// What the reference showed: whether it passes, and how long its tests take then.
pub(super) struct Reference {
    findings: Vec<Finding>,
    took: Duration,
    pub longest: Option<Duration>,
}

/// The reference, for the first time.
pub(super) fn reference(bench: &Bench, subject: &Subject, telling: &mut Telling) -> Result<Reference, Error> {
    telling.trying("the reference");
    let mut reference = Reference { findings: super::rules::of_the_reference(subject), took: Duration::ZERO, longest: None };
    let ran = reference.run(bench, subject, telling.strictness)?;
    reference.longest = ran.run.tests.as_ref().map(|t| t.duration).filter(|_| ran.evidence.passed());
    Ok(reference)
}

impl Reference {
    /// One whole run, and what it finds that is not known yet.
    fn run(&mut self, bench: &Bench, subject: &Subject, strictness: Strictness) -> Result<Ran, Error> {
        let tried = bench.one(|scratch| {
            let missing = |root| checkers::of_build(subject.language, root).map(|c| c.missing).unwrap_or_default();
            built_or_told(scratch.run(&subject.reference).map(|ran| (ran, missing(scratch.root()))))
        })?;
        let command = subject.language.test_command.clone();
        let (ran, missing) = tried.map_err(|said| TestRunError::ToolFailed { command, said })?;
        let mut seen = not_clean(&ran, subject);
        // A learner's machine may lack them; a pack is proven with them or not at all.
        if strictness == Strictness::Bank && !missing.is_empty() && !subject.exercise.needs.contains(&Need::NoSanitizer) {
            seen.push(Finding::new(format!("it ran without the sanitizers ({}), which this machine lacks", missing.join(", "))));
        }
        seen.retain(|finding| !self.findings.contains(finding));
        self.findings.extend(seen);
        self.took += ran.took();
        Ok(ran)
    }

    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    pub fn tell(self, telling: &mut Telling) {
        telling.tell(check(RuleId::ReferencePasses, None, self.findings, super::scratch::millis(self.took)));
    }

    /// A reference that passes for the second time, each of its tests by itself, and all of them again.
    pub fn ask_again(mut self, bench: &Bench, subject: &Subject, limit: Duration, telling: &mut Telling) -> Result<Again, Error> {
        telling.trying("the reference again, and each test by itself");
        self.run(bench, subject, telling.strictness)?;
        let began = Instant::now();
        // A live exercise is proven by whatever compiler a learner has, and a pack by one whose words are known.
        if telling.strictness == Strictness::Bank {
            self.findings.extend(bench.one(|scratch| super::analysis::of_the_reference(scratch, subject))?);
        }
        let Again { mut unreached, mut unsteady } = Again::default();
        let promises = super::promises::promises(subject);
        let extras: Vec<Extra> = promises.iter().map(|p| p.extra.clone()).collect();
        for seen in steady::unsteady(bench, &ablation::idle(subject), &extras, limit)? {
            match &seen {
                Unsteady::Twice(test) | Unsteady::Alone(test) | Unsteady::AtOnce(test) | Unsteady::Again(test) => {
                    unsteady.insert(test.clone());
                }
                Unsteady::Broken { .. } | Unsteady::Unreached(_) | Unsteady::Unasked { .. } => {}
            }
            match seen {
                Unsteady::Broken { extra, said } => {
                    let broken = promises.iter().filter(|p| p.extra.name == extra).map(|p| p.broken.clone());
                    self.findings.extend(broken.map(|finding| Finding { output: Some(bounded(&said)), ..finding }));
                }
                Unsteady::Unreached(test) => {
                    let says = format!("`{test}` comes to none of its assertions when the stub is written");
                    unreached.insert(test, says);
                }
                Unsteady::Unasked { test, stub } => {
                    let says = format!("`{test}` comes to none of its assertions when `{stub}` does nothing, and so it passes then");
                    unreached.entry(test).or_insert(says);
                }
                Unsteady::Twice(test) => {
                    let says = format!("`{test}` passes in the first run only: the second finds what the first left behind");
                    self.findings.push(about_test(subject, test, says));
                }
                Unsteady::Alone(test) => {
                    let says = format!("`{test}` passes after the others and fails by itself: it needs what another test left behind");
                    self.findings.push(about_test(subject, test, says));
                }
                Unsteady::AtOnce(test) => {
                    let says = format!(
                        "`{test}` fails sometimes when other tests run at the same time, as `{}` runs them",
                        subject.language.test_command
                    );
                    self.findings.push(about_test(subject, test, says));
                }
                Unsteady::Again(test) => {
                    let says = format!("`{test}` passes on the reference sometimes and sometimes not");
                    self.findings.push(about_test(subject, test, says));
                }
            }
        }
        self.took += began.elapsed();
        self.tell(telling);
        Ok(Again { unreached, unsteady })
    }
}

pub(super) fn about_test(subject: &Subject, test: String, says: String) -> Finding {
    let unit = subject.exercise.tests.iter().find(|t| t.name == test).and_then(|t| t.unit.clone());
    Finding { test: Some(test), unit, ..Finding::new(says) }
}

/// Alternatives pass, wrong solutions do not and are named by their own tag. Answers how many alternatives do. A wrong solution may be one that never ends: it
/// gets as long as a mutant, an alternative as long as a learner.
pub(super) fn other_solutions(bench: &Bench, subject: &Subject, limit: Duration, telling: &mut Telling) -> Result<usize, Error> {
    telling.trying("alternatives and wrong solutions");
    let usual = bench.limits();
    let short = Limits { tests: limit.min(usual.tests), ..usual };
    let alternatives = subject.alternatives.values().map(|files| (files, usual));
    let all: Vec<(&Vec<TextFile>, Limits)> = alternatives.chain(subject.wrong.values().map(|files| (files, short))).collect();
    let first_wrong = subject.alternatives.len();
    let numbered: Vec<(usize, &(&Vec<TextFile>, Limits))> = all.iter().enumerate().collect();
    let mut runs = bench
        .each(&numbered, |scratch, (at, (files, limits))| {
            let source = subject.source_with(files);
            let mut ran = scratch.run_source(&source, *limits)?;
            // Where chance has a say, a wrong solution that passed once may be noticed the next time.
            let again = if *at >= first_wrong && unsteady::is_up_to_chance(&source) { unsteady::AGAIN } else { 0 };
            for _ in 0..again {
                if !ran.evidence.passed() {
                    break;
                }
                ran = scratch.run_source(&source, *limits)?;
            }
            Ok(ran)
        })?
        .into_iter();
    let mut accepted = 0;
    for (name, ran) in subject.alternatives.keys().zip(runs.by_ref()) {
        let findings = not_clean(&ran, subject);
        accepted += usize::from(findings.is_empty());
        telling.tell(check(RuleId::AlternativePasses, Some(name), findings, ran.millis()));
    }
    for (label, demanding) in super::any_order::refused(bench, subject, limit)? {
        telling.tell(check(RuleId::AlternativePasses, Some(label), demanding, 0));
    }
    let mut exchanged = super::rules::misnamed::exchanged(subject);
    for (tag, ran) in subject.wrong.keys().zip(runs) {
        let endless = ran.run.tests.as_ref().filter(|t| t.end == End::TimedOut).map_or(Duration::ZERO, |t| t.duration);
        telling.waited += endless / u32::try_from(bench.width()).unwrap_or(1);
        let passes = ran.evidence.passed().then(|| Finding::new(PASSES_THOUGH_WRONG));
        let rejected = passes.is_none();
        telling.tell(check(RuleId::WrongIsRejected, Some(tag), passes.into_iter().collect(), ran.millis()));
        if let (true, Some(pack)) = (rejected, subject.pack) {
            // By the pack's own signs: the catalogue helps with what no author foresaw.
            let named = diagnose(pack, &ran.evidence).filter(|m| !m.generic).map(|m| m.tag);
            let other = (named.as_ref() != Some(tag)).then(|| misnamed(named.as_deref(), &ran));
            telling.tell(check(RuleId::WrongIsNamed, Some(tag), other.into_iter().chain(exchanged.remove(tag)).collect(), 0));
        }
    }
    Ok(accepted)
}

const PASSES_THOUGH_WRONG: &str = "every test passes on this wrong solution: either a test should catch it, or it is a correct one and does not show the mistake of its tag";

fn misnamed(named: Option<&str>, ran: &Ran) -> Finding {
    let says = match named {
        Some(other) => format!("it is named {other}: the signs of {other} hold here too, and come first"),
        None if ran.evidence.failing().any(|t| t.is_unwritten()) => {
            "it is not named: a stub of the starter stands in it, since a file that this folder does not have comes from the starter"
                .to_owned()
        }
        None => format!("it is not named: no `when` of its misconception holds for what the run shows{}", codes_seen(&ran.evidence)),
    };
    let seen = ran.evidence.first_error().map(at_diagnostic);
    let seen = seen.or_else(|| ran.evidence.failing().next().map(|t| of_test(t, "")));
    Finding { says, ..seen.unwrap_or_default() }
}

/// What a `when` could ask for as `code`.
fn codes_seen(evidence: &Evidence) -> String {
    let codes: std::collections::BTreeSet<&str> = evidence.diagnostics.iter().filter_map(|d| d.code.as_deref()).collect();
    let listed: Vec<&str> = codes.into_iter().collect();
    if listed.is_empty() { String::new() } else { format!("; the compiler's codes there are {}", listed.join(", ")) }
}

/// Errors, and any warning but those about what is not used yet; the tests must be without one.
fn starter_trouble(ran: &Ran) -> Vec<Finding> {
    let unused = |d: &Diagnostic| {
        let code = d.code.as_deref().unwrap_or("");
        code.contains("unused") || code.contains("dead_code")
    };
    let in_tests = |d: &Diagnostic| d.file.as_deref().is_some_and(|f| f.starts_with("tests/"));
    let serious = ran.run.parsed.diagnostics.iter().filter(|d| d.level == Level::Error || !unused(d) || in_tests(d));
    let mut found: Vec<Finding> = serious.map(at_diagnostic).collect();
    if found.is_empty() && ran.run.build.end != End::Exited(0) {
        found.push(Finding { output: Some(bounded(&ran.run.build.excerpt)), ..Finding::new("the starter and its tests do not build") });
    }
    found
}

fn not_failing_at_the_stub(ran: &Ran, subject: &Subject) -> Vec<Finding> {
    let others = ran.run.parsed.tests.iter().filter(|t| t.status == TestStatus::Ok || !t.is_unwritten());
    others
        .map(|t| match t.status {
            TestStatus::Ok => of_test(t, "passes on the untouched starter: it tests nothing"),
            TestStatus::NotRun => of_test(t, "was never run: `#[ignore]`, `#[cfg]` or the end of another test keeps it from running"),
            _ => of_test(t, &format!("fails on the untouched starter, but not by reaching a stub{}", needs_another(t, subject))),
        })
        .collect()
}

/// A correct solution passes everything, without a warning, and is not given a tag.
pub(super) fn not_clean(ran: &Ran, subject: &Subject) -> Vec<Finding> {
    // A warning in a test is the test's own fault, and was told with the starter.
    let of_tests = |d: &Diagnostic| d.level == Level::Warning && d.file.as_deref().is_some_and(|f| f.starts_with("tests/"));
    let mut found: Vec<Finding> = ran.run.parsed.diagnostics.iter().filter(|d| !of_tests(d)).map(at_diagnostic).collect();
    if ran.evidence.outcome != Outcome::Passed {
        // Where it does not compile the tests have nothing to add.
        if ran.evidence.first_error().is_none() {
            found.extend(ran.evidence.failing().map(|test| of_failing(test, subject)));
        }
        if found.is_empty() {
            found.push(Finding::new(format!("it does not pass: {:?}", ran.run.tests.as_ref().map(|t| t.end))));
        }
    }
    let passed = ran.evidence.outcome == Outcome::Passed;
    // What the catalogue calls a solution that fails, its failing tests have said; a tag of the pack's own says more.
    let named = subject.pack.and_then(|pack| diagnose(pack, &ran.evidence)).filter(|m| passed || !m.generic);
    let kind = if passed { "correct" } else { "supposedly correct" };
    found.extend(named.map(|m| Finding::new(format!("this {kind} solution is given the tag {}", m.tag))));
    found
}

/// A report of the sanitizer is the solution's own fault, whatever the test asked.
fn of_failing(test: &TestResult, subject: &Subject) -> Finding {
    match &test.sanitizer {
        Some(kind) => of_test(test, &format!("is ended by the sanitizer ({kind}): it is this solution that is not correct")),
        None => of_test(test, &format!("does not pass on this correct solution{}", needs_another(test, subject))),
    }
}

/// Where it reads what another test sets: whoever runs it by itself has not run that one.
fn needs_another(test: &TestResult, subject: &Subject) -> String {
    let set = super::rules::set_elsewhere(subject, &test.name);
    set.map(|(name, other)| format!(": it reads `{name}`, which only `{other}` sets, and no test may need another one")).unwrap_or_default()
}

pub(super) fn at_diagnostic(diagnostic: &Diagnostic) -> Finding {
    let kind = if diagnostic.level == Level::Error { "error" } else { "warning" };
    let code = diagnostic.code.as_ref().map(|c| format!("[{c}]")).unwrap_or_default();
    Finding {
        file: diagnostic.file.clone(),
        line: diagnostic.line,
        unit: diagnostic.unit.clone(),
        output: Some(bounded(&diagnostic.rendered)),
        ..Finding::new(format!("{kind}{code}: {}", diagnostic.message))
    }
}

pub(super) fn of_test(test: &TestResult, says: &str) -> Finding {
    let output = Some(bounded(&without_our_places(&test.message))).filter(|m| !m.trim().is_empty());
    Finding { test: Some(test.name.clone()), unit: test.unit.clone(), output, ..Finding::new(format!("{} {says}", test.name)) }
}

/// Without the lines of etude's own copies, which the author does not have.
fn without_our_places(message: &str) -> String {
    let said = |line: &str| match line.strip_prefix("target/batch/").and_then(|place| place.split_once(": ")) {
        Some((_, said)) => said.to_owned(),
        None => line.to_owned(),
    };
    message.lines().map(said).collect::<Vec<_>>().join("\n")
}

pub(super) fn bounded(text: &str) -> String {
    crate::text::bounded(text.trim_end(), MAX_OUTPUT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_sanitizer_found_is_not_called_correct() {
        let test = |sanitizer: Option<&str>| TestResult {
            name: "test_a_b".to_owned(),
            status: TestStatus::Crashed,
            message: String::new(),
            sanitizer: sanitizer.map(str::to_owned),
            stub: None,
            unit: None,
        };
        let pack = crate::pack::Bank::Embedded.load("c", "C200").expect("a pack");
        let subject = super::Subject::of_pack(&pack).expect("an exercise");
        assert!(of_failing(&test(Some("leak")), &subject).says.contains("(leak): it is this solution"));
        assert!(of_failing(&test(None), &subject).says.contains("on this correct solution"));
    }

    #[test]
    fn lines_of_our_own_copies_are_not_told() {
        let said = "target/batch/variant_001/exercise/mod.rs:36: not yet implemented: ex-1\ntests/a.rs:3: left is 4";
        assert_eq!(super::without_our_places(said), "not yet implemented: ex-1\ntests/a.rs:3: left is 4");
    }
}
