//! Builds packets from live state. The only place where a session becomes something a provider is told.

use super::{Work, prune};
use crate::curriculum::{self, Node};
use crate::error::Error;
use crate::evidence::{Diagnostic, Evidence, Level, stub_of_test};
use crate::exercise::TextFile;
use crate::language::Language;
use crate::mastery::{Mastery, Misconceptions};
use crate::misconception::{self, Remediation};
use crate::session::{Depth, RevealRule, Session};
use crate::stage::packet::{
    ActiveRemediation, AttemptContext, CurriculumContext, EarlierHint, EvidenceContext, LearnerProfile, MisconceptionContext, NodeMastery,
    OutputContract, PACKET_VERSION, Packet, PolicyContext, PriorLoop,
};
use crate::stage::reply::Section;
use crate::stage::{LoopKind, Role, prompt};
use crate::syntax::Function;
use crate::workspace::SealedExercise;

/// What stays the same for all calls about one node.
pub(super) struct Base<'a> {
    pub node: &'a Node,
    pub depth: Depth,
    pub mastery: Mastery,
    misconceptions: Misconceptions,
    /// What is being done about misconceptions of the language.
    pub active: Vec<Remediation>,
    rule: RevealRule,
}

/// How many remediations a packet tells of.
const MAX_REMEDIATIONS: usize = 5;

