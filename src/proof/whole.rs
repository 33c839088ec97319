//! The rules that run an exercise whole, as a learner would: its starter, its reference, a blind solution, the other correct solutions, the typical wrong ones and
//! the slips. Owns what counts as failing and as passing there.

use std::collections::BTreeMap;
use std::time::Duration;

use super::code::squeezed;
use super::report::{Check, Finding, RuleId};
use super::{Progress, Strictness, Subject};
use crate::checkers;
use crate::curriculum::Need;
use crate::error::Error;
use crate::evidence::{self, Diagnostic, Evidence, Level, Outcome, Parsed, SourceFile, TestResult, TestStatus};
use crate::exercise::TextFile;
use crate::misconception::Named;
use crate::provider::bank::diagnose;
use crate::runner::End;
use crate::testrun::{Limits, TestRunError};
use crate::trials::{Bench, Fate, Ran, Tried, millis, try_all};

const MAX_OUTPUT: usize = 1500;

pub(super) fn check(rule: RuleId, of: Option<&str>, findings: Vec<Finding>, millis: u64) -> Check {
    Check { rule, of: of.map(str::to_owned), ok: findings.is_empty(), findings, millis }
}

// ---- the starter ----

/// The untouched starter; false where nothing that needs a build can be asked after it.
pub(super) fn starter(bench: &Bench, subject: &Subject, progress: &mut Progress) -> Result<bool, Error> {
    progress.trying("the starter");
    let ran = match bench.one(|scratch| built_or_said(scratch.run(&subject.starter, scratch.limits)))? {
        Err(said) => {
            let finding = Finding { output: Some(said), ..Finding::new("the starter and its tests cannot be built") };
            progress.tell(check(RuleId::StarterCompiles, None, vec![finding], 0));
            return Ok(false);
        }
        Ok(ran) => ran,
    };
    let built = ran.run.build.end == End::Exited(0);
    progress.tell(check(RuleId::StarterCompiles, None, starter_trouble(&ran), ran.millis()));
    if built {
        let took = ran.run.tests.as_ref().map_or(0, |t| millis(t.duration));
        progress.tell(check(RuleId::StarterFailsEveryTest, None, not_failing_at_the_stub(&ran), took));
    }
    Ok(built)
}

/// A tool that fails says so here and stops nobody: what it means, the starter decides.
fn built_or_said<R>(ran: Result<R, Error>) -> Result<Result<R, String>, Error> {
    match ran {
        Err(Error::TestRun(TestRunError::ToolFailed { said, .. })) => Ok(Err(said)),
        other => other.map(Ok),
    }
}

/// Errors, and any warning but those about what is not used yet; the tests must be without one.
fn starter_trouble(ran: &Ran) -> Vec<Finding> {
    let unused = |d: &Diagnostic| {
        let code = d.code.as_deref().unwrap_or("");
        code.contains("unused") || code.contains("dead_code")
    };
    let serious = ran.run.parsed.diagnostics.iter().filter(|d| d.level == Level::Error || !unused(d) || is_in_tests(d));
    let mut found: Vec<Finding> = serious.map(at_diagnostic).collect();
    if found.is_empty() && ran.run.build.end != End::Exited(0) {
        found.push(Finding { output: Some(bounded(&ran.run.build.excerpt)), ..Finding::new("the starter and its tests do not build") });
    }
    found
}

fn is_in_tests(diagnostic: &Diagnostic) -> bool {
    diagnostic.file.as_deref().is_some_and(|f| f.starts_with("tests/"))
}

fn not_failing_at_the_stub(ran: &Ran) -> Vec<Finding> {
    let others = ran.run.parsed.tests.iter().filter(|t| t.status == TestStatus::Ok || !t.is_unwritten());
    others
        .map(|t| match t.status {
            TestStatus::Ok => of_test(t, "passes on the untouched starter: it tests nothing"),
            TestStatus::NotRun => of_test(t, "never ran: `#[ignore]`, `#[cfg]` or the end of another test keeps it from running"),
            _ => of_test(t, "fails on the untouched starter, but not at a function that is still to be written"),
        })
        .collect()
}

// ---- the reference ----

/// What the first run of the reference showed.
pub(super) struct Reference {
    pub findings: Vec<Finding>,
    /// The tests that it fails. In a live exercise it was written from the starter alone, so they say something about the starter.
    pub failing: Vec<Finding>,
    pub took: u64,
    /// How long its tests take, where it passes.
    pub longest: Option<Duration>,
}

