//! The running: what the tests of the unit say when functions of the learner's are those of a text. Everything stands in one program, in a scratch copy. Owns how much
//! is built and how long that may take.

use std::collections::BTreeMap;
use std::time::Instant;

use super::ground::{Place, item, with_item};
use super::{Ground, Tests};
use crate::error::Error;
use crate::evidence::{TestResult, TestStatus};
use crate::exercise::TextFile;
use crate::proof::mutants::trivial;
use crate::runner::Cancel;
use crate::syntax::Syntax;
use crate::testrun::Limits;
use crate::trials::lineup::{self, Key};
use crate::trials::{self, Ask, Program, Scratch, Version};

/// No more builds for one text.
const MOST_BUILDS: usize = 3;

/// A function, and another text for it.
type Item<'i> = (&'i Key, &'i str);

/// The tests that pass at each place without the items, and with each item.
type BeforeAndAfter = (Vec<Option<Tests>>, Vec<Option<Tests>>);

/// The running for one text.
pub struct Trial<'a> {
    ground: &'a Ground<'a>,
    syntax: &'a dyn Syntax,
    cancel: &'a Cancel,
    until: Instant,
    pub builds: usize,
}

impl<'a> Trial<'a> {
    pub fn new(ground: &'a Ground<'a>, syntax: &'a dyn Syntax, cancel: &'a Cancel) -> Trial<'a> {
        Trial { ground, syntax, cancel, until: Instant::now() + ground.patience, builds: 0 }
    }

    /// The tests of the unit that pass with each of these items, and without them at each place: as the learner has it, or as it was handed out where that does
    /// not compile. None for an item that does not compile, and for all where nobody could find out.
    pub fn run(&mut self, places: &[Place], items: &[Item]) -> Result<Option<BeforeAndAfter>, Error> {
        let own = places.iter().flat_map(|p| [(&p.key, p.item.as_str()), (&p.key, p.stub.as_str())]);
        let all: Vec<Item> = own.chain(items.iter().copied()).collect();
        for base in self.ground.bases(self.syntax) {
            if let Some(mut green) = self.try_all(base, &all)? {
                let after = green.split_off(2 * places.len());
                let before = green.chunks(2).map(|both| both[0].clone().or(both[1].clone())).collect();
                return Ok(Some((before, after)));
            }
        }
        Ok(None)
    }

    /// The tests that a guess passes: a default value, an argument as it came.
    pub fn guessed(&mut self, place: &Place) -> Result<Tests, Error> {
        let Some(base) = self.ground.bases(self.syntax).pop() else { return Ok(Tests::new()) };
        let guesses = trivial::guesses(self.ground.language, self.ground.starter, &base, &place.of, &[]);
        let file = |content: String| vec![TextFile { path: place.key.path.clone(), content }];
        let items: Vec<String> = guesses.into_iter().filter_map(|g| item(&file(g.content), &place.key, self.syntax)).collect();
        let items: Vec<Item> = items.iter().map(|item| (&place.key, item.as_str())).collect();
        let green = self.try_all(base, &items)?.unwrap_or_default();
        Ok(green.into_iter().flatten().flatten().collect())
    }

    /// The tests that pass with each item, in the files of `base`. None where they cannot be built side by side in time.
    fn try_all(&mut self, base: Vec<TextFile>, items: &[Item]) -> Result<Option<Vec<Option<Tests>>>, Error> {
        let tests = self.ground.tests();
        let source = |(key, item): &Item| with_item(&base, key, item, self.syntax);
        let version = |source| Version { source, tests: tests.clone(), then: Vec::new() };
        let Some(versions) = items.iter().map(|i| source(i).map(version)).collect::<Option<Vec<_>>>() else { return Ok(None) };
        if self.builds >= MOST_BUILDS || Instant::now() >= self.until {
            return Ok(None);
        }
        let ground = trials::Ground {
            language: self.ground.language,
            exercise: self.ground.exercise.clone(),
            starter: self.ground.starter.to_vec(),
            tests: self.ground.test_files(),
            base,
        };
        let limits = Limits { build: self.ground.patience, tests: self.ground.patience, sandbox: self.ground.sandbox };
        let mut scratch = Scratch::new(&ground, limits, self.cancel)?;
        let mut program = Program::new(&mut scratch, self.ground.patience / 3);
        (program.until, program.most_builds) = (Some(self.until), MOST_BUILDS - self.builds);
        let built = program.build_versions(&versions)?;
        self.builds += program.builds;
        let Some((built, kept, _)) = built else { return Ok(None) };
        let asks: Vec<Ask> = std::iter::once(lineup::NONE).chain(kept).map(|number| Ask { number, tests: &tests }).collect();
        let mut passed = BTreeMap::new();
        for (ask, tried) in asks.iter().zip(program.run_many(&built, &asks)?) {
            // What was not heard to the end said nothing.
            let Some(tried) = tried else { return Ok(None) };
            passed.insert(ask.number, green(tried.tests));
        }
        // What the base has already got no number of its own.
        let number = |(at, version): (usize, &Version)| if version.source == ground.base { lineup::NONE } else { at + 1 };
        Ok(Some(versions.iter().enumerate().map(|v| passed.get(&number(v)).cloned()).collect()))
    }
}

pub fn green(tests: Vec<TestResult>) -> Tests {
    tests.into_iter().filter(|t| t.status == TestStatus::Ok).map(|t| t.name).collect()
}
