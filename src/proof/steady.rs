//! The reference again, and its tests under other circumstances: each by itself, all at once, twice in the same place, on one busy core, and with assertions that
//! cannot hold. A correct exercise passes the first four every time, and fails the last in every test. Owns what is found then.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::mutants::trivial;
use super::report::{Finding, RuleId};
use super::whole::{Reference, about_test, check};
use super::{Progress, Subject, code};
use crate::error::Error;
use crate::evidence::TestStatus;
use crate::trials::{Bench, Built, Care, Fate, Program, Version, lineup};

/// Why a test does not do what the test of a correct exercise does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trouble {
    Alone,
    AtOnce,
    Again,
    Twice,
    Busy,
}

impl Trouble {
    fn says(self, test: &str, command: &str) -> String {
        match self {
            Trouble::Alone => format!("`{test}` passes after the others and fails by itself: it needs what another test left behind"),
            Trouble::AtOnce => format!("`{test}` fails when other tests run at the same time, as `{command}` runs them"),
            Trouble::Again => format!("`{test}` passes on the reference sometimes and sometimes not"),
            Trouble::Twice => format!("`{test}` passes in the first run only: the second finds what the first left behind"),
            Trouble::Busy => format!("`{test}` fails on a busy machine: it depends on the clock or on how fast the machine is"),
        }
    }
}

/// Tests that reach no assertion, and what is to be said of each.
pub(super) type Unreached = BTreeMap<String, String>;

/// What is not known after the first run.
#[derive(Default)]
pub(super) struct Again {
    pub unreached: Unreached,
    /// Tests that do not say the same each time.
    pub unsteady: BTreeSet<String>,
}

#[derive(Debug, Clone, Copy)]
enum Way {
    Alone,
    Together,
    Reached,
}

/// A reference that passed once, asked again; tells what is found about it.
pub(super) fn again(
    bench: &Bench,
    subject: &Subject,
    mut reference: Reference,
    limit: Duration,
    progress: &mut Progress,
) -> Result<Again, Error> {
    progress.trying("the reference again, and each test by itself");
    let began = std::time::Instant::now();
    let done = bench.each(&[Way::Together, Way::Alone, Way::Reached], |scratch, way| {
        let mut program = Program::new(scratch, limit);
        match way {
            Way::Alone => alone(&mut program).map(|found| (found, Unreached::new())),
            Way::Together => together(&mut program).map(|found| (found, Unreached::new())),
            Way::Reached => unreached(&mut program, subject).map(|found| (Vec::new(), found)),
        }
    })?;
    let mut again = Again::default();
    for (troubles, unreached) in done {
        again.unreached.extend(unreached);
        for (trouble, test) in troubles {
            // One reason for one test is enough.
            if again.unsteady.insert(test.clone()) {
                let says = trouble.says(&test, &subject.language.test_command);
                reference.findings.push(about_test(subject, test, says));
            }
        }
    }
    reference.took += crate::trials::millis(began.elapsed());
    reference.tell(progress);
    Ok(again)
}

fn alone(program: &mut Program) -> Result<Vec<(Trouble, String)>, Error> {
    let Some(built) = program.build_base()? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for test in program.ground().exercise.test_names() {
        let one = std::slice::from_ref(&test);
        let run = |program: &mut Program| program.run_tests(&built, lineup::NONE, one, Care::Quick).map(|o| o.fate);
        let mut fate = run(program)?;
        // On a busy machine the short limit is over before a program has begun.
        if fate == Fate::TimesOut {
            let short = std::mem::replace(&mut program.limit, program.scratch.limits.tests);
            fate = run(program)?;
            program.limit = short;
        }
        if fate != Fate::Passes {
            let again = run(program)? == Fate::Passes;
            found.push((if again { Trouble::Again } else { Trouble::Alone }, test));
        }
    }
    Ok(found)
}

/// So the reference is asked once more: a test that passes by luck seldom has it so long.
const TOGETHER: [Care; 5] = [Care::Quick, Care::AtOnce, Care::Twice, Care::AtOnce, Care::Busy];

fn together(program: &mut Program) -> Result<Vec<(Trouble, String)>, Error> {
    let Some(built) = program.build_base()? else { return Ok(Vec::new()) };
    let tests = program.ground().exercise.test_names();
    for care in TOGETHER {
        let outcome = program.run_tests(&built, lineup::NONE, &tests, care)?;
        let test = match &outcome.fate {
            Fate::Fails(test) => test.clone(),
            _ => continue,
        };
        let trouble = match care {
            Care::AtOnce if program.ground().language.proof.at_once.is_some() => Trouble::AtOnce,
            Care::Twice if outcome.passed.contains(&test) => Trouble::Twice,
            Care::Busy => Trouble::Busy,
            _ => Trouble::Again,
        };
        return Ok(vec![(trouble, test)]);
    }
    Ok(Vec::new())
}

