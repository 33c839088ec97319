//! What a fresh start adds when a misconception has come to a repeat: what is true instead, how the mix-up shows, where it will matter, and small steps
//! out of the lesson. Pure: it chooses and quotes, and writes no file. Nothing of a solution is in reach here.

use serde::Serialize;

use super::advice::{run_alone, section_of, words};
use super::{Remediation, Step, catalogue};
use crate::curriculum::Node;
use crate::evidence::{StubRef, stub_of_test};
use crate::exercise::{Exercise, Stub, Unit};
use crate::language::Language;
use crate::pack::{Misconception, Pack};
use crate::stage::reply::Section;

/// The exercise that was made, before it is handed out.
#[derive(Clone, Copy)]
pub struct Fresh<'a> {
    pub node: &'a Node,
    pub exercise: &'a Exercise,
    pub pack: Option<&'a Pack>,
    pub language: &'a Language,
    /// The lesson's sections in the order of LESSON.md.
    pub sections: &'a [&'a Section],
}

/// More to hold on to, for one tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extra {
    pub tag: String,
    pub seen: u32,
    pub says: String,
    pub fix: String,
    /// How it typically shows itself.
    pub symptom: Option<String>,
    /// The heading in LESSON.md that treats it.
    pub lesson: Option<String>,
    pub unit: Option<String>,
    /// The stub above which it stands in the starter, and that stub's file.
    pub stub: String,
    pub file: String,
    /// The steps that the section's worked example names.
    pub steps: Vec<String>,
    /// What the section asks to be written first, where that is less than the whole.
    pub first: Option<String>,
    pub run_alone: Option<String>,
}

const MAX_STEPS: usize = 6;
const MAX_WORDS: usize = 200;

/// One for each tag that has come to a repeat and that this exercise concerns.
pub fn at_start(active: &[Remediation], fresh: Fresh) -> Vec<Extra> {
    let of_pack = |tag: &str| fresh.pack.is_some_and(|p| p.meta.misconceptions.iter().any(|m| m.tag == tag));
    let treats = |tag: &str| of_pack(tag) || fresh.node.tags.iter().any(|t| t == tag);
    let concerns = |r: &&Remediation| treats(&r.tag) || r.nodes.contains(&fresh.node.id);
    active.iter().filter(|r| r.step == Step::Repeat).filter(concerns).filter_map(|r| extra(r, fresh)).collect()
}

fn extra(remediation: &Remediation, fresh: Fresh) -> Option<Extra> {
    let Fresh { node, exercise, pack, language, sections } = fresh;
    let tag = remediation.tag.as_str();
    let own = pack.and_then(|p| p.meta.misconceptions.iter().find(|m| m.tag == tag));
    let (heading, taught_in) = own.zip(pack).and_then(|(own, pack)| section_of(pack, own)).unzip();
    // Another exercise for the same node numbers its units anew; a pack is the same exercise again.
    let seen_here = (pack.is_some() && remediation.last.node == node.id).then(|| remediation.last.unit.clone()).flatten();
    let unit = seen_here.or(taught_in.flatten()).and_then(|id| exercise.unit(&id));
    let lesson = heading.or_else(|| unit.and_then(|u| u.lesson.first().cloned()));
    let section = lesson.as_deref().and_then(|heading| section_at(sections, heading));
    // Where nobody can say which unit it is about, it stands above all of them.
    let of = unit.or(exercise.units.first())?;
    let stub = concerned(of, remediation, own, section)?;
    let (says, fix) = words(tag, own);
    Some(Extra {
        tag: tag.to_owned(),
        seen: remediation.seen,
        says,
        fix,
        symptom: catalogue().get(tag).map(|e| e.symptom.trim().to_owned()),
        lesson,
        unit: unit.map(|u| u.id.clone()),
        stub: stub.name.clone(),
        file: stub.file.clone(),
        steps: section.map(|s| steps(s, language)).unwrap_or_default(),
        first: section.and_then(|s| first_step(s, of)),
        run_alone: unit.and_then(|u| run_alone(language, exercise, &u.id)),
    })
}

