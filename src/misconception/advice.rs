//! What a remediation means at one exercise: the section to read again, the stub to practise alone, a node that teaches it, and what a fresh start adds.
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
    /// Whether a node can be started right now.
    pub startable: &'a dyn Fn(&str) -> bool,
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
    /// From four sightings on: hints for the unit begin here, and a fresh start has more scaffold.
    pub hint_from: Option<u8>,
    pub fresh_start: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaughtBy {
    pub node: String,
    pub title: String,
    pub command: String,
}

pub fn advise(remediation: &Remediation, setting: Setting) -> Advice {
    let Setting { exercise, pack, language, startable } = setting;
    let tag = remediation.tag.as_str();
    let own = pack.and_then(|p| p.meta.misconceptions.iter().find(|m| m.tag == tag));
    let section = own.zip(pack).and_then(|(own, pack)| section_of(pack, own));
    let seen_here = (remediation.last.node == exercise.node_id).then_some(remediation.last.unit.as_ref()).flatten();
    let unit = seen_here.cloned().or_else(|| section.as_ref().and_then(|(_, unit)| unit.clone()));
    let parts = unit.as_deref().and_then(|id| exercise.unit(id));
    let stubs: Vec<String> = parts.map(|u| u.stubs.iter().map(|s| s.name.clone()).collect()).unwrap_or_default();
    let tests = exercise.tests.iter().filter(|t| unit.is_some() && t.unit == unit).map(|t| t.name.clone()).collect();
    let lesson = section.map(|(heading, _)| heading).or_else(|| parts.and_then(|u| u.lesson.first().cloned()));
    let (says, fix) = words(tag, own);
    let repeat = remediation.step == Step::Repeat;
    let start = |node: &str| curriculum::start_command(&language.name, node);
    let by = curriculum::node(&exercise.node_id).and_then(|here| taught_by(tag, here, startable));
    Advice {
        tag: tag.to_owned(),
        step: remediation.step,
        seen: remediation.seen,
        of: remediation.of,
        says,
        fix,
        lesson,
        run_alone: language.run_alone.as_ref().zip(stubs.first()).map(|(command, stub)| command.replace("{{stub}}", stub)),
        unit,
        stubs,
        tests,
        taught_by: by.map(|n| TaughtBy { node: n.id.clone(), title: n.title.clone(), command: start(&n.id) }),
        hint_from: repeat.then_some(2),
        fresh_start: (repeat && startable(&exercise.node_id)).then(|| start(&exercise.node_id)),
    }
}

/// A paragraph that a fresh start puts first in the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extra {
    pub tag: String,
    pub seen: u32,
    pub says: String,
    pub fix: String,
    pub lesson: Option<String>,
    pub unit: Option<String>,
}

/// What a fresh start of a node adds: one paragraph for each tag that has come to a repeat and that this node treats.
pub fn at_start(active: &[Remediation], node: &Node, pack: Option<&Pack>) -> Vec<Extra> {
    let of_pack = |tag: &str| pack.and_then(|p| p.meta.misconceptions.iter().find(|m| m.tag == tag));
    let treats = |tag: &str| of_pack(tag).is_some() || node.tags.iter().any(|t| t == tag);
    let pressing = active.iter().filter(|r| r.step == Step::Repeat && (treats(&r.tag) || r.nodes.contains(&node.id)));
    pressing
        .map(|r| {
            let own = of_pack(&r.tag);
            let section = own.zip(pack).and_then(|(own, pack)| section_of(pack, own));
            let seen_here = (r.last.node == node.id).then(|| r.last.unit.clone()).flatten();
            let (says, fix) = words(&r.tag, own);
            let (lesson, unit) = section.map_or((None, None), |(heading, unit)| (Some(heading), unit));
            Extra { tag: r.tag.clone(), seen: r.seen, says, fix, lesson, unit: seen_here.or(unit) }
        })
        .collect()
}

fn words(tag: &str, own: Option<&Misconception>) -> (String, String) {
    let entry = catalogue().get(tag);
    let says = own.map(|m| &m.says).or(entry.map(|e| &e.says));
    let fix = own.map(|m| &m.fix).or(entry.map(|e| &e.fix));
    let text = |part: Option<&String>| part.map(|t| t.trim().to_owned()).unwrap_or_default();
    (text(says), text(fix))
}

/// The heading as it stands in LESSON.md, and the unit it prepares.
fn section_of(pack: &Pack, own: &Misconception) -> Option<(String, Option<String>)> {
    let at = pack.meta.lessons.iter().position(|l| own.lesson.as_deref() == Some(l.file.as_str()))?;
    let lesson = &pack.meta.lessons[at];
    Some((format!("{}. {}", at + 1, lesson.title), lesson.unit.clone()))
}

