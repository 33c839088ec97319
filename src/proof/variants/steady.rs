//! The reference asked again: each test by itself, all of them several times, and once with assertions that cannot hold. A correct exercise passes the first two
//! whatever the order, and fails the last in every test. Says what it saw; it judges nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use super::extra::Extra;
use super::{Built, Care, Fate, Quick, ROUNDS, Variant};
use crate::error::Error;
use crate::evidence::TestStatus;
use crate::exercise::TextFile;
use crate::language::Reached;
use crate::leak::lineup;
use crate::proof::bench::Bench;

/// A test of the reference that does not do what the test of a correct exercise does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::proof) enum Unsteady {
    /// It fails when no other test runs before it.
    Alone(String),
    /// It passed before and failed when everything ran once more.
    Again(String),
    /// It fails when others run at the same time.
    AtOnce(String),
    /// It fails where the program has run before.
    Twice(String),
    /// None of its assertions is reached, so that none can fail.
    Unreached(String),
    /// None of them is reached when this stub does nothing.
    Unasked { test: String, stub: String },
    /// A test of ours that does not pass, and what it said.
    Broken { extra: String, said: String },
}

/// A stub that does nothing, and its tests.
#[derive(Debug, Clone)]
pub(in crate::proof) struct Idle {
    pub stub: String,
    pub variant: Variant,
}

/// So the reference is asked once more: a test that passes by luck seldom has it so long.
const MORE_RUNS: [Care; 4] = [Care::Quick, Care::AtOnce, Care::Twice, Care::AtOnce];

/// How often a test that failed by itself is asked again before it counts as one that always does.
const ASKED_AGAIN: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Alone,
    Again,
    Unreached,
}

/// Empty where all is as it should be, or where the reference cannot be built the quick way.
pub(in crate::proof) fn unsteady(bench: &Bench, idle: &[Idle], extras: &[Extra], limit: Duration) -> Result<Vec<Unsteady>, Error> {
    let done = bench.each(&[Way::Alone, Way::Again, Way::Unreached], |scratch, way| {
        let mut quick = Quick::new(scratch, limit);
        match way {
            Way::Alone => quick.alone(),
            Way::Again => quick.again(),
            Way::Unreached => quick.unreached(idle, extras),
        }
    })?;
    Ok(done.into_iter().flatten().collect())
}

impl Quick<'_, '_> {
    fn alone(&mut self) -> Result<Vec<Unsteady>, Error> {
        let Some(built) = self.built_reference()? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for test in self.whole_reference().tests.iter().rev() {
            let mut fate = self.ask_some(&built.build, &|t| built.full_name(t), std::slice::from_ref(test), Care::Quick)?.fate;
            // On a busy machine the short limit is over before a program has begun.
            if fate == Fate::TimesOut {
                let short = std::mem::replace(&mut self.limit, self.scratch.limits.tests);
                fate = self.ask_some(&built.build, &|t| built.full_name(t), std::slice::from_ref(test), Care::Quick)?.fate;
                self.limit = short;
            }
            if fate == Fate::Passes {
                continue;
            }
            // What is up to chance, as the order of a `HashSet`, passes when it is asked again: then it needs no other test.
            let mut passes_again = false;
            for _ in 0..ASKED_AGAIN {
                passes_again |=
                    self.ask_some(&built.build, &|t| built.full_name(t), std::slice::from_ref(test), Care::Quick)?.fate == Fate::Passes;
                if passes_again {
                    break;
                }
            }
            found.push(if passes_again { Unsteady::Again(test.clone()) } else { Unsteady::Alone(test.clone()) });
        }
        Ok(found)
    }

    fn again(&mut self) -> Result<Vec<Unsteady>, Error> {
        let Some(built) = self.built_reference()? else { return Ok(Vec::new()) };
        let reference = self.whole_reference();
        // Leaks do not come and go: the whole runs have looked for them.
        for care in MORE_RUNS {
            let asked = self.ask_some(&built.build, &|t| built.full_name(t), &reference.tests, care)?;
            let Fate::Fails(test) = asked.fate else { continue };
            let at_once = care == Care::AtOnce && self.subject().language.proof.at_once.is_some();
            let second = care == Care::Twice && asked.passed.contains(&test);
            return Ok(vec![match (at_once, second) {
                (true, _) => Unsteady::AtOnce(test),
                (_, true) => Unsteady::Twice(test),
                _ => Unsteady::Again(test),
            }]);
        }
        Ok(Vec::new())
    }