/// With assertions that cannot hold, a test that still passes reaches none of them: on the reference, or with a stub that does nothing.
fn unreached(program: &mut Program, subject: &Subject) -> Result<Unreached, Error> {
    let Some(poison) = &subject.language.proof.reached else { return Ok(Unreached::new()) };
    let idle = idle_versions(subject);
    let found = program.with_text(poison, |program| {
        let group: Vec<Version> = idle.iter().map(|(_, version)| version.clone()).collect();
        let beside = if group.is_empty() { None } else { program.build_versions(&group)? };
        let (built, kept) = match beside {
            Some((built, kept, _)) => (built, kept),
            None => match program.build_base()? {
                Some(built) => (built, BTreeSet::new()),
                None => return Ok(Unreached::new()),
            },
        };
        let tests = program.ground().exercise.test_names();
        let mut found = Unreached::new();
        for test in passing(program, &built, lineup::NONE, &tests)?.into_iter().filter(|test| !expects_panic(subject, test)) {
            let says = format!("`{test}` reaches none of its assertions on the reference");
            found.insert(test, says);
        }
        for (number, (stub, version)) in (1..).zip(&idle).filter(|(number, _)| kept.contains(number)) {
            for test in passing(program, &built, number, &version.tests)? {
                let says = format!("`{test}` reaches none of its assertions when `{stub}` does nothing, and so it passes then");
                found.entry(test).or_insert(says);
            }
        }
        Ok(found)
    })?;
    Ok(found.unwrap_or_default())
}

/// Whether it is a panic that the test asserts: then it reaches no other assertion.
fn expects_panic(subject: &Subject, test: &str) -> bool {
    let Some(syntax) = subject.language.syntax() else { return false };
    let functions = subject.tests.iter().flat_map(|file| syntax.outline(&file.content).functions);
    functions.filter(|f| f.name == test).any(|f| f.attributes.iter().any(|a| a.contains("should_panic")))
}

/// Each stub with the body that says least, where one can be made.
fn idle_versions(subject: &Subject) -> Vec<(String, Version)> {
    let source = subject.source_with(&subject.reference);
    let idle = |stub: &crate::exercise::Stub| {
        let guess = trivial::guesses(subject.language, &subject.starter, &source, stub, &[]).into_iter().next()?;
        let tests = subject.tests_of(&stub.name);
        let source = code::with_file(&source, &guess.file, &guess.content);
        Some((stub.name.clone(), Version { source, tests, then: Vec::new() }))
    };
    subject.stubs().iter().filter_map(idle).filter(|(_, version)| !version.tests.is_empty()).collect()
}

/// Which of the tests pass for one version. An assertion that fails where others wait for it can hold up the whole program: then each runs by itself.
fn passing(program: &Program, built: &Built, number: usize, tests: &[String]) -> Result<Vec<String>, Error> {
    let run = |tests: &[String]| {
        let outcome = program.run_tests(built, number, tests, Care::Quick)?;
        let ended = |name: &String| outcome.tests.iter().any(|t| t.name == *name && t.status != TestStatus::NotRun);
        let all_ended = outcome.fate != Fate::TimesOut && tests.iter().all(ended);
        let passing = outcome.tests.into_iter().filter(|t| t.status == TestStatus::Ok).map(|t| t.name);
        Ok::<_, Error>((all_ended, passing.collect::<Vec<_>>()))
    };
    let (all_ended, found) = run(tests)?;
    if all_ended {
        return Ok(found);
    }
    let mut found = Vec::new();
    for test in tests {
        found.extend(run(std::slice::from_ref(test))?.1);
    }
    Ok(found)
}

/// Each test reaches an assertion that depends on its stub. One that does not looks like a question and is none, however strong its siblings are.
pub(super) fn tell_unreached(subject: &Subject, unreached: &Unreached, progress: &mut Progress) {
    // One that does not even reach its stub has been told.
    let told: Vec<String> = progress.checks.iter().flat_map(|c| &c.findings).filter_map(|f| f.test.clone()).collect();
    let new = unreached.iter().filter(|(test, _)| !told.contains(test));
    let findings: Vec<Finding> = new.map(|(test, says)| about_test(subject, test.clone(), says.clone())).collect();
    progress.tell(check(RuleId::TestCanFail, None, findings, 0));
}
