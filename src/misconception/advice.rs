//! What a remediation means at one exercise: the section to read again, the stub to practise alone, and a node that teaches it.
//! Pure: it puts together what is known and decides nothing about whether there is a remediation.

use serde::Serialize;

use super::{Remediation, Step, catalogue};
use crate::curriculum::{self, Node};
use crate::exercise::Exercise;
use crate::language::Language;
use crate::pack::{Misconception, Pack};

/// The exercise at hand and what can be started.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    pub exercise: &'a Exercise,
    pub pack: Option<&'a Pack>,
    pub language: &'a Language,
    /// The command that starts a node, where it can be started right now.
    pub start: &'a dyn Fn(&str) -> Option<String>,
}

/// What a learner is told and offered. Commands are without the program's own name, as in `next`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Advice {
    pub tag: String,
    pub step: Step,
    pub seen: u32,
    pub of: u32,
    pub says: String,
    pub fix: String,
    /// The heading in LESSON.md that treats it.
    pub lesson: Option<String>,
    /// The narrower exercise: one unit, its stubs and tests, and how to run them alone where the language has a way.
    pub unit: Option<String>,
    pub stubs: Vec<String>,
    pub tests: Vec<String>,
    pub run_alone: Option<String>,
    /// A node on the way here that teaches it, and can be started.
    pub taught_by: Option<TaughtBy>,
    /// From four sightings on: a fresh start has more scaffold.
    pub fresh_start: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaughtBy {
    pub node: String,
    pub title: String,
    pub command: String,
}

pub fn advise(remediation: &Remediation, setting: Setting) -> Advice {
    let Setting { exercise, pack, language, start } = setting;
    let tag = remediation.tag.as_str();
    let own = pack.and_then(|p| p.meta.misconceptions.iter().find(|m| m.tag == tag));
    let section = own.zip(pack).and_then(|(own, pack)| section_of(pack, own));
    let seen_here = (remediation.last.node == exercise.node_id).then_some(remediation.last.unit.as_ref()).flatten();
    let unit = seen_here.cloned().or_else(|| section.as_ref().and_then(|(_, unit)| unit.clone()));
    let parts = unit.as_deref().and_then(|id| exercise.unit(id));
    let stubs: Vec<String> = parts.map(|u| u.stubs.iter().map(|s| s.name.clone()).collect()).unwrap_or_default();
    let tests = exercise.tests.iter().filter(|t| unit.is_some() && t.unit == unit).map(|t| t.name.clone()).collect();
    // A pack says which of its sections treat a tag; for one that none treats, the unit's first section would be about something else.
    let of_unit = || parts.filter(|_| pack.is_none()).and_then(|u| u.lesson.first().cloned());
    let lesson = section.map(|(heading, _)| heading).or_else(of_unit);
    let (says, fix) = words(tag, own);
    let repeat = remediation.step == Step::Repeat;
    let by = curriculum::node(&exercise.node_id).and_then(|here| taught_by(tag, here, start));
    Advice {
        tag: tag.to_owned(),
        step: remediation.step,
        seen: remediation.seen,
        of: remediation.of,
        says,
        fix,
        lesson,
        run_alone: unit.as_deref().and_then(|id| run_alone(language, exercise, id)),
        unit,
        stubs,
        tests,
        taught_by: by,
        fresh_start: repeat.then(|| start(&exercise.node_id)).flatten(),
    }
}

/// How to run the tests of one unit and no other. Languages look for the beginning of a name or for a part of it, so where that would bring tests of
/// another unit along, the tests are named one by one.
pub(super) fn run_alone(language: &Language, exercise: &Exercise, unit: &str) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    for stub in &exercise.unit(unit)?.stubs {
        let beginning = format!("test_{}", stub.name);
        let (own, foreign): (Vec<_>, Vec<_>) =
            exercise.tests.iter().filter(|t| t.name.contains(&beginning)).partition(|t| t.unit.as_deref() == Some(unit));
        if foreign.is_empty() && !own.is_empty() {
            words.push(beginning);
        } else {
            words.extend(own.into_iter().map(|t| t.name.clone()));
        }
    }
    let command = language.run_alone.as_ref().filter(|_| !words.is_empty())?;
    Some(command.replace("{{tests}}", &words.join(" ")))
}

pub(super) fn words(tag: &str, own: Option<&Misconception>) -> (String, String) {
    let entry = catalogue().get(tag);
    let says = own.map(|m| &m.says).or(entry.map(|e| &e.says));
    let fix = own.map(|m| &m.fix).or(entry.map(|e| &e.fix));
    let text = |part: Option<&String>| part.map(|t| t.trim().to_owned()).unwrap_or_default();
    (text(says), text(fix))
}

/// The heading as it stands in LESSON.md, and the unit it prepares.
pub(super) fn section_of(pack: &Pack, own: &Misconception) -> Option<(String, Option<String>)> {
    let at = pack.meta.lessons.iter().position(|l| own.lesson.as_deref() == Some(l.file.as_str()))?;
    let lesson = &pack.meta.lessons[at];
    Some((format!("{}. {}", at + 1, lesson.title), lesson.unit.clone()))
}

