//! An assembled exercise: its files, stubs, tests and units, derived from the accepted sections alone, so that the bank and a model are treated alike.

use serde::{Deserialize, Serialize};

use crate::curriculum::Need;
use crate::evidence::StubRef;
use crate::language::Language;
use crate::session::Depth;
use crate::stage::reply::Section;

/// A text file with its path relative to the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextFile {
    pub path: String,
    pub content: String,
}

/// These files with others in the place of those that have the same path, in the same order; new ones come last.
pub fn with_replaced(files: &[TextFile], replaced: &[TextFile]) -> Vec<TextFile> {
    let mut all = files.to_vec();
    for new in replaced {
        match all.iter_mut().find(|f| f.path == new.path) {
            Some(old) => old.content.clone_from(&new.content),
            None => all.push(new.clone()),
        }
    }
    all
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exercise {
    pub id: String,
    pub node_id: String,
    pub title: String,
    pub language: String,
    pub depth: Depth,
    pub description: String,
    /// What running it takes beyond the ordinary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Need>,
    pub units: Vec<Unit>,
    pub tests: Vec<TestRef>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub id: String,
    pub principle: String,
    pub stubs: Vec<Stub>,
    /// Headings in LESSON.md, as a learner finds them there.
    pub lesson: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stub {
    pub name: String,
    pub file: String,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRef {
    pub name: String,
    pub unit: Option<String>,
}

/// Why the accepted sections do not make an exercise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnExercise {
    /// Found before the tests are written.
    #[error("the starter has no stub to fill in")]
    NoStub,
    #[error("there is no test")]
    NoTest,
    #[error("two tests are called `{0}`")]
    SameTestTwice(String),
}

impl Exercise {
    /// Reads stubs and tests out of the assembled files and groups them by unit.
    pub fn derive(head: Head, language: &Language, starter: &[TextFile], tests: &[TextFile]) -> Result<Exercise, NotAnExercise> {
        let mut exercise = Exercise {
            id: head.id,
            node_id: head.node_id,
            title: head.title,
            language: language.name.clone(),
            depth: head.depth,
            description: head.description,
            needs: head.needs,
            units: units(language, starter)?,
            tests: Vec::new(),
        };
        exercise.find_tests(language, tests)?;
        Ok(exercise)
    }

    fn find_tests(&mut self, language: &Language, files: &[TextFile]) -> Result<(), NotAnExercise> {
        let Some(syntax) = language.syntax() else { return Err(NotAnExercise::NoTest) };
        let stubs = self.stub_refs();
        for file in files {
            for function in syntax.outline(&file.content).functions.into_iter().filter(|f| f.is_test) {
                if self.tests.iter().any(|t| t.name == function.name) {
                    return Err(NotAnExercise::SameTestTwice(function.name));
                }
                let unit = crate::evidence::stub_of_test(&function.name, &stubs).map(|s| s.unit.clone());
                self.tests.push(TestRef { unit, name: function.name });
            }
        }
        if self.tests.is_empty() { Err(NotAnExercise::NoTest) } else { Ok(()) }
    }

    /// Notes for each unit which sections of the lesson name one of its stubs.
    pub fn find_lessons(&mut self, sections: &[&Section]) {
        for unit in &mut self.units {
            unit.lesson = sections
                .iter()
                .enumerate()
                .filter(|(_, s)| s.kind != "bridge" && s.kind != "resources")
                .filter(|(_, s)| unit.stubs.iter().any(|stub| s.content.contains(&format!("`{}`", stub.name))))
                .map(|(at, s)| format!("{}. {}", at + 1, s.section_title.as_deref().unwrap_or("")))
                .collect();
        }
    }

    pub fn stub_refs(&self) -> Vec<StubRef> {
        stub_refs(&self.units)
    }

    pub fn stub_names(&self) -> Vec<String> {
        self.units.iter().flat_map(|u| u.stubs.iter().map(|s| s.name.clone())).collect()
    }

    /// The exercise with this stub as all of its unit; its siblings are a unit of their own, and so is what asks about them.
    pub fn with_stub_alone(&self, unit: &str, stub: &Stub) -> Exercise {
        let mut exercise = self.clone();
        let aside = format!("{unit} beside {}", stub.name);
        let known = self.stub_refs();
        let is_own = |test: &str| crate::evidence::stub_of_test(test, &known).is_some_and(|s| s.name == stub.name);
        if let Some(at) = exercise.units.iter().position(|u| u.id == unit) {
            let (alone, others): (Vec<Stub>, Vec<Stub>) =
                std::mem::take(&mut exercise.units[at].stubs).into_iter().partition(|s| s == stub);
            exercise.units[at].stubs = alone;
            if !others.is_empty() {
                let siblings = Unit { id: aside.clone(), stubs: others, ..exercise.units[at].clone() };
                exercise.units.insert(at + 1, siblings);
            }
        }
        for test in exercise.tests.iter_mut().filter(|t| t.unit.as_deref() == Some(unit) && !is_own(&t.name)) {
            test.unit = Some(aside.clone());
        }
        exercise
    }

    pub fn test_names(&self) -> Vec<String> {
        self.tests.iter().map(|t| t.name.clone()).collect()
    }

    pub fn unit(&self, id: &str) -> Option<&Unit> {
        self.units.iter().find(|u| u.id == id)
    }
}

/// What is known of an exercise before its files are read.
#[derive(Debug, Clone)]
pub struct Head {
    pub id: String,
    pub node_id: String,
    pub title: String,
    pub depth: Depth,
    pub description: String,
    pub needs: Vec<Need>,
}

/// The functions of these units, each with its unit.
pub fn stub_refs(units: &[Unit]) -> Vec<StubRef> {
    units.iter().flat_map(|u| u.stubs.iter().map(|s| StubRef { name: s.name.clone(), unit: u.id.clone() })).collect()
}

/// The units of the starter, by the marks in its stubs.
pub fn units(language: &Language, starter: &[TextFile]) -> Result<Vec<Unit>, NotAnExercise> {
    let Some(syntax) = language.syntax() else { return Err(NotAnExercise::NoStub) };
    let mut units: Vec<Unit> = Vec::new();
    for file in starter {
        for function in syntax.outline(&file.content).functions {
            let Some(unit_id) = function.unwritten else { continue };
            let stub = Stub { name: function.name, file: file.path.clone(), line: *function.lines.start() };
            match units.iter_mut().find(|u| u.id == unit_id) {
                Some(unit) => unit.stubs.push(stub),
                None => units.push(Unit {
                    id: unit_id,
                    principle: principle_in(&function.comment).unwrap_or_default(),
                    stubs: vec![stub],
                    lesson: Vec::new(),
                }),
            }
        }
    }
    if units.is_empty() {
        return Err(NotAnExercise::NoStub);
    }
    units.sort_by_key(|u| unit_number(&u.id));
    Ok(units)
}

fn principle_in(comment: &str) -> Option<String> {
    let start = comment.find("First principle:")? + "First principle:".len();
    let mut words = Vec::new();
    for line in comment[start..].lines() {
        let line = line.trim();
        let next_part = ["Lesson:", "Test:", "Tests:", "Start here", "LESSON.md"].iter().any(|w| line.starts_with(w));
        if next_part || (line.is_empty() && !words.is_empty()) {
            break;
        }
        words.push(line);
    }
    let principle = words.join(" ").trim().to_owned();
    (!principle.is_empty()).then_some(principle)
}

/// `ex-10` comes after `ex-9`.
fn unit_number(id: &str) -> (u32, String) {
    let number = id.rsplit('-').next().and_then(|n| n.parse().ok()).unwrap_or(u32::MAX);
    (number, id.to_owned())
}
