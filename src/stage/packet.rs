//! `context_packet_v1`: all that a stage call is told, built from live state at the moment of the call. Fields that stay the same within a loop come
//! first and what changes comes last, so that the prompt of one call is, but for a short tail, a prefix of the next and providers' caches hit.
//! There is no clock and nothing random in it.

use serde::{Deserialize, Serialize};

use crate::curriculum::Need;
use crate::evidence::Evidence;
use crate::session::Depth;
use crate::stage::Role;
use crate::stage::reply::{Scaffold, Section};

pub const PACKET_VERSION: &str = "context_packet_v1";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Packet {
    pub schema_version: String,
    pub role: Role,
    pub task_type: String,
    pub learner_profile: LearnerProfile,
    pub curriculum_context: CurriculumContext,
    pub misconception_context: MisconceptionContext,
    pub policy_context: PolicyContext,
    pub output_contract: OutputContract,
    pub scaffold_context: Option<Scaffold>,
    pub prior_loop_sections: Vec<PriorLoop>,
    pub current_sections: Vec<Section>,
    pub next_focus: Option<String>,
    /// The sections that the reply replaces whole, where a fault is to be repaired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked_sections: Vec<String>,
    pub attempt_context: AttemptContext,
    pub evidence_context: EvidenceContext,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LearnerProfile {
    pub mastery: u8,
    pub prerequisites: Vec<NodeMastery>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NodeMastery {
    pub node_id: String,
    /// Says what the id stands for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    pub level: u8,
    /// What it teaches, where whoever is asked has to write with that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CurriculumContext {
    pub node_id: String,
    pub title: String,
    pub language: String,
    pub depth_target: Depth,
    pub keywords: Vec<String>,
    pub misconception_tags: Vec<String>,
    /// What one can do afterwards.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The titles of the nodes that build on this one: what they teach is not for this exercise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<String>,
    /// What running the exercise takes beyond the ordinary.
    #[serde(default)]
    pub needs: Vec<Need>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MisconceptionContext {
    pub top_tags: Vec<TagCount>,
    pub recent_events: Vec<RecentTag>,
    /// What is being done about tags that keep coming back, the most pressing first.
    #[serde(default)]
    pub remediations: Vec<ActiveRemediation>,
}

/// A tag that was seen too often lately: at `bridge` something smaller helps, at `repeat` more scaffold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ActiveRemediation {
    pub tag: String,
    pub step: String,
    pub seen: u32,
    pub of_attempts: u32,
    /// What is true instead of the misconception.
    pub true_instead: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TagCount {
    pub tag: String,
    pub count: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecentTag {
    pub tag: String,
    pub node_id: String,
    pub attempt_index: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PolicyContext {
    pub allow_reveal: bool,
    pub max_attempts_before_reveal: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OutputContract {
    pub schema: String,
    pub exercise_id: Option<String>,
}

/// What an earlier loop made: the full sections and, for orientation, the functions and tests in them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PriorLoop {
    pub loop_kind: String,
    /// Each once, methods with their type: `Talk::seconds`.
    pub functions: Vec<String>,
    /// Those of them that the learner is to write.
    #[serde(default)]
    pub stubs: Vec<String>,
    pub tests: Vec<String>,
    pub sections: Vec<Section>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AttemptContext {
    pub attempt_index: u32,
    pub hint_level: u8,
    pub target_unit: Option<String>,
    pub elapsed_minutes: f64,
    pub question: Option<String>,
    /// What the learner has been told for this unit, from the lowest level on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_hints: Vec<EarlierHint>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EarlierHint {
    pub level: u8,
    pub text: String,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EvidenceContext {
    pub latest: Option<Evidence>,
    /// Present where the latest run is not itself the last failing one.
    pub last_failing: Option<Evidence>,
}

impl Packet {
    /// What a call of this role cannot do without. With anything missing the call is not made.
    pub fn missing(&self) -> Vec<&'static str> {
        let mut missing = Vec::new();
        if self.curriculum_context.node_id.is_empty() {
            missing.push("curriculum_context.node_id");
        }
        if self.curriculum_context.language.is_empty() {
            missing.push("curriculum_context.language");
        }
        let prior = |kind: &str| self.prior_loop_sections.iter().any(|p| p.loop_kind == kind);
        match self.role {
            Role::Scaffold => {}
            Role::StarterExpand | Role::TestExpand | Role::Solution | Role::LessonExpand => {
                if self.role != Role::Solution && self.scaffold_context.is_none() {
                    missing.push("scaffold_context");
                }
                if self.role != Role::StarterExpand && !prior("starter") {
                    missing.push("prior_loop_sections.starter");
                }
                if self.role == Role::LessonExpand && !prior("test") {
                    missing.push("prior_loop_sections.test");
                }
            }
            Role::Coach => {
                if self.output_contract.exercise_id.as_deref().unwrap_or("").is_empty() {
                    missing.push("output_contract.exercise_id");
                }
                if !(1..=3).contains(&self.attempt_context.hint_level) {
                    missing.push("attempt_context.hint_level");
                }
                if self.attempt_context.target_unit.is_none() {
                    missing.push("attempt_context.target_unit");
                }
            }
            Role::Reviewer => {
                if self.output_contract.exercise_id.as_deref().unwrap_or("").is_empty() {
                    missing.push("output_contract.exercise_id");
                }
                if self.attempt_context.attempt_index == 0 || self.evidence_context.latest.is_none() {
                    missing.push("evidence_context.latest");
                }
            }
        }
        missing
    }
}
