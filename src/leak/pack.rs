//! A pack as ground to judge hints on: its exercise as a learner would get it. For the proof of a pack's own hints and for recorded ones; nothing of it is written
//! anywhere but into scratch folders.

use std::path::Path;
use std::time::Duration;

use super::{Ground, Reach, judge};
use crate::error::Error;
use crate::exercise::{self, Exercise, TextFile};
use crate::language::Language;
use crate::pack::{Pack, PackUnit};
use crate::pipeline::assemble::{self, Place};
use crate::proof::Subject;
use crate::runner::Cancel;
use crate::runner::sandbox::around::Mode;
use crate::workspace::GeneratedFile;

/// Nobody waits here, and a busy machine must not decide.
const PATIENCE: Duration = Duration::from_secs(60);

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

/// A hint of a pack that is to be judged.
pub struct PackHint<'p> {
    unit: &'p str,
    level: u8,
    text: &'p str,
}

/// The hints of a pack.
pub fn hints<'p>(pack: &'p Pack) -> Vec<PackHint<'p>> {
    let of_unit = |u: &'p PackUnit| [(1, &u.hints.l1), (2, &u.hints.l2), (3, &u.hints.l3)].map(|(level, text)| PackHint { unit: &u.id, level, text });
    pack.meta.units.iter().flat_map(of_unit).collect()
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

    /// How a hint leaks, on the untouched starter. To be found once, with the proof of the pack.
    pub fn leak(&self, hint: &PackHint, cancel: &Cancel) -> Result<Option<LeakingHint>, Error> {
        let verdict = judge(hint.text, &self.ground(hint.unit, &self.starter), Reach::of_level(hint.level), cancel, &mut |_| {})?;
        Ok(verdict.leak().map(|why| LeakingHint { unit: hint.unit.to_owned(), level: hint.level, why: why.to_owned() }))
    }
}
