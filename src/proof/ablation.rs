//! The rules that take a stub's own code away: put back, its tests fail and none of an earlier unit does; guessed, they fail too.

use std::collections::BTreeSet;
use std::time::Duration;

use super::code::{put_back, with_file};
use super::mutants::trivial::{Guess, guesses};
use super::report::{Check, Finding, RuleId};
use super::whole::{at_diagnostic, check, of_test};
use super::{Progress, Subject};
use crate::error::Error;
use crate::evidence::{TestResult, TestStatus, stub_of_test};
use crate::exercise::{Stub, TextFile};
use crate::trials::{Bench, Fate, Scratch, Version, millis, try_all};

/// With the reference in place and one stub put back: all of its tests fail, and no test of an earlier unit. What later units build on is their business.
pub(super) fn each_is_needed(bench: &Bench, subject: &Subject, progress: &mut Progress) -> Result<Needed, Error> {
    progress.trying("the reference without one function, each in turn");
    let source = subject.source_with(&subject.reference);
    let without = |stub: &Stub| {
        let file = put_back(subject.language, &subject.starter, &source, stub)?;
        Some((stub.clone(), with_file(&source, &file.path, &file.content)))
    };
    let stubs = subject.stubs();
    let jobs: Vec<(Stub, Vec<TextFile>)> = stubs.iter().filter_map(without).collect();
    let whole =
        |(_, files): &(Stub, Vec<TextFile>)| Version { source: files.clone(), tests: subject.exercise.test_names(), then: Vec::new() };
    let tried = try_all(bench, &jobs.iter().map(whole).collect::<Vec<_>>(), bench.limits().tests)?;
    let runs = bench.each(&jobs.iter().zip(tried).collect::<Vec<_>>(), |scratch, ((stub, files), tried)| match tried.fate {
        Fate::DoesNotCompile => in_full(scratch, stub, files),
        _ => Ok(Without { tests: Some(tried.tests.clone()), error: None, millis: millis(tried.took) }),
    })?;
    let mut needed = Needed::default();
    for ((stub, _), ran) in jobs.iter().zip(&runs) {
        // Types may have a stub of one name each: a test of that name needs one of them.
        let namesakes: Vec<&Without> =
            jobs.iter().zip(&runs).filter(|((other, _), _)| other.name == stub.name).map(|(_, ran)| ran).collect();
        needed.checks.push(check(RuleId::StubIsNeeded, Some(&stub.name), misplaced(subject, stub, ran, &namesakes), ran.millis));
    }
    for stub in stubs.iter().filter(|s| !jobs.iter().any(|(j, _)| j == *s)) {
        let lost = Finding {
            file: Some(stub.file.clone()),
            ..Finding::new(format!("the reference has no `{}` that could be put back", stub.name))
        };
        needed.checks.push(check(RuleId::StubIsNeeded, Some(&stub.name), vec![lost], 0));
    }
    Ok(needed)
}

/// What was seen without each stub, until it is known which tests say the same each time.
#[derive(Default)]
pub(super) struct Needed {
    checks: Vec<Check>,
}

impl Needed {
    /// A test that fails on the whole reference now and then, or after itself, shows nothing about the stub that was missing.
    pub fn tell(self, unsteady: &BTreeSet<String>, progress: &mut Progress) {
        for mut check in self.checks {
            check.findings.retain(|f| !f.test.as_ref().is_some_and(|test| unsteady.contains(test)));
            check.ok = check.findings.is_empty();
            progress.tell(check);
        }
    }
}

/// What the tests came to without a stub; none where that does not build.
struct Without {
    tests: Option<Vec<TestResult>>,
    error: Option<Finding>,
    millis: u64,
}

/// The way of a learner, which says why it does not build. What the stub's mark needs, a finished solution no longer imports.
fn in_full(scratch: &mut Scratch, stub: &Stub, files: &[TextFile]) -> Result<Without, Error> {
    let mut ran = scratch.run(files, scratch.limits)?;
    if ran.run.tests.is_none() {
        ran = scratch.run(&with_imports(scratch, stub, files), scratch.limits)?;
    }
    let error = ran.evidence.first_error().map(at_diagnostic);
    Ok(Without { millis: ran.millis(), error, tests: ran.run.tests.is_some().then_some(ran.run.parsed.tests) })
}

