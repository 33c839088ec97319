//! A pack as ground to judge hints on: its exercise as a learner would get it. For the proof of a pack's own hints and for recorded ones; nothing of it is written
//! anywhere but into scratch folders.

use std::path::Path;
use std::time::Duration;

use super::ground::with_item;
use super::splice::Attempt;
use super::trial::{self, Trial};
use super::{Ground, Reach, Read, Shown, Tests};
use crate::error::Error;
use crate::exercise::{self, Exercise, TextFile};
use crate::language::Language;
use crate::pack::{Pack, PackUnit};
use crate::pipeline::assemble::{self, Place};
use crate::proof::Subject;
use crate::runner::sandbox::around::Mode;
use crate::trials::{self, Bench, Version};
use crate::workspace::GeneratedFile;

/// Nobody waits here, and a busy machine must not decide.
const PATIENCE: Duration = Duration::from_secs(60);
const FOR_ONE: Duration = Duration::from_secs(5);

pub struct PackGround {
    language: &'static Language,
    pub exercise: Exercise,
    starter: Vec<TextFile>,
    generated: Vec<GeneratedFile>,
    reference: Vec<TextFile>,
    others: Vec<Vec<TextFile>>,
}

/// A hint of a pack that gives its unit away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeakingHint {
    pub unit: String,
    pub level: u8,
    pub why: String,
}

impl PackGround {
    pub fn of(pack: &Pack) -> Result<PackGround, Error> {
        let Subject { language, exercise, starter, tests, reference, alternatives, .. } = Subject::of_pack(pack)?;
        let lesson = pack.lesson.iter().map(|f| f.content.as_str()).collect::<Vec<_>>().join("\n");
        let place = Place { workspace: Path::new(""), etude: "etude" };
        let generated = assemble::generated_files(&exercise, language, &starter, &tests, &lesson, &place);
        let others = alternatives.into_values().collect();
        Ok(PackGround { language, exercise, starter, generated, reference, others })
    }

    /// The learner's files where some of them are these (with the paths of the workspace), the others as they were handed out.
    pub fn source_with(&self, written: &[TextFile]) -> Vec<TextFile> {
        exercise::with_replaced(&self.starter, written)
    }

    pub fn ground<'g>(&'g self, unit: &'g str, source: &'g [TextFile]) -> Ground<'g> {
        Ground {
            language: self.language,
            exercise: &self.exercise,
            unit,
            source,
            starter: &self.starter,
            generated: &self.generated,
            reference: Some(&self.reference),
            others: &self.others,
            said: &[],
            patience: PATIENCE,
            sandbox: Mode::On,
        }
    }

    /// The hints of a pack that leak on the untouched starter, where no test passes. All of them are tried at once, on the reference that `bench` is for.
    pub fn leaking(&self, pack: &Pack, bench: &Bench) -> Result<Vec<LeakingHint>, Error> {
        let Some(syntax) = self.language.syntax() else { return Ok(Vec::new()) };
        let hints = |u: &'_ PackUnit| {
            [(1, &u.hints.l1), (2, &u.hints.l2), (3, &u.hints.l3)].map(|(level, text)| (u.id.clone(), level, text.clone()))
        };
        let hints: Vec<(String, u8, String)> = pack.meta.units.iter().flat_map(hints).collect();
        let read = |(unit, level, text): &(String, u8, String)| {
            Read::new(text, &self.ground(unit, &self.starter), Reach::of_level(*level), syntax)
        };
        let reads: Vec<Read> = hints.iter().map(read).collect();
        let base = exercise::with_replaced(&self.starter, &self.reference);
        let version = |read: &Read, attempt: &Attempt| {
            let source = with_item(&base, &attempt.key, &attempt.item, syntax).unwrap_or_else(|| base.clone());
            Version { source, tests: read.tests.clone(), then: Vec::new() }
        };
        let versions: Vec<Version> =
            reads.iter().flat_map(|read| read.attempts.iter().map(|a| version(read, a)).collect::<Vec<_>>()).collect();
        let mut tried = trials::try_all(bench, &versions, FOR_ONE)?.into_iter();
        let mut leaking = Vec::new();
        for ((unit, level, _), read) in hints.into_iter().zip(&reads) {
            let green: Vec<Option<Tests>> = tried.by_ref().take(read.attempts.len()).map(|t| Some(trial::green(t.tests))).collect();
            let settled = read.settled(&vec![Some(Tests::new()); read.places.len()], &green);
            let mut leak = read.leak.clone();
            // What settles a part is judged by itself: a guess may do the same.
            if leak.is_none() && !settled.is_empty() {
                let (ground, cancel) = (self.ground(&unit, &self.starter), bench.cancel());
                if let Shown::Leak(shown) = read.run(&mut Trial::new(&ground, syntax, cancel))? {
                    leak = Some(shown);
                }
            }
            leaking.extend(leak.map(|leak| LeakingHint { unit, level, why: leak.why }));
        }
        Ok(leaking)
    }
}
