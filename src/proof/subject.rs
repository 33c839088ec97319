//! What is proven: an exercise with everything that is tried against it, from a pack or from the accepted replies of a live start. All paths are those of
//! the workspace. It holds; it does not judge.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::evidence::stub_of_test;
use crate::exercise::{self, Exercise, Head, NotAnExercise, Stub, TextFile};
use crate::language::{self, Language};
use crate::pack::Pack;
use crate::trials::{Ground, Version};

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
    /// Wrong bodies without a misconception, by name, like `reference`.
    pub slips: BTreeMap<String, Vec<TextFile>>,
    /// All of `src/` as somebody wrote it who saw the starter alone.
    pub blind: Option<Vec<TextFile>>,
    /// Mutants that change nothing a test could see, each with its reason.
    pub equivalent: Vec<Equivalent>,
    /// Single stubs in other versions, from whoever wrote a live exercise.
    pub versions: Vec<StubVersion>,
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

/// One stub written otherwise than in the reference, from a model. That it is right, or wrong, is what its writer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StubVersion {
    pub stub: String,
    /// The function, with or without what stands around it.
    pub code: String,
    /// An input on which a wrong one goes wrong.
    pub why: String,
    pub is_right: bool,
}

/// A mutant that an author answers for: no test can tell it from the reference.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    pub function: String,
    /// The text of the line in the reference, without the space around it.
    pub line: String,
    /// As the report names it.
    pub operator: super::mutants::Operator,
    pub reason: String,
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
            slips: each(&pack.slips),
            blind: pack.blind.as_ref().map(|blind| exercise::with_replaced(&starter, &in_folder(src, &blind.files))),
            equivalent: pack.meta.equivalent.clone(),
            versions: Vec::new(),
            pack: Some(pack),
            starter,
            tests,
        })
    }

    /// What versions of the reference are tried on.
    pub fn ground(&self) -> Ground {
        Ground {
            language: self.language,
            exercise: self.exercise.clone(),
            starter: self.starter.clone(),
            tests: self.tests.clone(),
            base: self.source_with(&self.reference),
        }
    }

    pub fn stubs(&self) -> Vec<Stub> {
        self.exercise.units.iter().flat_map(|u| u.stubs.iter().cloned()).collect()
    }

    /// The tests of this stub, by their names.
    pub fn tests_of(&self, stub: &str) -> Vec<String> {
        let known = self.exercise.stub_refs();
        let own = |name: &String| stub_of_test(name, &known).is_some_and(|s| s.name == stub);
        self.exercise.test_names().into_iter().filter(own).collect()
    }

    pub fn unit_of(&self, stub: &str) -> Option<String> {
        self.exercise.units.iter().find(|u| u.stubs.iter().any(|s| s.name == stub)).map(|u| u.id.clone())
    }

    /// A version of one stub: its own tests run first.
    pub fn version(&self, source: Vec<TextFile>, stub: &str) -> Version {
        let tests = self.tests_of(stub);
        let then = self.exercise.test_names().into_iter().filter(|t| !tests.contains(t)).collect();
        Version { source, tests, then }
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