/// The file of the stub with the imports of its starter.
fn with_imports(scratch: &Scratch, stub: &Stub, files: &[TextFile]) -> Vec<TextFile> {
    let given = scratch.ground.starter.iter().find(|f| f.path == stub.file);
    let Some((given, syntax)) = given.zip(scratch.ground.language.syntax()) else { return files.to_vec() };
    let head = syntax.split_head(&given.content).head.join("\n");
    let merged = |f: &TextFile| TextFile { path: f.path.clone(), content: crate::syntax::merge(syntax, &[&head, &f.content]) };
    files.iter().map(|f| if f.path == stub.file { merged(f) } else { f.clone() }).collect()
}

fn misplaced(subject: &Subject, missing: &Stub, ran: &Without, namesakes: &[&Without]) -> Vec<Finding> {
    let name = &missing.name;
    let Some(tests) = &ran.tests else {
        let why = ran.error.clone().unwrap_or_default();
        return vec![Finding { says: format!("with `{name}` as the starter has it, the reference does not build"), ..why }];
    };
    let known = subject.exercise.stub_refs();
    let place = |unit: Option<&str>| subject.exercise.units.iter().position(|u| Some(u.id.as_str()) == unit);
    let own_unit = subject.exercise.units.iter().position(|u| u.stubs.contains(missing));
    let fails_in = |ran: &Without, name: &str| ran.tests.iter().flatten().any(|t| t.name == name && t.status != TestStatus::Ok);
    let needed = subject.tests_of(name).iter().any(|test| fails_in(ran, test));
    let mut found = Vec::new();
    for test in tests {
        let Some(stub) = stub_of_test(&test.name, &known) else { continue };
        let (own, fails) = (stub.name == *name, test.status != TestStatus::Ok);
        let by_namesake = needed && namesakes.iter().any(|other| fails_in(other, &test.name));
        let says = if own && !fails && !by_namesake {
            format!("passes although `{name}` is not written: it does not test it")
        } else if !own && fails && place(Some(&stub.unit)) < own_unit {
            format!("fails without `{name}`, which belongs to a later unit")
        } else {
            continue;
        };
        found.push(Finding { unit: Some(stub.unit.clone()), ..of_test(test, &says) });
    }
    found
}

// ---- guesses ----

/// The values that a stub's tests expect, as they are written.
fn expected(subject: &Subject, stub: &str) -> Vec<String> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let tests = subject.tests_of(stub);
    let names: Vec<&str> = tests.iter().map(String::as_str).collect();
    subject.tests.iter().flat_map(|file| syntax.expected(&file.content, &names, stub)).collect()
}

pub(super) fn all_guesses(subject: &Subject) -> Vec<Guess> {
    let source = subject.source_with(&subject.reference);
    let of_stub = |stub: &Stub| guesses(subject.language, &subject.starter, &source, stub, &expected(subject, &stub.name));
    subject.stubs().iter().flat_map(of_stub).collect()
}

/// What a guesser writes does not pass a unit.
pub(super) fn guesses_fail(bench: &Bench, subject: &Subject, all: &[Guess], limit: Duration, progress: &mut Progress) -> Result<(), Error> {
    progress.trying("trivial bodies");
    let source = subject.source_with(&subject.reference);
    let unit_tests = |stub: &str| {
        let unit = subject.exercise.units.iter().find(|u| u.stubs.iter().any(|s| s.name == stub));
        unit.into_iter().flat_map(|u| &u.stubs).flat_map(|s| subject.tests_of(&s.name)).collect::<Vec<_>>()
    };
    let version = |guess: &Guess| Version {
        source: with_file(&source, &guess.file, &guess.content),
        tests: unit_tests(&guess.stub),
        then: Vec::new(),
    };
    let tried = try_all(bench, &all.iter().map(version).collect::<Vec<_>>(), limit)?;
    for stub in subject.stubs().iter().filter(|s| !unit_tests(&s.name).is_empty()) {
        let unit = subject.unit_of(&stub.name).unwrap_or_default();
        let own = || all.iter().zip(&tried).filter(|(guess, _)| guess.stub == stub.name);
        let passing = own().filter(|(_, t)| t.fate == Fate::Passes).map(|(guess, _)| Finding {
            file: Some(guess.file.clone()),
            line: Some(guess.line),
            unit: Some(unit.clone()),
            ..Finding::new(format!("`{}` passes {unit} with the body {}", stub.name, one_line(&guess.body)))
        });
        progress.tell(check(RuleId::TrivialIsRejected, Some(&stub.name), passing.collect(), own().map(|(_, t)| millis(t.took)).sum()));
    }
    Ok(())
}

pub(super) fn one_line(code: &str) -> String {
    crate::text::bounded(&super::code::squeezed(code), 120)
}
