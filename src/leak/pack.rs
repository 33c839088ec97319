//! A pack as ground to try hints on: its exercise as a learner would get it. For the proof of a pack's own hints and for trying recorded ones; nothing of
//! it is written anywhere but into scratch folders.

use std::path::Path;

use super::{Folders, Ground, Reach, Verdict, judge, none_leaks, stub_alone};
use crate::error::Error;
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
            // Nothing is green on an untouched starter: that is proven.
            green: (source == self.starter).then_some(&[]),
            folders: None,
            sandbox: Mode::On,
        }
    }
}

/// A hint of a pack that is to be tried.
pub struct PackHint<'p> {
    unit: &'p str,
    level: u8,
    text: &'p str,
}

/// The hints of each unit.
pub fn hints(pack: &Pack) -> Vec<[PackHint<'_>; 3]> {
    pack.meta.units.iter().map(hints_of).collect()
}

fn hints_of(unit: &crate::pack::PackUnit) -> [PackHint<'_>; 3] {
    let hint = |level, text| PackHint { unit: &unit.id, level, text };
    [hint(1, &unit.hints.l1), hint(2, &unit.hints.l2), hint(3, &unit.hints.l3)]
}

impl PackGround {
    /// Which hints of a unit leak, tried on the untouched starter: all of them together, and each by itself where that shows something. To be found once,
    /// with the proof of the pack.
    pub fn leaking(&self, hints: &[PackHint], folders: &Folders, cancel: &Cancel) -> Result<Vec<LeakingHint>, Error> {
        let Some(unit) = hints.first().map(|h| h.unit) else { return Ok(Vec::new()) };
        let ground = Ground { folders: Some(folders), ..self.ground(unit, &self.starter) };
        let texts: Vec<(&str, Reach)> = hints.iter().map(|h| (h.text, Reach::of_level(h.level))).collect();
        let mut leaking = Vec::new();
        if none_leaks(&texts, &ground, cancel, &mut |_| {})? {
            return self.solved_alone(hints, folders, cancel);
        }
        for (hint, (text, reach)) in hints.iter().zip(texts) {
            let verdict = judge(text, &ground, reach, cancel, &mut |_| {})?;
            let found = verdict.leak().map(|why| LeakingHint { unit: unit.to_owned(), level: hint.level, why: why.to_owned() });
            leaking.extend(found);
        }
        Ok(leaking)
    }

    /// The last hint where it holds the code of one stub of several.
    fn solved_alone(&self, hints: &[PackHint], folders: &Folders, cancel: &Cancel) -> Result<Vec<LeakingHint>, Error> {
        let Some(last) = hints.last() else { return Ok(Vec::new()) };
        let ground = Ground { folders: Some(folders), ..self.ground(last.unit, &self.starter) };
        let verdict = stub_alone(last.text, &ground, Reach::of_level(last.level), cancel, &mut |_| {})?;
        let why = verdict.as_ref().and_then(Verdict::shown_leak);
        Ok(why.map(|why| LeakingHint { unit: last.unit.to_owned(), level: last.level, why: why.to_owned() }).into_iter().collect())
    }
}