/// The nearest node on the way to this one that has the tag among its own and can be started.
fn taught_by(tag: &str, here: &Node, start: &dyn Fn(&str) -> Option<String>) -> Option<TaughtBy> {
    let mut waiting: Vec<&str> = here.prerequisites.iter().map(String::as_str).collect();
    let mut at = 0;
    while let Some(id) = waiting.get(at).copied() {
        at += 1;
        let Some(node) = curriculum::node(id) else { continue };
        if node.tags.iter().any(|t| t == tag)
            && let Some(command) = start(&node.id)
        {
            return Some(TaughtBy { node: node.id.clone(), title: node.title.clone(), command });
        }
        for before in &node.prerequisites {
            if !waiting.contains(&before.as_str()) {
                waiting.push(before);
            }
        }
    }
    None
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sighting;
    use super::*;
    use crate::exercise::{Head, TextFile};
    use crate::pack::Bank;

    pub(in crate::misconception) fn exercise(language: &Language, pack: &Pack) -> Exercise {
        let below = |folder: &str, files: &[TextFile]| -> Vec<TextFile> {
            files.iter().map(|f| TextFile { path: format!("{folder}/{}", f.path), content: f.content.clone() }).collect()
        };
        let (id, title, description) = ("x".to_owned(), "x".to_owned(), "x".to_owned());
        let head = Head { id, node_id: pack.meta.node.clone(), title, depth: pack.meta.depth, description, needs: Vec::new() };
        Exercise::derive(head, language, &below("src", &pack.starter), &below("tests", &pack.tests)).expect("an exercise")
    }

    pub(in crate::misconception) fn met(tag: &str, step: Step, node: &str, unit: Option<&str>) -> Remediation {
        let unit = unit.map(str::to_owned);
        let last = Sighting { node: node.into(), session_id: "s".into(), attempt_index: 4, unit, evidence: None };
        Remediation { tag: tag.into(), step, seen: 4, of: 5, nodes: vec![node.into()], last }
    }

    fn advice(language: &str, node: &str, remediation: &Remediation) -> Advice {
        let pack = Bank::Embedded.load(language, node).expect("the pack loads");
        let language = crate::language::by_name(language).expect("a language");
        let exercise = exercise(language, &pack);
        let start = |id: &str| Bank::Embedded.has(&language.name, id).then(|| format!("start {id}"));
        advise(remediation, Setting { exercise: &exercise, pack: Some(&pack), language, start: &start })
    }

    #[test]
    fn a_bridge_names_the_section_and_the_unit_to_practise_alone() {
        let found = advice("rust", "S100", &met("missing-mut", Step::Bridge, "S100", Some("ex-2")));
        assert_eq!(found.lesson.as_deref(), Some("3. A name that may change"));
        assert_eq!((found.unit.as_deref(), found.stubs), (Some("ex-2"), vec!["storage_cents".to_owned()]));
        assert_eq!((found.tests.len(), found.run_alone.as_deref()), (2, Some("cargo test -- test_storage_cents")));
        assert_eq!((found.fresh_start, found.taught_by), (None, None));
    }

    #[test]
    fn a_tag_of_an_earlier_node_leads_back_to_it() {
        let found = advice("rust", "S101", &met("missing-mut", Step::Bridge, "S101", Some("ex-3")));
        let by = found.taught_by.expect("S100 teaches it");
        assert_eq!((by.node.as_str(), by.command.as_str()), ("S100", "start S100"));
        let entry = catalogue().get("missing-mut").expect("it is in the catalogue");
        assert_eq!((found.says, found.fix), (entry.says.clone(), entry.fix.clone()), "the catalogue's words stand in for the pack's");
    }

    #[test]
    fn a_repeat_offers_a_fresh_start() {
        let found = advice("c", "C200", &met("end-included", Step::Repeat, "C200", Some("ex-2")));
        assert_eq!(found.fresh_start.as_deref(), Some("start C200"));
        assert_eq!(found.run_alone.as_deref(), Some("make test ONLY=\"test_count_booking\""));
    }

    #[test]
    fn a_unit_with_several_stubs_runs_all_its_tests() {
        let found = advice("c", "C201", &met("void-pointer-for-value", Step::Bridge, "C201", Some("ex-3")));
        assert_eq!((found.stubs.len(), found.tests.len()), (2, 4));
        assert_eq!(found.run_alone.as_deref(), Some("make test ONLY=\"test_is_above test_count_above\""));
    }

    #[test]
    fn where_a_beginning_would_bring_others_along_the_tests_are_named() {
        let language = crate::language::by_name("rust").expect("a language");
        let pack = Bank::Embedded.load("rust", "S100").expect("the pack loads");
        let mut exercise = exercise(language, &pack);
        exercise.tests.push(crate::exercise::TestRef { name: "test_storage_cents_in_all".into(), unit: Some("ex-5".into()) });
        let command = run_alone(language, &exercise, "ex-2").expect("a command");
        let own: Vec<&str> = exercise.tests.iter().filter(|t| t.unit.as_deref() == Some("ex-2")).map(|t| t.name.as_str()).collect();
        assert_eq!(command, format!("cargo test -- {}", own.join(" ")));
        assert_eq!(run_alone(language, &exercise, "ex-99"), None);
    }
}
