//! The rules that take a stub's own code away: put back, its tests fail and only those that need it; guessed, they fail too. Owns which tests may fail when
//! which stub is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::bench::Bench;
use super::mutants::Expected;
use super::report::{Check, Finding, RuleId};
use super::scratch::{Scratch, millis};
use super::variants::steady::Idle;
use super::variants::{self, Fate, Tried, Variant};
use super::whole::{Unreached, about_test, at_diagnostic, check, of_test};
use super::{Subject, Telling, kept, mutants};
use crate::error::Error;
use crate::evidence::{TestResult, TestStatus, stub_of_test};
use crate::exercise::{Stub, TextFile};

/// So many guesses per stub: what the first test expects comes first, and nothing else could pass them all.
const GUESSES: usize = 5;

/// Which stubs a stub needs in the reference, itself left out.
pub(super) type Needs = BTreeMap<String, BTreeSet<String>>;

pub(super) fn needs(subject: &Subject) -> Needs {
    let source = subject.source_with(&subject.reference);
    mutants::call_graph(subject.language, &subject.starter, &source, &stubs(subject))
}

pub(super) fn stubs(subject: &Subject) -> Vec<Stub> {
    subject.exercise.units.iter().flat_map(|u| u.stubs.iter().cloned()).collect()
}

/// The tests that are about this stub, by their names.
pub(super) fn tests_of(subject: &Subject, stub: &str) -> Vec<String> {
    let known = subject.exercise.stub_refs();
    let own = |name: &String| stub_of_test(name, &known).is_some_and(|s| s.name == stub);
    subject.exercise.test_names().into_iter().filter(own).collect()
}

/// One file of the reference replaced by another version of it.
pub(super) fn with_file(source: &[TextFile], path: &str, content: &str) -> Vec<TextFile> {
    let new =
        |f: &TextFile| TextFile { path: f.path.clone(), content: if f.path == path { content.to_owned() } else { f.content.clone() } };
    source.iter().map(new).collect()
}

