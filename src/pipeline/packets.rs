//! Builds packets from live state. The only place where a session becomes something a provider is told.

use super::Work;
use crate::curriculum::Node;
use crate::error::Error;
use crate::exercise::TextFile;
use crate::language::Language;
use crate::mastery::{Mastery, Misconceptions};
use crate::misconception::{self, Remediation};
use crate::session::{Depth, RevealRule, Session};
use crate::stage::packet::{
    ActiveRemediation, AttemptContext, CurriculumContext, EvidenceContext, LearnerProfile, MisconceptionContext, NodeMastery,
    OutputContract, PACKET_VERSION, Packet, PolicyContext, PriorLoop,
};
use crate::stage::reply::Section;
use crate::stage::{LoopKind, Role};

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
        let level_of = |id: &String| NodeMastery { node_id: id.clone(), level: self.mastery.level(id) };
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
        };
        let (latest, failing) = (session.latest_attempt(), session.last_failing_attempt());
        packet.evidence_context = EvidenceContext {
            latest: latest.map(|a| a.evidence.clone()),
            last_failing: failing.filter(|f| latest.is_none_or(|l| l.index != f.index)).map(|a| a.evidence.clone()),
        };
        packet
    }
}

/// What a finished loop hands on: its sections in full, and a summary of what is in them.
pub(super) fn prior_loop(kind: LoopKind, sections: &[Section], files: &[TextFile], language: &Language) -> PriorLoop {
    let outlines = files.iter().filter_map(|f| language.syntax().map(|s| s.outline(&f.content)));
    let (tests, functions): (Vec<_>, Vec<_>) = outlines.flat_map(|o| o.functions).partition(|f| f.is_test);
    PriorLoop {
        loop_kind: kind.name().to_owned(),
        functions: functions.into_iter().map(|f| f.name).collect(),
        tests: tests.into_iter().map(|f| f.name).collect(),
        sections: sections.to_vec(),
    }
}