pub(super) fn reference(bench: &Bench, subject: &Subject, progress: &mut Progress) -> Result<Reference, Error> {
    progress.trying("the reference");
    let source = subject.source_with(&subject.reference);
    let tried = bench.one(|scratch| {
        let missing = |root| checkers::of_build(subject.language, root).map(|c| c.missing).unwrap_or_default();
        built_or_said(scratch.run(&source, scratch.limits).map(|ran| (ran, missing(scratch.root()))))
    })?;
    let (ran, missing) = tried.map_err(|said| TestRunError::ToolFailed { command: subject.language.test_command.clone(), said })?;
    let mut findings = super::rules::of_the_reference(subject);
    // A learner's machine may lack them; a pack is proven with them or not at all.
    if progress.strictness == Strictness::Bank && !missing.is_empty() && !subject.exercise.needs.contains(&Need::NoSanitizer) {
        findings.push(Finding::new(format!("it ran without the sanitizers ({}), which this machine lacks", missing.join(", "))));
    }
    let (failing, other): (Vec<Finding>, Vec<Finding>) = not_clean(&ran, subject).into_iter().partition(|f| f.test.is_some());
    findings.extend(other);
    let longest = ran.run.tests.as_ref().map(|t| t.duration).filter(|_| ran.evidence.passed());
    Ok(Reference { findings, failing, took: ran.millis(), longest })
}

impl Reference {
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty() && self.failing.is_empty()
    }

    /// Of a pack the tests that it fails are its own fault; of a live exercise, whose solution is blind, that of starter or tests.
    pub fn tell(mut self, progress: &mut Progress) {
        let blind = progress.strictness == Strictness::Live;
        let failing = std::mem::take(&mut self.failing);
        if blind && !failing.is_empty() {
            progress.tell(check(RuleId::StarterTellsEnough, None, failing, self.took));
        } else {
            self.findings.extend(failing);
        }
        if !blind || !self.findings.is_empty() || progress.checks.iter().all(|c| c.rule != RuleId::StarterTellsEnough) {
            progress.tell(check(RuleId::ReferencePasses, None, self.findings, self.took));
        }
    }
}

/// A correct solution passes everything, without a warning, and is given no tag.
fn not_clean(ran: &Ran, subject: &Subject) -> Vec<Finding> {
    // A warning in a test is the test's own fault, and was told with the starter.
    let own = |d: &&Diagnostic| d.level == Level::Error || !is_in_tests(d);
    let mut found: Vec<Finding> = ran.run.parsed.diagnostics.iter().filter(own).map(at_diagnostic).collect();
    let passed = ran.evidence.outcome == Outcome::Passed;
    if !passed {
        // Where it does not compile the tests have nothing to add.
        if ran.evidence.first_error().is_none() {
            found.extend(ran.evidence.failing().map(of_failing));
        }
        if found.is_empty() {
            found.push(Finding::new(format!("it does not pass: {:?}", ran.run.tests.as_ref().map(|t| t.end))));
        }
    }
    let named = subject.pack.and_then(|pack| diagnose(pack, &ran.evidence)).filter(|_| passed);
    found.extend(named.map(|m| Finding::new(format!("this correct solution is given the tag {}", m.tag))));
    found
}

/// A report of the sanitizer is the solution's own fault, whatever the test wanted.
fn of_failing(test: &TestResult) -> Finding {
    match &test.sanitizer {
        Some(kind) => of_test(test, &format!("is ended by the sanitizer ({kind}): it is this solution that is not correct")),
        None => of_test(test, "does not pass on this correct solution"),
    }
}

/// The solution that was written from the starter alone.
pub(super) fn blind(bench: &Bench, subject: &Subject, progress: &mut Progress) -> Result<(), Error> {
    let Some(source) = &subject.blind else {
        if progress.strictness == Strictness::Bank {
            let says = "there is no blind/: `etude bank blind` hands out the starter alone, and takes back what was written from it";
            progress.tell(check(RuleId::StarterTellsEnough, None, vec![Finding::new(says)], 0));
        }
        return Ok(());
    };
    progress.trying("a solution written from the starter alone");
    let ran = bench.one(|scratch| scratch.run(source, scratch.limits))?;
    let mut findings = Vec::new();
    if ran.evidence.outcome != Outcome::Passed {
        findings.extend(ran.evidence.first_error().map(at_diagnostic));
        if findings.is_empty() {
            let says =
                "fails for a solution that was written from the starter alone: the starter does not tell enough, or tells something else";
            findings.extend(ran.evidence.failing().map(|t| of_test(t, says)));
        }
    }
    let ok = findings.is_empty();
    // A contract that changed since does not make it wrong: it is only worth knowing.
    let outdated = subject.pack.and_then(|pack| Some(pack.blind.as_ref()?.outdated(subject.language, &pack.starter)));
    let note = |function: String| Finding::new(format!("the contract of `{function}` changed after blind/ was written"));
    findings.extend(outdated.into_iter().flatten().map(note));
    progress.tell(Check { rule: RuleId::StarterTellsEnough, of: None, ok, findings, millis: ran.millis() });
    Ok(())
}

