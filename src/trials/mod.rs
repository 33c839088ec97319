//! Versions of an exercise's source tried against its tests, many of them in one build and few runs. Shared by the proof and the hint guard. Owns the folders in
//! which things are built and what became of each version; it does not say what that means.

mod bench;
mod beside;
pub mod lineup;
mod modules;
mod program;
mod scratch;

use std::time::Duration;

use crate::error::Error;
use crate::evidence::TestResult;
use crate::exercise::{Exercise, TextFile};
use crate::language::Language;

pub use bench::{Bench, worse};
pub use program::{Ask, Built, Care, Program};
pub use scratch::{Ran, Scratch, millis};

/// An exercise, and the source that versions of it are compared with.
#[derive(Debug, Clone)]
pub struct Ground {
    pub language: &'static Language,
    pub exercise: Exercise,
    /// `src/…`, as the learner gets it.
    pub starter: Vec<TextFile>,
    /// `tests/…`.
    pub tests: Vec<TextFile>,
    /// The whole of `src/` that versions are changes of: the reference, or what a learner has written.
    pub base: Vec<TextFile>,
}

/// Source to be tried: the whole of `src/`.
#[derive(Debug, Clone)]
pub struct Version {
    pub source: Vec<TextFile>,
    /// The tests to run. When all of them pass, `then` run too.
    pub tests: Vec<String>,
    pub then: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    DoesNotCompile,
    Passes,
    /// By the first test that does not pass.
    Fails(String),
    TimesOut,
}

#[derive(Debug, Clone)]
pub struct Tried {
    pub fate: Fate,
    /// What each test came to that ran last.
    pub tests: Vec<TestResult>,
    pub took: Duration,
}

/// How many become one program: enough that starting the compiler and linking are shared, few enough that every core has something to do. Functions beside each
/// other cost little; whole versions bring their tests with them.
const BESIDE: usize = 160;
const BATCH: usize = 12;

/// Tries them all; `limit` is for the tests of one version. The answers come in the order of the versions.
pub fn try_all(bench: &Bench, versions: &[Version], limit: Duration) -> Result<Vec<Tried>, Error> {
    let size = BESIDE.min(versions.len().div_ceil(bench.width()).max(1));
    let groups: Vec<&[Version]> = versions.chunks(size).collect();
    let done = bench.each(&groups, |scratch, group| Program::new(scratch, limit).try_group(group))?;
    Ok(done.into_iter().flatten().collect())
}

impl Program<'_, '_> {
    fn try_group(&mut self, group: &[Version]) -> Result<Vec<Tried>, Error> {
        let mut tried = self.side_by_side(group)?;
        if let Some(batch) = &self.ground().language.proof.batch {
            let left: Vec<usize> = (0..group.len()).filter(|at| tried[*at].is_none()).collect();
            for part in left.chunks(BATCH) {
                let versions: Vec<&Version> = part.iter().map(|at| &group[*at]).collect();
                let Some(done) = self.as_modules(batch, &versions)? else { break };
                part.iter().zip(done).for_each(|(at, done)| tried[*at] = Some(done));
            }
        }
        group.iter().zip(tried).map(|(version, tried)| tried.map_or_else(|| self.single(version), Ok)).collect()
    }
}
