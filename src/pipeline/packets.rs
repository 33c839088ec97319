//! Builds packets from live state. The only place where a session becomes something a provider is told.

use super::Work;
use crate::curriculum::{self, Node};
use crate::error::Error;
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
        let level_of = |id: &String| NodeMastery { node_id: id.clone(), title: title_of(id), level: self.mastery.level(id) };
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
        .map(|h| EarlierHint { level: h.level, text: crate::text::bounded(&h.text, 4096) })
        .collect();
    told.sort_by_key(|h| h.level);
    told
}

/// The exercise as the learner has it, in the form of the loops that made it: what a coach or a reviewer has to know of it. Sealed files only; the
/// learner's own stand in the evidence.
pub(super) fn exercise_context(sealed: &SealedExercise, language: &Language) -> Vec<PriorLoop> {
    const MOST: usize = 192 * 1024;
    let mut left = MOST;
    let mut section = |role: Role, path: &str, content: &str| {
        let content = crate::text::bounded(content, left);
        left = left.saturating_sub(content.len());
        Section {
            schema_version: role.schema().to_owned(),
            role: role.name().to_owned(),
            section_id: path.to_owned(),
            section_title: None,
            kind: "file".to_owned(),
            file_path: Some(path.to_owned()),
            content,
            is_complete: true,
            next_focus: None,
        }
    };
    let own_tests: Vec<TextFile> = sealed
        .generated
        .iter()
        .filter(|f| f.path.starts_with(&format!("{}/", language.layout.tests)))
        .filter(|f| !language.layout.reserved.iter().any(|r| f.path.ends_with(&format!("/{r}"))))
        .map(|f| TextFile { path: f.path.clone(), content: f.content.clone() })
        .collect();
    let starter: Vec<Section> = sealed.starter.iter().map(|f| section(Role::StarterExpand, &f.path, &f.content)).collect();
    let tests: Vec<Section> = own_tests.iter().map(|f| section(Role::TestExpand, &f.path, &f.content)).collect();
    let lesson: Vec<Section> =
        sealed.generated.iter().filter(|f| f.path == "LESSON.md").map(|f| section(Role::LessonExpand, &f.path, &f.content)).collect();
    vec![
        prior_loop(LoopKind::Starter, &starter, &sealed.starter, language),
        prior_loop(LoopKind::Test, &tests, &own_tests, language),
        prior_loop(LoopKind::Lesson, &lesson, &[], language),
    ]
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