// ---- other solutions ----

/// Alternatives pass; wrong solutions do not, and are named by their own tag. A wrong solution may be one that never ends: it gets as long as a mutant, an
/// alternative as long as a learner. Answers how many alternatives pass and how many wrong ones do not.
pub(super) fn other_solutions(bench: &Bench, subject: &Subject, limit: Duration, progress: &mut Progress) -> Result<(usize, usize), Error> {
    progress.trying("alternatives and wrong solutions");
    let usual = bench.limits();
    let short = Limits { tests: limit.min(usual.tests), ..usual };
    let alternatives = subject.alternatives.values().map(|files| (files, usual));
    let all: Vec<(&Vec<TextFile>, Limits)> = alternatives.chain(subject.wrong.values().map(|files| (files, short))).collect();
    let runs = bench.each(&all, |scratch, (files, limits)| scratch.run(&subject.source_with(files), *limits))?;
    let mut runs = runs.into_iter();
    let mut accepted = 0;
    for (name, ran) in subject.alternatives.keys().zip(runs.by_ref()) {
        let findings = not_clean(&ran, subject);
        accepted += usize::from(findings.is_empty());
        progress.tell(check(RuleId::AlternativePasses, Some(name), findings, ran.millis()));
    }
    let mut refused = 0;
    for (name, ran) in subject.wrong.keys().zip(runs) {
        let endless = ran.run.tests.as_ref().filter(|t| t.end == End::TimedOut).map_or(Duration::ZERO, |t| t.duration);
        progress.waited += endless / u32::try_from(bench.width()).unwrap_or(1);
        let passes = ran.evidence.passed().then(|| Finding::new(PASSES_THOUGH_WRONG));
        let rejected = passes.is_none();
        refused += usize::from(rejected);
        progress.tell(check(RuleId::WrongIsRejected, Some(name), passes.into_iter().collect(), ran.millis()));
        if let (true, Some(pack)) = (rejected, subject.pack) {
            let tag = pack.tag_of(name);
            let named = own_tag(diagnose(pack, &ran.evidence));
            let other = (named.as_deref() != Some(tag)).then(|| misnamed(named.as_deref(), &ran.evidence));
            progress.tell(check(RuleId::WrongIsNamed, Some(name), other.into_iter().collect(), 0));
        }
    }
    Ok((accepted, refused))
}

const PASSES_THOUGH_WRONG: &str =
    "every test passes on this wrong solution: either a test should catch it, or it is correct and does not show the mistake of its tag";

/// What the pack's own signs say. The catalogue's general ones may hold for every failure, and blame nobody.
fn own_tag(named: Option<Named>) -> Option<String> {
    named.filter(|m| !m.generic).map(|m| m.tag)
}

fn misnamed(named: Option<&str>, evidence: &Evidence) -> Finding {
    let says = match named {
        Some(other) => format!("it is named {other}: the signs of {other} hold here too, and come first"),
        None => format!("it is not named: no `when` of its misconception holds for what the run shows{}", codes_seen(evidence)),
    };
    let seen = evidence.first_error().map(at_diagnostic);
    let seen = seen.or_else(|| evidence.failing().next().map(|t| of_test(t, "")));
    Finding { says, ..seen.unwrap_or_default() }
}

/// What a `when` could ask for as `code`.
fn codes_seen(evidence: &Evidence) -> String {
    let codes: std::collections::BTreeSet<&str> = evidence.diagnostics.iter().filter_map(|d| d.code.as_deref()).collect();
    let listed: Vec<&str> = codes.into_iter().collect();
    if listed.is_empty() { String::new() } else { format!("; the compiler's codes there are {}", listed.join(", ")) }
}

// ---- slips ----