/// The nearest node on the way to this one that has the tag among its own and can be started.
fn taught_by(tag: &str, here: &Node, startable: &dyn Fn(&str) -> bool) -> Option<&'static Node> {
    let mut waiting: Vec<&str> = here.prerequisites.iter().map(String::as_str).collect();
    let mut at = 0;
    while let Some(id) = waiting.get(at).copied() {
        at += 1;
        let Some(node) = curriculum::node(id) else { continue };
        if node.tags.iter().any(|t| t == tag) && startable(&node.id) {
            return Some(node);
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
mod tests {
    use super::super::Sighting;
    use super::*;
    use crate::exercise::{Head, TextFile};
    use crate::pack::Bank;

    fn exercise(language: &Language, pack: &Pack) -> Exercise {
        let below = |folder: &str, files: &[TextFile]| -> Vec<TextFile> {
            files.iter().map(|f| TextFile { path: format!("{folder}/{}", f.path), content: f.content.clone() }).collect()
        };
        let head =
            Head { id: "x".into(), node_id: pack.meta.node.clone(), title: "x".into(), depth: pack.meta.depth, description: "x".into() };
        Exercise::derive(head, language, &below("src", &pack.starter), &below("tests", &pack.tests)).expect("an exercise")
    }

    fn met(tag: &str, step: Step, node: &str, unit: Option<&str>) -> Remediation {
        let unit = unit.map(str::to_owned);
        let last = Sighting { node: node.into(), session_id: "s".into(), attempt_index: 4, unit, evidence: None };
        Remediation { tag: tag.into(), step, seen: 4, of: 5, nodes: vec![node.into()], last }
    }

    fn advice(language: &str, node: &str, remediation: &Remediation) -> Advice {
        let pack = Bank::Embedded.load(language, node).expect("the pack loads");
        let language = crate::language::by_name(language).expect("a language");
        let exercise = exercise(language, &pack);
        let startable = |id: &str| Bank::Embedded.has(&language.name, id);
        advise(remediation, Setting { exercise: &exercise, pack: Some(&pack), language, startable: &startable })
    }

    #[test]
    fn a_bridge_names_the_section_and_the_unit_to_practise_alone() {
        let found = advice("rust", "S100", &met("missing-mut", Step::Bridge, "S100", Some("ex-2")));
        assert_eq!(found.lesson.as_deref(), Some("3. A name that may change"));
        assert_eq!((found.unit.as_deref(), found.stubs), (Some("ex-2"), vec!["storage_cents".to_owned()]));
        assert_eq!((found.tests.len(), found.run_alone.as_deref()), (3, Some("cargo test test_storage_cents")));
        assert_eq!((found.hint_from, found.fresh_start, found.taught_by), (None, None, None));
    }

    #[test]
    fn a_tag_of_an_earlier_node_leads_back_to_it() {
        let found = advice("rust", "S101", &met("missing-mut", Step::Bridge, "S101", Some("ex-3")));
        let by = found.taught_by.expect("S100 teaches it");
        assert_eq!((by.node.as_str(), by.command.as_str()), ("S100", "start --language rust --node S100"));
        assert!(found.says.contains("expect") || !found.says.is_empty(), "the catalogue's words stand in");
    }

    #[test]
    fn a_repeat_offers_more() {
        let found = advice("c", "C200", &met("end-included", Step::Repeat, "C200", Some("ex-2")));
        assert_eq!((found.hint_from, found.run_alone), (Some(2), None));
        assert_eq!(found.fresh_start.as_deref(), Some("start --language c --node C200"));
    }

    #[test]
    fn a_fresh_start_begins_with_what_came_to_a_repeat_and_belongs_here() {
        let pack = Bank::Embedded.load("rust", "S100").expect("the pack loads");
        let node = curriculum::node("S100").expect("the node");
        let active = [
            met("missing-mut", Step::Repeat, "S101", Some("ex-9")),
            met("stray-semicolon", Step::Bridge, "S100", None),
            met("deref-taken-for-inheritance", Step::Repeat, "B101", None),
        ];
        let extra = at_start(&active, node, Some(&pack));
        assert_eq!(extra.len(), 1);
        assert_eq!((extra[0].tag.as_str(), extra[0].unit.as_deref()), ("missing-mut", Some("ex-2")));
        assert_eq!(extra[0].lesson.as_deref(), Some("3. A name that may change"));
    }
}
