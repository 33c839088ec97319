//! A pack as ground to try hints on: its exercise as a learner would get it. For the proof of a pack's own hints and for trying recorded ones; nothing of
//! it is written anywhere but into scratch folders.

use std::path::Path;

use super::{Ground, Reach, judge};
use crate::error::Error;
use crate::event::Sink;
use crate::exercise::{self, Exercise, TextFile};
use crate::language::Language;
use crate::pack::Pack;
use crate::pipeline::assemble::{self, Place};
use crate::proof::Subject;
use crate::runner::Cancel;
use crate::runner::sandbox::around::Mode;
use crate::workspace::GeneratedFile;

pub struct PackGround {
    language: &'static Language,
    pub exercise: Exercise,
    starter: Vec<TextFile>,
    generated: Vec<GeneratedFile>,
    reference: Vec<TextFile>,
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
        let Subject { language, exercise, starter, tests, reference, .. } = Subject::of_pack(pack)?;
        let lesson = pack.lesson.iter().map(|f| f.content.as_str()).collect::<Vec<_>>().join("\n");
        let place = Place { workspace: Path::new(""), etude: "etude" };
        let generated = assemble::generated_files(&exercise, language, &starter, &tests, &lesson, &place);
        Ok(PackGround { language, exercise, starter, generated, reference })
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
            said: &[],
            // Nothing is green on an untouched starter: that is proven.
            green: (source == self.starter).then_some(&[]),
            sandbox: Mode::On,
        }
    }
}

/// The hints of a pack that leak, tried on the untouched starter. To be found once, with the proof of the pack.
pub fn leaking_hints(pack: &Pack, cancel: &Cancel, events: Sink) -> Result<Vec<LeakingHint>, Error> {
    let whole = PackGround::of(pack)?;
    let mut found = Vec::new();
    for unit in &pack.meta.units {
        let ground = whole.ground(&unit.id, &whole.starter);
        for (level, text) in [(1, &unit.hints.l1), (2, &unit.hints.l2), (3, &unit.hints.l3)] {
            let verdict = judge(text, &ground, Reach::of_level(level), cancel, &mut *events)?;
            found.extend(verdict.leak().map(|why| LeakingHint { unit: unit.id.clone(), level, why: why.to_owned() }));
        }
    }
    Ok(found)
}