/// Of several stubs in a unit: the one whose test showed it, the one that the pack's signs name, the one that the section asks for, else the first.
fn concerned<'u>(unit: &'u Unit, remediation: &Remediation, own: Option<&Misconception>, section: Option<&Section>) -> Option<&'u Stub> {
    let refs: Vec<StubRef> = unit.stubs.iter().map(|s| StubRef { name: s.name.clone(), unit: unit.id.clone() }).collect();
    let test = remediation.last.evidence.as_deref().and_then(|shown| shown.split([':', ' ']).next());
    let shown = test.and_then(|test| stub_of_test(test, &refs)).map(|s| s.name.as_str());
    let find = |name: &str| unit.stubs.iter().find(|s| s.name == name);
    let signed = || own.and_then(|own| own.when.iter().filter_map(|sign| find(sign.stub.as_deref()?)).next());
    let asked = || section.and_then(|s| unit.stubs.iter().find(|stub| names(closing(s), &stub.name)));
    shown.and_then(find).or_else(signed).or_else(asked).or(unit.stubs.first())
}

fn section_at<'a>(sections: &[&'a Section], heading: &str) -> Option<&'a Section> {
    let is = |at: usize, s: &Section| format!("{}. {}", at + 1, s.section_title.as_deref().unwrap_or("")) == heading;
    sections.iter().enumerate().find(|(at, s)| is(*at, s)).map(|(_, s)| *s)
}

fn closing(section: &Section) -> &str {
    section.content.trim_end().rsplit("\n\n").next().unwrap_or_default().trim()
}

fn names(text: &str, stub: &str) -> bool {
    text.contains(&format!("`{stub}`"))
}