    /// With assertions that cannot hold, a test that still passes comes to none of them: by the reference, or by a stub that does nothing.
    fn unreached(&mut self, idle: &[Idle], extras: &[Extra]) -> Result<Vec<Unsteady>, Error> {
        let Some(reached) = &self.subject().language.proof.reached else { return Ok(Vec::new()) };
        let found = self.with_text(reached, |quick| quick.with_extras(extras, |quick| quick.reached(idle)));
        found.map(Option::unwrap_or_default)
    }

    fn reached(&mut self, idle: &[Idle]) -> Result<Vec<Unsteady>, Error> {
        let group: Vec<Variant> = idle.iter().map(|i| i.variant.clone()).collect();
        let beside = if group.is_empty() { None } else { self.built_beside(&group)? };
        let (built, kept) = match beside {
            Some(beside) => beside,
            None => match self.built_reference()? {
                Some(built) => (built, BTreeSet::new()),
                None => return Ok(Vec::new()),
            },
        };
        let tests = self.whole_reference().tests;
        let mut found: Vec<Unsteady> = self.passing(&built, lineup::NONE, &tests)?.into_iter().map(Unsteady::Unreached).collect();
        for (number, Idle { stub, variant }) in (1..).zip(idle).filter(|(number, _)| kept.contains(number)) {
            let passing = self.passing(&built, number, &variant.tests)?;
            found.extend(passing.into_iter().map(|test| Unsteady::Unasked { test, stub: stub.clone() }));
        }
        let names: Vec<String> = self.extras.iter().map(|e| e.name.clone()).collect();
        if !names.is_empty() {
            self.asked_for = Some(lineup::NONE);
            let asked = self.ask_some(&built.build, &|t| built.full_name(t), &names, Care::Quick)?;
            self.asked_for = None;
            let failed = asked.tests.into_iter().filter(|t| !matches!(t.status, TestStatus::Ok | TestStatus::NotRun));
            found.extend(failed.map(|t| Unsteady::Broken { extra: t.name, said: t.message }));
        }
        Ok(found)
    }

    /// Which of the tests pass for one variant. An assertion that fails where others wait for it can hold up the whole program: then each is asked by itself.
    fn passing(&mut self, built: &Built, number: usize, tests: &[String]) -> Result<Vec<String>, Error> {
        self.asked_for = Some(number);
        let passing = |tests: &[String]| {
            let asked = self.ask_some(&built.build, &|t| built.full_name(t), tests, Care::Quick)?;
            let all_ended = asked.fate != Fate::TimesOut
                && tests.iter().all(|name| asked.tests.iter().any(|t| t.name == *name && t.status != TestStatus::NotRun));
            let passes = asked.tests.into_iter().filter(|t| t.status == TestStatus::Ok).map(|t| t.name);
            Ok::<_, Error>((all_ended, passes.collect::<Vec<_>>()))
        };
        let (all_ended, mut found) = passing(tests)?;
        if !all_ended {
            found.clear();
            for test in tests {
                found.extend(passing(std::slice::from_ref(test))?.1);
            }
        }
        self.asked_for = None;
        Ok(found)
    }

    fn built_reference(&mut self) -> Result<Option<Built>, Error> {
        let reference = self.whole_reference().source;
        for _ in 0..ROUNDS {
            match self.build_files(&reference)? {
                None => return Ok(None),
                Some(Ok(built)) => return Ok(Some(built)),
                Some(Err(errors)) if self.drop_broken(&errors)? => {}
                Some(Err(_)) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Does something while the tests have other assertions: before each file of tests, or behind the one file that all of them read. None where that file
    /// is not there.
    pub(super) fn with_text<R>(
        &mut self,
        text: &'static Reached,
        work: impl FnOnce(&mut Self) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        let Some(file) = &text.file else {
            self.before_tests = &text.text;
            let done = work(self);
            self.before_tests = "";
            return done.map(Some);
        };
        let given: Option<TextFile> = self.scratch.generated(file);
        let Some(given) = given else { return Ok(None) };
        self.scratch.write(file, &format!("{}\n{}", given.content, text.text))?;
        let done = work(self);
        self.scratch.write(file, &given.content)?;
        done.map(Some)
    }
}
