//! What is proven: an exercise with everything that is tried against it, from a pack or from the accepted replies of a live start. All paths are those of
//! the workspace. It holds; it does not judge.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::exercise::{self, Exercise, Head, NotAnExercise, TextFile};
use crate::language::{self, Language};
use crate::pack::Pack;

#[derive(Debug, Clone)]
pub struct Subject<'a> {
    pub language: &'static Language,
    pub exercise: Exercise,
    /// `src/…`, as the learner gets it.
    pub starter: Vec<TextFile>,
    /// `tests/…`.
    pub tests: Vec<TextFile>,
    /// The files of `src/` that the reference replaces; the others stay the starter's.
    pub reference: Vec<TextFile>,
    /// None while there is no lesson yet: a live exercise is proven before its lesson is written.
    pub lesson: Option<Vec<LessonSection>>,
    /// By name, like `reference`.
    pub alternatives: BTreeMap<String, Vec<TextFile>>,
    /// By misconception tag, like `reference`.
    pub wrong: BTreeMap<String, Vec<TextFile>>,
    /// Mutants that change nothing a test could see, each with its reason.
    pub equivalent: Vec<Equivalent>,
    /// Single stubs in other versions, from whoever wrote a live exercise.
    pub versions: Vec<Version>,
    /// Where it came from, when that was a pack.
    pub pack: Option<&'a Pack>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonSection {
    /// How findings call it: the file of a pack, the id of a section.
    pub name: String,
    pub title: String,
    /// concept, worked_example, comparison, pitfalls, bridge or resources.
    pub kind: String,
    /// The unit it belongs to, where that is said beside the text.
    pub unit: Option<String>,
    pub content: String,
}

/// One stub written otherwise than in the reference. That it is right, or wrong, is what its writer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub stub: String,
    /// The function, with or without what stands around it.
    pub code: String,
    /// An input on which a wrong one goes wrong.
    pub why: String,
    pub is_right: bool,
}

/// A mutant is known by its stub, the text it replaces and the text it puts there.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    pub stub: String,
    pub before: String,
    pub after: String,
    pub why: String,
}

impl<'a> Subject<'a> {
    pub fn of_pack(pack: &'a Pack) -> Result<Subject<'a>, Error> {
        let language = language::by_name(&pack.meta.language)?;
        let (src, tests) = (&language.layout.src, in_folder(&language.layout.tests, &pack.tests));
        let starter = in_folder(src, &pack.starter);
        let exercise = derived(pack, language).map_err(|e| Error::Internal(format!("{}: {e}", pack.meta.node)))?;
        let each = |sets: &BTreeMap<String, Vec<TextFile>>| sets.iter().map(|(k, v)| (k.clone(), in_folder(src, v))).collect();
        let section = |file: &TextFile| {
            let said = pack.meta.lessons.iter().find(|l| l.file == file.path);
            LessonSection {
                name: format!("lesson/{}", file.path),
                title: said.map(|l| l.title.clone()).unwrap_or_default(),
                kind: said.map(|l| l.kind.clone()).unwrap_or_default(),
                unit: said.and_then(|l| l.unit.clone()),
                content: file.content.clone(),
            }
        };
        Ok(Subject {
            language,
            exercise,
            reference: in_folder(src, &pack.solution),
            lesson: Some(pack.lesson.iter().map(section).collect()),
            alternatives: each(&pack.alternatives),
            wrong: each(&pack.wrong),
            equivalent: pack.meta.equivalent.clone(),
            versions: Vec::new(),
            pack: Some(pack),
            starter,
            tests,
        })
    }

    /// `src/` with these files in the place of the starter's.
    pub fn source_with(&self, replaced: &[TextFile]) -> Vec<TextFile> {
        exercise::with_replaced(&self.starter, replaced)
    }
}

/// The exercise that the files of a pack make.
pub(super) fn derived(pack: &Pack, language: &Language) -> Result<Exercise, NotAnExercise> {
    let head = Head {
        id: pack.meta.node.clone(),
        node_id: pack.meta.node.clone(),
        title: pack.meta.title.clone(),
        depth: pack.meta.depth,
        description: pack.meta.description.clone(),
        needs: pack.meta.needs.clone(),
    };
    let (starter, tests) = (in_folder(&language.layout.src, &pack.starter), in_folder(&language.layout.tests, &pack.tests));
    Exercise::derive(head, language, &starter, &tests)
}

pub(super) fn in_folder(folder: &str, files: &[TextFile]) -> Vec<TextFile> {
    files.iter().map(|f| TextFile { path: format!("{folder}/{}", f.path), content: f.content.clone() }).collect()
}
