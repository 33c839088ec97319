//! The running: what the tests of the unit say when the learner's functions are those of a text. Everything stands in one program, in a scratch copy.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::ground::with_item;
use super::{Ground, Read, Tests};
use crate::error::Error;
use crate::evidence::{TestResult, TestStatus};
use crate::exercise::TextFile;
use crate::runner::Cancel;
use crate::syntax::Syntax;
use crate::testrun::Limits;
use crate::trials::lineup;
use crate::trials::{self, Ask, Program, Scratch, Version};

/// No more builds for one text.
pub const MOST_BUILDS: usize = 3;

/// The tests of one attempt end after this.
pub const FOR_ONE: Duration = Duration::from_secs(1);

/// What running showed.
pub struct Shown {
    /// The tests that are green without the text, for each place, and with each attempt; nothing where nobody could find out.
    pub green: Option<(Vec<Tests>, Vec<Tests>)>,
    pub builds: usize,
}

pub fn run(ground: &Ground, read: &Read, syntax: &dyn Syntax, cancel: &Cancel) -> Result<Shown, Error> {
    let until = Instant::now() + ground.patience;
    let mut builds = 0;
    for base in ground.bases(syntax) {
        let own = read.places.iter().map(|p| (&p.key, &p.item));
        let items = own.chain(read.attempts.iter().map(|a| (&a.key, &a.item)));
        let sources = items.map(|(key, item)| with_item(&base, key, item, syntax)).collect::<Option<Vec<_>>>();
        let Some(sources) = sources else { continue };
        let left = until.saturating_duration_since(Instant::now());
        if builds >= MOST_BUILDS || left.is_zero() {
            break;
        }
        if let Some(mut green) = try_all(ground, base, sources, until, &mut builds, cancel)? {
            let of_attempts = green.split_off(read.places.len());
            return Ok(Shown { green: Some((green, of_attempts)), builds });
        }
    }
    Ok(Shown { green: None, builds })
}

/// The tests that pass with each of these sources. None where they cannot be built side by side in time.
fn try_all(
    ground: &Ground,
    base: Vec<TextFile>,
    sources: Vec<Vec<TextFile>>,
    until: Instant,
    builds: &mut usize,
    cancel: &Cancel,
) -> Result<Option<Vec<Tests>>, Error> {
    let tests = ground.tests();
    let versions: Vec<Version> = sources.into_iter().map(|source| Version { source, tests: tests.clone(), then: Vec::new() }).collect();
    let on = trials::Ground {
        language: ground.language,
        exercise: ground.exercise.clone(),
        starter: ground.starter.to_vec(),
        tests: ground.test_files(),
        base,
    };
    let limits = Limits { build: ground.patience, tests: ground.patience, sandbox: ground.sandbox };
    let mut scratch = Scratch::new(&on, limits, cancel)?;
    let mut program = Program::new(&mut scratch, FOR_ONE);
    (program.until, program.most_builds) = (Some(until), MOST_BUILDS - *builds);
    let built = program.build_versions(&versions)?;
    *builds += program.builds;
    let Some((built, kept, _)) = built else { return Ok(None) };
    // What is the base already has no number of its own.
    let is_base = |version: &Version| version.source == program.ground().base;
    let asks: Vec<Ask> = std::iter::once(lineup::NONE).chain(kept).map(|number| Ask { number, tests: &tests }).collect();
    let mut passed = BTreeMap::new();
    for (ask, tried) in asks.iter().zip(program.run_many(&built, &asks)?) {
        // Who was not heard to the end said nothing.
        let Some(tried) = tried else { return Ok(None) };
        passed.insert(ask.number, self::green(tried.tests));
    }
    let number = |(at, version): (usize, &Version)| if is_base(version) { lineup::NONE } else { at + 1 };
    let green: Vec<_> = versions.iter().enumerate().map(|v| passed.get(&number(v)).cloned().unwrap_or_default()).collect();
    if std::env::var("ETUDE_DBG").is_ok() {
        for (v, g) in versions.iter().zip(&green) {
            eprintln!("=== green {g:?}\n{}", v.source.iter().map(|f| f.content.as_str()).collect::<String>());
        }
    }
    Ok(Some(green))
}

pub fn green(tests: Vec<TestResult>) -> Tests {
    tests.into_iter().filter(|t| t.status == TestStatus::Ok).map(|t| t.name).collect()
}