/// Each slip compiles, is rejected and is blamed on no misconception. `known` are the mutants and trivial bodies, whole files as one: a slip that is one of them
/// adds nothing. Answers for how many stubs how many slips are rejected.
pub(super) fn slips(
    bench: &Bench,
    subject: &Subject,
    limit: Duration,
    known: &dyn Fn(&TextFile) -> bool,
    progress: &mut Progress,
) -> Result<BTreeMap<String, usize>, Error> {
    let mut rejected: BTreeMap<String, usize> = BTreeMap::new();
    if subject.slips.is_empty() {
        return Ok(rejected);
    }
    progress.trying("slips");
    let reference = subject.source_with(&subject.reference);
    let sources: Vec<Vec<TextFile>> = subject.slips.values().map(|files| subject.source_with(files)).collect();
    let stubs: Vec<Option<String>> = sources.iter().map(|source| changed_stub(subject, &reference, source)).collect();
    let first = |stub: &Option<String>| stub.clone().unwrap_or_default();
    let versions: Vec<_> = sources.iter().zip(&stubs).map(|(source, stub)| subject.version(source.clone(), &first(stub))).collect();
    for (((name, source), tried), stub) in subject.slips.keys().zip(&sources).zip(try_all(bench, &versions, limit)?).zip(&stubs) {
        progress.waited += waited(&tried, limit, bench);
        let mut findings = Vec::new();
        match &tried.fate {
            Fate::DoesNotCompile => findings.push(Finding::new("it does not compile: a slip is code that a learner could believe")),
            Fate::Passes => {
                findings.push(Finding::new("every test passes on this slip: add the assertion that tells it from the reference"))
            }
            Fate::Fails(_) | Fate::TimesOut => {
                let blamed = subject.pack.and_then(|pack| own_tag(diagnose(pack, &as_evidence(subject, source, &tried))));
                findings.extend(
                    blamed.map(|tag| Finding::new(format!("it is blamed on {tag}: sharpen the signs, or move it to wrong/{tag}-2"))),
                );
                *rejected.entry(first(stub)).or_default() += 1;
            }
        }
        let differs = source.iter().zip(&reference).find(|(new, old)| new != old).map(|(new, _)| new);
        if differs.is_some_and(known) {
            findings.push(Finding::new("it is a mutant or a trivial body, which are tried anyway: take it out"));
        }
        let findings = findings.into_iter().map(|f| Finding { unit: stub.as_deref().and_then(|s| subject.unit_of(s)), ..f }).collect();
        progress.tell(check(RuleId::SlipIsRejected, Some(name), findings, millis(tried.took)));
    }
    Ok(rejected)
}

/// How long a version that never ends kept a folder from others.
pub(super) fn waited(tried: &Tried, limit: Duration, bench: &Bench) -> Duration {
    if tried.fate == Fate::TimesOut { limit / u32::try_from(bench.width()).unwrap_or(1) } else { Duration::ZERO }
}

/// The stub that this version has otherwise than the reference.
fn changed_stub(subject: &Subject, reference: &[TextFile], source: &[TextFile]) -> Option<String> {
    let text = |files: &[TextFile], stub: &crate::exercise::Stub| {
        let place = super::code::place(subject.language, &subject.starter, files, stub)?;
        Some(squeezed(&files[place.file].content[place.whole]))
    };
    subject.stubs().into_iter().find(|stub| text(reference, stub) != text(source, stub)).map(|stub| stub.name)
}

/// What a learner's run with this source would have shown.
fn as_evidence(subject: &Subject, source: &[TextFile], tried: &Tried) -> Evidence {
    let mut parsed = Parsed { diagnostics: Vec::new(), tests: tried.tests.clone() };
    let source: Vec<SourceFile> = source.iter().map(|f| SourceFile { path: f.path.clone(), content: f.content.clone() }).collect();
    if let Some(syntax) = subject.language.syntax() {
        evidence::locate(&mut parsed, &source, syntax, &subject.exercise.stub_refs());
    }
    Evidence {
        outcome: Outcome::TestsFail,
        command: subject.language.test_command.clone(),
        exit_code: None,
        duration_ms: 0,
        diagnostics: parsed.diagnostics,
        tests: parsed.tests,
        output_excerpt: String::new(),
        source,
        tampered: Vec::new(),
    }
}

// ---- findings ----

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
    let output = Some(bounded(&test.message)).filter(|m| !m.trim().is_empty());
    Finding { test: Some(test.name.clone()), unit: test.unit.clone(), output, ..Finding::new(format!("{} {says}", test.name)) }
}

pub(super) fn about_test(subject: &Subject, test: String, says: String) -> Finding {
    let unit = subject.exercise.tests.iter().find(|t| t.name == test).and_then(|t| t.unit.clone());
    Finding { test: Some(test), unit, ..Finding::new(says) }
}

pub(super) fn bounded(text: &str) -> String {
    crate::text::bounded(text.trim_end(), MAX_OUTPUT)
}