/// The labels inside the worked example: the comments that have a line of their own; where some are numbered, only those.
fn steps(section: &Section, language: &Language) -> Vec<String> {
    let opening = format!("```{} worked", language.fence);
    let Some((_, rest)) = section.content.split_once(&opening) else { return Vec::new() };
    let code = rest.split("\n```").next().unwrap_or_default();
    let comment = |line: &str| {
        let text = line.trim().strip_prefix("//").or_else(|| line.trim().strip_prefix("/*")?.strip_suffix("*/"))?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let all: Vec<String> = code.lines().filter_map(comment).collect();
    let unnumbered = |text: &String| {
        let (number, rest) = text.split_once(". ")?;
        number.parse::<u32>().ok().map(|_| rest.to_owned())
    };
    let numbered: Vec<String> = all.iter().filter_map(unnumbered).collect();
    let chosen = if numbered.is_empty() { all } else { numbered };
    chosen.into_iter().take(MAX_STEPS).map(|step| crate::text::bounded(&step, MAX_WORDS)).collect()
}

/// "Now write the first line of `x`: …" without its first word. To implement the whole is no first step.
fn first_step(section: &Section, unit: &Unit) -> Option<String> {
    let asked = closing(section).strip_prefix("Now ")?;
    if asked.starts_with("implement") || !unit.stubs.iter().any(|stub| names(asked, &stub.name)) {
        return None;
    }
    let sentence = asked.split_inclusive(". ").next().unwrap_or(asked).trim();
    let mut letters = sentence.chars();
    let capital = letters.next()?.to_uppercase().collect::<String>();
    Some(crate::text::bounded(&format!("{capital}{}", letters.as_str()), MAX_WORDS))
}

#[cfg(test)]
mod tests {
    use super::super::advice::tests::{exercise, met};
    use super::*;
    use crate::curriculum;
    use crate::pack::Bank;

    fn sections(pack: &Pack) -> Vec<Section> {
        let section = |lesson: &crate::pack::Lesson| Section {
            schema_version: "lesson_section_v1".into(),
            role: "lesson-expand".into(),
            section_id: lesson.file.clone(),
            kind: lesson.kind.clone(),
            file_path: None,
            section_title: Some(lesson.title.clone()),
            content: pack.lesson.iter().find(|f| f.path == lesson.file).expect("the file").content.clone(),
            is_complete: false,
            next_focus: None,
            dispute: None,
        };
        pack.meta.lessons.iter().map(section).collect()
    }

    fn begun(language: &str, node: &str, with_pack: bool, active: &[Remediation]) -> Vec<Extra> {
        let pack = Bank::Embedded.load(language, node).expect("the pack loads");
        let language = crate::language::by_name(language).expect("a language");
        let sections = sections(&pack);
        let sections: Vec<&Section> = sections.iter().collect();
        let mut exercise = exercise(language, &pack);
        exercise.find_lessons(&sections);
        let (node, pack) = (curriculum::node(node).expect("the node"), with_pack.then_some(&pack));
        at_start(active, Fresh { node, exercise: &exercise, pack, language, sections: &sections })
    }

    #[test]
    fn it_is_about_what_came_to_a_repeat_and_belongs_here() {
        let active = [
            met("missing-mut", Step::Repeat, "S101", Some("ex-9")),
            met("stray-semicolon", Step::Bridge, "S100", None),
            met("deref-taken-for-inheritance", Step::Repeat, "B101", None),
        ];
        let extra = begun("rust", "S100", true, &active);
        assert_eq!(extra.len(), 1);
        assert_eq!((extra[0].tag.as_str(), extra[0].unit.as_deref()), ("missing-mut", Some("ex-2")));
        assert_eq!(extra[0].lesson.as_deref(), Some("3. A name that may change"));
        assert_eq!((extra[0].stub.as_str(), extra[0].file.as_str()), ("storage_cents", "src/lib.rs"));
    }

    #[test]
    fn the_steps_are_those_of_the_sections_example_and_the_first_is_small() {
        let extra = begun("rust", "S100", true, &[met("missing-mut", Step::Repeat, "S100", Some("ex-2"))]).remove(0);
        assert_eq!(extra.steps[0], "make a binding that may change");
        assert!(extra.first.as_deref().is_some_and(|f| f.starts_with("Write the first line of `storage_cents`")), "{extra:?}");
        let extra = begun("c", "C201", true, &[met("void-pointer-for-value", Step::Repeat, "C201", Some("ex-3"))]).remove(0);
        assert!(extra.steps.contains(&"give the address its type back".to_owned()), "{extra:?}");
        assert_eq!(extra.first, None, "to implement the whole is no first step");
    }

    #[test]
    fn of_two_stubs_it_stands_above_the_one_concerned() {
        let at = |tag: &str, evidence: Option<&str>| {
            let mut seen = met(tag, Step::Repeat, "C201", Some("ex-3"));
            seen.last.evidence = evidence.map(str::to_owned);
            begun("c", "C201", true, &[seen]).remove(0).stub
        };
        assert_eq!(at("void-pointer-for-value", Some("test_count_above_counts: expected 2, got 0")), "count_above", "its test showed it");
        assert_eq!(at("calls-instead-of-passing", Some("-Wx at src/gauge.c:40")), "count_above", "the pack's sign names it");
        assert_eq!(at("wrong-signature", None), "count_above", "section 5 asks for it");
        assert_eq!(at("void-pointer-for-value", None), "is_above", "section 4 asks for it");
    }

    #[test]
    fn a_new_exercise_of_a_model_has_units_of_its_own() {
        let extra = begun("rust", "S100", false, &[met("missing-mut", Step::Repeat, "S100", Some("ex-2"))]).remove(0);
        assert_eq!((extra.unit, extra.lesson, extra.run_alone), (None, None, None), "ex-2 was a unit of the exercise before");
        assert_eq!(extra.stub, "parcel_grams", "so it stands above the first");
        assert!(extra.symptom.is_some_and(|s| s.contains("E0384")));
    }
}