impl<'a> Base<'a> {
    pub(super) fn of(work: &mut Work, node: &'a Node, depth: Depth) -> Result<Base<'a>, Error> {
        let (mastery, misconceptions) = (work.mastery()?, work.misconceptions()?);
        let active = misconception::active(&misconceptions, &node.language, work.now);
        Ok(Base { node, depth, mastery, misconceptions, active, rule: work.reveal_rule })
    }

    fn misconception_context(&self) -> MisconceptionContext {
        let told = |r: &Remediation| ActiveRemediation {
            tag: r.tag.clone(),
            step: r.step.name().to_owned(),
            seen: r.seen,
            of_attempts: r.of,
            true_instead: misconception::catalogue().get(&r.tag).map(|e| e.fix.trim().to_owned()).unwrap_or_default(),
        };
        let remediations = self.active.iter().take(MAX_REMEDIATIONS).map(told).collect();
        MisconceptionContext { remediations, ..self.misconceptions.context(&self.node.id) }
    }

    pub(super) fn packet(&self, role: Role, task_type: &str) -> Packet {
        let node = self.node;
        let title_of = |id: &String| curriculum::node(id).map(|n| n.title.clone()).unwrap_or_default();
        let level_of =
            |id: &String| NodeMastery { node_id: id.clone(), title: title_of(id), level: self.mastery.level(id), about: String::new() };
        let builds_on_it = |n: &&Node| n.prerequisites.contains(&node.id);
        Packet {
            schema_version: PACKET_VERSION.to_owned(),
            role,
            task_type: task_type.to_owned(),
            learner_profile: LearnerProfile {
                mastery: self.mastery.level(&node.id),
                prerequisites: node.prerequisites.iter().map(level_of).collect(),
            },
            curriculum_context: CurriculumContext {
                node_id: node.id.clone(),
                title: node.title.clone(),
                language: node.language.clone(),
                depth_target: self.depth,
                keywords: node.keywords.clone(),
                misconception_tags: node.tags.clone(),
                about: node.about.clone(),
                later: curriculum::of_language(&node.language).filter(builds_on_it).map(|n| n.title.clone()).collect(),
                needs: node.needs.clone(),
            },
            misconception_context: self.misconception_context(),
            policy_context: PolicyContext { allow_reveal: false, max_attempts_before_reveal: self.rule.after_attempts },
            output_contract: OutputContract { schema: role.schema().to_owned(), exercise_id: None },
            scaffold_context: None,
            prior_loop_sections: Vec::new(),
            current_sections: Vec::new(),
            next_focus: None,
            asked_sections: Vec::new(),
            attempt_context: AttemptContext::default(),
            evidence_context: EvidenceContext::default(),
        }
    }

    /// A packet about the session's exercise: evidence of the latest run, and of the last failing one where that is another.
    pub(super) fn session_packet(&self, role: Role, task_type: &str, session: &Session, now: jiff::Timestamp) -> Packet {
        let mut packet = self.packet(role, task_type);
        packet.output_contract.exercise_id = Some(session.exercise_id.clone());
        packet.attempt_context = AttemptContext {
            attempt_index: session.attempt_state.attempt_index,
            hint_level: session.attempt_state.hint_level_used,
            target_unit: Some(session.target_unit()),
            elapsed_minutes: session.elapsed_minutes(now),
            question: None,
            earlier_hints: earlier_hints(session),
        };
        let (latest, failing) = (session.latest_attempt(), session.last_failing_attempt());
        packet.evidence_context = EvidenceContext {
            latest: latest.map(|a| a.evidence.clone()),
            last_failing: failing.filter(|f| latest.is_none_or(|l| l.index != f.index)).map(|a| a.evidence.clone()),
        };
        packet
    }
}

fn earlier_hints(session: &Session) -> Vec<EarlierHint> {
    let unit = session.target_unit();
    let mut told: Vec<EarlierHint> = session
        .attempt_state
        .hints
        .iter()
        .filter(|h| h.unit == unit)
        .map(|h| EarlierHint { level: h.level, text: crate::text::bounded(&h.text, MAX_HINT) })
        .collect();
    told.sort_by_key(|h| h.level);
    told
}

/// A coach or a reviewer is told this much beside the learner's source and the evidence.
const MOST_TOLD: usize = 16_000;
/// Of the output of a run; the tests and diagnostics stand beside it.
const MAX_OUTPUT: usize = 4 * 1024;
/// Of a hint that was given before.
const MAX_HINT: usize = 1200;

/// Which part of the exercise is needed.
#[derive(Debug, Clone, Copy)]
pub(super) enum About<'a> {
    /// What the learner is at: its functions as they were handed out, its tests and its sections of the lesson.
    Unit(&'a str),
    /// All that is tested, for whoever looks at the whole of it.
    Whole,
}

/// Tells a model of the exercise and of the run what it needs for this call. Sealed files only; the learner's own stand in the evidence.
pub(super) fn tell_exercise(packet: &mut Packet, sealed: &SealedExercise, about: About, language: &Language) {
    let context = &mut packet.evidence_context;
    for evidence in [&mut context.latest, &mut context.last_failing].into_iter().flatten() {
        let unwritten = unwritten_functions(evidence, language);
        let is_noise = |d: &Diagnostic| d.level == Level::Warning && d.stub.as_ref().is_some_and(|stub| unwritten.contains(stub));
        evidence.diagnostics.retain(|d| !is_noise(d));
        evidence.output_excerpt = crate::text::bounded(&evidence.output_excerpt, MAX_OUTPUT);
    }
    let source_is_told = context.latest.is_some();
    packet.prior_loop_sections = exercise_context(sealed, about, source_is_told, language);
    // The lesson first: the tests and the contract say what is asked.
    for kind in [LoopKind::Lesson, LoopKind::Test, LoopKind::Starter] {
        let excess = told_bytes(packet).saturating_sub(MOST_TOLD);
        let sections = packet.prior_loop_sections.iter_mut().filter(|p| p.loop_kind == kind.name()).flat_map(|p| &mut p.sections);
        shorten(sections.rev().collect(), excess);
    }
}

/// What a prompt has beside the learner's source and the evidence.
fn told_bytes(packet: &Packet) -> usize {
    let packet = Packet { evidence_context: EvidenceContext::default(), ..packet.clone() };
    prompt::render(&packet, None).map_or(0, |p| p.len())
}

/// Cuts as much as has to go, from the end. A line break is two bytes in a prompt, so a bit more than asked for goes.
fn shorten(sections: Vec<&mut Section>, mut excess: usize) {
    for section in sections {
        let size = section.content.len();
        let cut = if excess == 0 { 0 } else { (excess + 64).min(size) };
        if cut > 0 {
            section.content = crate::text::bounded(&section.content, size - cut);
        }
        excess -= excess.min(cut);
    }
}

fn unwritten_functions(evidence: &Evidence, language: &Language) -> Vec<String> {
    let Some(syntax) = language.syntax() else { return Vec::new() };
    let functions = evidence.source.iter().flat_map(|f| syntax.outline(&f.content).functions);
    functions.filter(|f| f.unwritten.is_some()).map(|f| f.name).collect()
}

fn exercise_context(sealed: &SealedExercise, about: About, source_is_told: bool, language: &Language) -> Vec<PriorLoop> {
    let own_test = |path: &str| {
        path.starts_with(&format!("{}/", language.layout.tests))
            && !language.layout.reserved.iter().any(|r| path.ends_with(&format!("/{r}")))
    };
    let files = sealed.generated.iter().filter(|f| own_test(&f.path));
    let mut tests: Vec<TextFile> = files.map(|f| TextFile { path: f.path.clone(), content: f.content.clone() }).collect();
    let (mut starter, mut lesson) = (Vec::new(), Vec::new());
    if let About::Unit(id) = about {
        let unit = sealed.exercise.unit(id);
        let stubs = sealed.exercise.stub_refs();
        let is_own = |f: &Function| stubs.iter().any(|s| s.unit == id && s.name == f.name);
        // Constants and types are in the learner's source; before a first run that is the starter.
        let stays = |f: &Function| if source_is_told { is_own(f) } else { is_own(f) || !stubs.iter().any(|s| s.name == f.name) };
        starter = sealed.starter.iter().map(|f| functions_of(f, stays, source_is_told, language)).collect();
        starter.retain(|f| prune::has_code(&f.content, language));
        let of_another = |f: &Function| f.is_test && stub_of_test(&f.name, &stubs).is_none_or(|s| s.unit != id);
        tests.iter_mut().for_each(|f| f.content = prune::without_functions(&f.content, of_another, language));
        tests.retain(|f| prune::has_code(&f.content, language));
        let text = sealed.generated.iter().find(|f| f.path == "LESSON.md").map(|f| f.content.as_str()).unwrap_or_default();
        let sections = unit.iter().flat_map(|u| &u.lesson).filter_map(|heading| lesson_section(text, heading));
        lesson = sections.map(|content| TextFile { path: "LESSON.md".to_owned(), content }).collect();
    }
    let told = |kind: LoopKind, files: &[TextFile]| {
        let sections: Vec<Section> = files.iter().map(|f| Section::from_file(kind.role(), &f.path, &f.content)).collect();
        prior_loop(kind, &sections, files, language)
    };
    let loops = [told(LoopKind::Starter, &starter), told(LoopKind::Test, &tests), told(LoopKind::Lesson, &lesson)];
    loops.into_iter().filter(|p| !p.sections.is_empty()).collect()
}

/// These functions of a file, each with what stands above it; alone, or with all that is no function.
fn functions_of(file: &TextFile, stays: impl Fn(&Function) -> bool, alone: bool, language: &Language) -> TextFile {
    let content = if alone {
        let functions = language.syntax().map(|s| s.outline(&file.content).functions).unwrap_or_default();
        let own: Vec<&Function> = functions.iter().filter(|f| stays(f)).collect();
        let lines = file.content.split_inclusive('\n').zip(1..).filter(|(_, n)| own.iter().any(|f| f.lines.contains(n)));
        lines.map(|(line, _)| line).collect()
    } else {
        prune::without_functions(&file.content, |f| !stays(f), language)
    };
    TextFile { path: file.path.clone(), content }
}

/// The text under the heading `## 3. Title`, with it, outside of code fences.
fn lesson_section(text: &str, heading: &str) -> Option<String> {
    let (mut out, mut inside, mut fenced) = (String::new(), false, false);
    for line in text.split_inclusive('\n') {
        fenced ^= line.starts_with("```");
        if !fenced && line.starts_with("## ") {
            inside = line[3..].trim() == heading;
        }
        if inside {
            out.push_str(line);
        }
    }
    (!out.is_empty()).then_some(out)
}

/// What a model would be sent for this packet, to be looked at.
pub(super) fn as_text(packet: &Packet) -> Result<String, Error> {
    let none = || Error::Internal(format!("there are no stage instructions for {}", packet.curriculum_context.language));
    prompt::render(packet, None).ok_or_else(none)
}

/// The same learner and node, for another role.
pub(super) fn for_role(packet: &Packet, role: Role, task_type: &str) -> Packet {
    Packet {
        role,
        task_type: task_type.to_owned(),
        output_contract: OutputContract { schema: role.schema().to_owned(), ..packet.output_contract.clone() },
        ..packet.clone()
    }
}

/// What a finished loop hands on: its sections in full, and a summary of what is in them.
pub(super) fn prior_loop(kind: LoopKind, sections: &[Section], files: &[TextFile], language: &Language) -> PriorLoop {
    let outlines = files.iter().filter_map(|f| language.syntax().map(|s| s.outline(&f.content)));
    let (tests, functions): (Vec<_>, Vec<_>) = outlines.flat_map(|o| o.functions).partition(|f| f.is_test);
    PriorLoop {
        loop_kind: kind.name().to_owned(),
        functions: names(functions.iter()),
        stubs: names(functions.iter().filter(|f| f.unwritten.is_some())),
        tests: names(tests.iter()),
        sections: sections.to_vec(),
    }
}

/// Each once: in C a function has its prototype and its body.
fn names<'f>(functions: impl Iterator<Item = &'f Function>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for function in functions {
        let name = function.owner.iter().chain([&function.name]).cloned().collect::<Vec<_>>().join("::");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(language: &str, files: &[(&str, &str)]) -> PriorLoop {
        let files: Vec<TextFile> = files.iter().map(|(path, text)| TextFile { path: (*path).into(), content: (*text).into() }).collect();
        prior_loop(LoopKind::Starter, &[], &files, crate::language::by_name(language).unwrap())
    }

    #[test]
    fn each_function_is_told_once_and_stubs_are_told_apart() {
        let body = "int row_of(int seat)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n\nint given(void)\n{\n    return 1;\n}\n";
        let c = told("c", &[("src/hall.h", "int row_of(int seat);\nint given(void);\n"), ("src/hall.c", body)]);
        assert_eq!((c.functions, c.stubs), (vec!["row_of".to_owned(), "given".to_owned()], vec!["row_of".to_owned()]));
    }

    #[test]
    fn a_method_is_told_with_its_type() {
        let text = "pub struct Talk;\npub struct Song;\nimpl Talk {\n    pub fn seconds(&self) -> u32 {\n        todo!(\"ex-1\")\n    }\n}\n\
                    impl Song {\n    pub fn seconds(&self) -> u32 {\n        180\n    }\n}\npub fn free() {}\n";
        let rust = told("rust", &[("src/lib.rs", text)]);
        assert_eq!(rust.functions, ["Talk::seconds", "Song::seconds", "free"]);
        assert_eq!(rust.stubs, ["Talk::seconds"]);
    }
}