/// With the reference in place and one stub put back: all of its tests fail; others fail only if their own stub needs it, and none of an earlier unit.
pub(super) fn each_is_needed(bench: &Bench, subject: &Subject, needs: &Needs, telling: &mut Telling) -> Result<Needed, Error> {
    telling.trying("the reference without one stub, each in turn");
    let source = subject.source_with(&subject.reference);
    let without = |stub: &Stub| {
        let file = mutants::put_back(subject.language, &subject.starter, &source, stub)?;
        Some((stub.clone(), with_file(&source, &file.path, &file.content)))
    };
    let jobs: Vec<(Stub, Vec<TextFile>)> = stubs(subject).iter().filter_map(without).collect();
    let whole =
        |(_, files): &(Stub, Vec<TextFile>)| Variant { source: files.clone(), tests: subject.exercise.test_names(), then: Vec::new() };
    let tried = variants::try_all(bench, &jobs.iter().map(whole).collect::<Vec<_>>(), bench.limits().tests)?;
    let runs = bench.each(&jobs.iter().zip(tried).collect::<Vec<_>>(), |scratch, ((stub, files), tried)| match tried.fate {
        Fate::DoesNotCompile => in_full(scratch, stub, files),
        _ => Ok(Without { tests: Some(tried.tests.clone()), error: None, millis: millis(tried.took) }),
    })?;
    let mut needed = Needed::default();
    for ((stub, _), ran) in jobs.iter().zip(&runs) {
        // Types may have a stub of one name each: a test of that name needs one of them.
        let namesakes: Vec<&Without> =
            jobs.iter().zip(&runs).filter(|((other, _), _)| other.name == stub.name).map(|(_, ran)| ran).collect();
        needed.checks.push(check(RuleId::StubIsNeeded, Some(&stub.name), misplaced(subject, needs, stub, ran, &namesakes), ran.millis));
    }
    for stub in stubs(subject).iter().filter(|s| !jobs.iter().any(|(j, _)| j == *s)) {
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
    pub fn tell(self, unsteady: &BTreeSet<String>, telling: &mut Telling) {
        for mut check in self.checks {
            check.findings.retain(|f| !f.test.as_ref().is_some_and(|test| unsteady.contains(test)));
            check.ok = check.findings.is_empty();
            telling.tell(check);
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
    let mut ran = scratch.run_source(files, scratch.limits)?;
    if ran.run.tests.is_none() {
        ran = scratch.run_source(&with_imports(scratch.subject, stub, files), scratch.limits)?;
    }
    let error = ran.evidence.first_error().map(at_diagnostic);
    Ok(Without { millis: ran.millis(), error, tests: ran.run.tests.is_some().then_some(ran.run.parsed.tests) })
}

/// The file of the stub with the imports of its starter.
fn with_imports(subject: &Subject, stub: &Stub, files: &[TextFile]) -> Vec<TextFile> {
    let given = subject.starter.iter().find(|f| f.path == stub.file);
    let Some((given, syntax)) = given.zip(subject.language.syntax()) else { return files.to_vec() };
    let head = syntax.split_head(&given.content).head.join("\n");
    let merged = |f: &TextFile| TextFile { path: f.path.clone(), content: crate::syntax::merge(syntax, &[&head, &f.content]) };
    files.iter().map(|f| if f.path == stub.file { merged(f) } else { f.clone() }).collect()
}

fn misplaced(subject: &Subject, needs: &Needs, missing: &Stub, ran: &Without, namesakes: &[&Without]) -> Vec<Finding> {
    let Some(tests) = &ran.tests else {
        let why = ran.error.clone().unwrap_or_default();
        return vec![Finding { says: format!("with `{}` as the starter has it, the reference does not build", missing.name), ..why }];
    };
    let known = subject.exercise.stub_refs();
    let place = |unit: Option<&str>| subject.exercise.units.iter().position(|u| Some(u.id.as_str()) == unit);
    let own_unit = subject.exercise.units.iter().position(|u| u.stubs.contains(missing));
    let fails_in = |ran: &Without, name: &str| ran.tests.iter().flatten().any(|t| t.name == name && t.status != TestStatus::Ok);
    let needed = tests_of(subject, &missing.name).iter().any(|test| fails_in(ran, test));
    let mut found = Vec::new();
    for test in tests {
        let Some(stub) = stub_of_test(&test.name, &known) else { continue };
        let fails = test.status != TestStatus::Ok;
        let (own, name) = (stub.name == missing.name, &missing.name);
        let says = if own && !fails && needed && namesakes.iter().any(|other| fails_in(other, &test.name)) {
            continue;
        } else if own && !fails {
            format!("passes although `{name}` is not written: it does not test it")
        } else if own || !fails {
            continue;
        } else if place(Some(&stub.unit)) < own_unit {
            let by = super::rules::leads_to(subject, &test.name, name);
            let by = by.map(|by| format!("; the test comes there through `{by}` of its file")).unwrap_or_default();
            format!("fails without `{name}`, which belongs to a later unit{by}")
        } else if !needs.get(&stub.name).is_some_and(|n| n.contains(name)) {
            let by = super::rules::leads_to(subject, &test.name, name);
            let by = by.map(|by| format!(", through `{by}` of the test file")).unwrap_or_default();
            format!("fails without `{name}`, although `{}` does not use it: the test needs more than its own stub{by}", stub.name)
        } else {
            continue;
        };
        let unit = Some(stub.unit.clone());
        found.push(Finding { unit, ..of_test(test, &says) });
    }
    found
}

/// The values that a stub's tests expect, as they are written: what somebody would put down who wants green tests and nothing else.
fn expected(subject: &Subject, stub: &str) -> Vec<String> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let tests = tests_of(subject, stub);
    let names: Vec<&str> = tests.iter().map(String::as_str).collect();
    subject.tests.iter().flat_map(|file| syntax.expected(&file.content, &names, stub)).collect()
}

/// A wrong version of a stub, and what became of it.
pub(super) struct Wrong {
    pub stub: String,
    pub tried: Tried,
}

/// What became of the guesses, and what the starter keeps for a learner as far as that was tried with them.
#[derive(Default)]
pub(super) struct Guessed {
    pub wrong: Vec<Wrong>,
    pub kept: Vec<Finding>,
}

/// What a guesser writes does not pass a unit. What the starter holds is tried in the same program; what passes there is another rule's
/// finding.
pub(super) fn guesses_fail(bench: &Bench, subject: &Subject, limit: Duration, telling: &mut Telling) -> Result<Guessed, Error> {
    telling.trying("trivial bodies");
    let source = subject.source_with(&subject.reference);
    let mut guesses = Vec::new();
    for unit in &subject.exercise.units {
        let tests: Vec<String> = unit.stubs.iter().flat_map(|s| tests_of(subject, &s.name)).collect();
        for stub in unit.stubs.iter().filter(|_| !tests.is_empty()) {
            let expected = expected(subject, &stub.name);
            let expected = Expected { values: &expected, tests: &subject.tests };
            for guess in mutants::trivial_bodies(subject.language, &subject.starter, &source, stub, expected).into_iter().take(GUESSES) {
                let variant = Variant { source: with_file(&source, &guess.file, &guess.content), tests: tests.clone(), then: Vec::new() };
                guesses.push((unit.id.clone(), guess, variant));
            }
        }
    }
    let given = kept::in_place(subject);
    let variants: Vec<Variant> = guesses.iter().map(|(.., v)| v.clone()).chain(given.iter().map(|(_, v)| v.clone())).collect();
    let mut tried = variants::try_all(bench, &variants, limit)?;
    let passing = given.into_iter().zip(tried.split_off(guesses.len())).filter(|(_, t)| t.fate == Fate::Passes);
    let kept = passing.map(|((finding, _), _)| finding).collect();
    for stub in stubs(subject) {
        let own = || guesses.iter().zip(&tried).filter(|((_, guess, _), _)| guess.stub == stub.name);
        let passing = own().filter(|(_, t)| t.fate == Fate::Passes).map(|((unit, guess, _), _)| Finding {
            file: Some(guess.file.clone()),
            line: Some(guess.line),
            unit: Some(unit.clone()),
            ..Finding::new(format!("`{}` passes {unit} with the body {}", stub.name, one_line(&guess.after)))
        });
        telling.tell(check(RuleId::TrivialIsRejected, Some(&stub.name), passing.collect(), own().map(|(_, t)| millis(t.took)).sum()));
    }
    let wrong = guesses.into_iter().zip(tried).map(|((_, guess, _), tried)| Wrong { stub: guess.stub, tried }).collect();
    Ok(Guessed { wrong, kept })
}

/// Each stub with the body that says least, where one can be made.
pub(super) fn idle(subject: &Subject) -> Vec<Idle> {
    let source = subject.source_with(&subject.reference);
    let of_stub = |stub: &Stub| {
        let body = mutants::trivial_bodies(subject.language, &subject.starter, &source, stub, Expected::default()).into_iter().next()?;
        let tests = tests_of(subject, &stub.name);
        let variant = Variant { source: with_file(&source, &body.file, &body.content), tests, then: Vec::new() };
        Some(Idle { stub: stub.name.clone(), variant })
    };
    stubs(subject).iter().filter_map(of_stub).filter(|idle| !idle.variant.tests.is_empty()).collect()
}

/// Each test rejected one of these wrong versions by what it asserts, or plainly asserts something that none of them gets wrong; and it comes to an assertion
/// when the reference runs, and when the stub does nothing. One that does not looks like a question and is none, however strong its siblings; the same goes for
/// a single assertion.
pub(super) fn each_test_tells(subject: &Subject, tried: &[Wrong], unreached: &Unreached, telling: &mut Telling) {
    // One that does not even reach its stub has been told.
    let told: Vec<String> = telling.checks.iter().flat_map(|c| &c.findings).filter_map(|f| f.test.clone()).collect();
    let tells = |test: &String| tried.iter().any(|t| t.tried.told_by.contains(test));
    // Where no wrong version could be made, nothing is known.
    let known = subject.exercise.stub_refs();
    let was_tried = |test: &String| {
        stub_of_test(test, &known).is_none_or(|stub| tried.iter().any(|t| t.stub == stub.name && t.tried.fate != Fate::DoesNotCompile))
    };
    let asserting = super::rules::asserting(subject);
    let idle = |test: &String| {
        if let Some(says) = unreached.get(test).filter(|_| asserting.any.contains(test)) {
            Some(says.clone())
        } else if let Some(when) = asserting.only_when.get(test) {
            Some(format!("`{test}` asserts only when its stub answers {when}: a stub that never does passes it"))
        } else if !tells(test) && was_tried(test) && !asserting.plainly.contains(test) {
            Some(format!("`{test}` rejects none of the wrong versions of its stub by what it asserts"))
        } else {
            None
        }
    };
    let tests = subject.exercise.test_names().into_iter().filter(|test| !told.contains(test));
    let mut findings: Vec<Finding> = tests.filter_map(|test| Some(about_test(subject, test.clone(), idle(&test)?))).collect();
    findings.extend(super::rules::in_vain(subject));
    telling.tell(check(RuleId::TestCanFail, None, findings, 0));
}

pub(super) fn one_line(code: &str) -> String {
    crate::text::bounded(&code.split_whitespace().collect::<Vec<_>>().join(" "), 120)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Strictness;
    use crate::proof::telling::telling;

    #[test]
    fn an_unsteady_test_says_nothing_about_a_missing_stub() {
        let holds = |unsteady: &[&str]| {
            let unsteady: BTreeSet<String> = unsteady.iter().map(|test| (*test).to_owned()).collect();
            let finding = Finding { test: Some("test_read_of_a_note".to_owned()), ..Finding::new("fails without `sail`") };
            let needed = Needed { checks: vec![check(RuleId::StubIsNeeded, Some("sail"), vec![finding], 0)] };
            let told = telling("X1", Strictness::Bank, &mut |_| {}, |mut telling| {
                needed.tell(&unsteady, &mut telling);
                Ok(telling.checks.iter().map(|c| c.ok).collect::<Vec<_>>())
            });
            told.expect("a check")
        };
        assert_eq!((holds(&[]), holds(&["test_read_of_a_note"]), holds(&["test_other"])), (vec![false], vec![true], vec![false]));
    }
}
