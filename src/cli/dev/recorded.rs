//! A recorded reply and what it answered: whole packets as they were, or a few words about them for fixtures that a person writes.

use serde::Deserialize;
use serde_json::Value;

use crate::evidence::{Evidence, Outcome};
use crate::guard::Reason;
use crate::language;
use crate::session::Depth;
use crate::stage::packet::{
    AttemptContext, CurriculumContext, EvidenceContext, LearnerProfile, MisconceptionContext, OutputContract, PACKET_VERSION, Packet,
    PolicyContext, PriorLoop,
};
use crate::stage::reply::{Section, SolutionFile};
use crate::stage::{LoopKind, Role};

/// A reply with the packet it answers, and how it should be judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recorded {
    pub packet: Option<Packet>,
    pub about: Option<About>,
    #[serde(default)]
    pub stubs: Vec<String>,
    pub expect: Option<Expected>,
    /// An object, or text where it is not even JSON.
    pub reply: Value,
    /// For whoever reads the fixture; named here because an unknown field is refused.
    #[serde(default, rename = "why")]
    _why: String,
}

/// What the packet said, in short.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    role: Role,
    language: String,
    node_id: String,
    depth: Depth,
    #[serde(default)]
    exercise_id: Option<String>,
    #[serde(default)]
    attempt_index: u32,
    #[serde(default)]
    hint_level: u8,
    #[serde(default)]
    allow_reveal: bool,
    /// How the latest run ended.
    #[serde(default)]
    outcome: Option<Outcome>,
    /// For a reference: the files that it is for, as sections of the starter.
    #[serde(default)]
    starter: Vec<SolutionFile>,
}

#[derive(Deserialize, Clone, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Expected {
    pub accepted: bool,
    pub reason: Option<Reason>,
    #[serde(default)]
    pub rules: Vec<String>,
}

impl About {
    /// A hint of this level, asked for before anything was run.
    pub(super) fn of_coach(language: &str, node: &str, depth: Depth, exercise: &str, level: u8) -> About {
        About {
            role: Role::Coach,
            language: language.to_owned(),
            node_id: node.to_owned(),
            depth,
            exercise_id: Some(exercise.to_owned()),
            attempt_index: 0,
            hint_level: level,
            allow_reveal: false,
            outcome: None,
            starter: Vec::new(),
        }
    }

    pub(super) fn packet(&self) -> Packet {
        let context = CurriculumContext {
            node_id: self.node_id.clone(),
            title: String::new(),
            language: self.language.clone(),
            depth_target: self.depth,
            keywords: Vec::new(),
            misconception_tags: Vec::new(),
            about: String::new(),
            later: Vec::new(),
            needs: Vec::new(),
        };
        let latest = self.outcome.map(|outcome| Evidence {
            outcome,
            command: String::new(),
            exit_code: None,
            duration_ms: 0,
            output_excerpt: String::new(),
            diagnostics: Vec::new(),
            tests: Vec::new(),
            source: Vec::new(),
            tampered: Vec::new(),
        });
        Packet {
            policy_context: PolicyContext { allow_reveal: self.allow_reveal, max_attempts_before_reveal: 4 },
            output_contract: OutputContract { schema: self.role.schema().to_owned(), exercise_id: self.exercise_id.clone() },
            attempt_context: AttemptContext { attempt_index: self.attempt_index, hint_level: self.hint_level, ..AttemptContext::default() },
            prior_loop_sections: self.starter_loop().into_iter().collect(),
            evidence_context: EvidenceContext { latest, last_failing: None },
            ..bare(self.role, PACKET_VERSION, context)
        }
    }
}

impl About {
    fn starter_loop(&self) -> Option<PriorLoop> {
        let section = |file: &SolutionFile| Section::from_file(Role::StarterExpand, &file.file_path, &file.content);
        (!self.starter.is_empty()).then(|| PriorLoop {
            loop_kind: LoopKind::Starter.name().to_owned(),
            functions: Vec::new(),
            stubs: Vec::new(),
            tests: Vec::new(),
            sections: self.starter.iter().map(section).collect(),
        })
    }
}

/// The packet a bare reply would answer well: the exercise it names, nothing permitted, nothing run.
pub(super) fn assumed(reply: &Value) -> Option<Packet> {
    let role = Role::by_schema(reply.get("schema_version")?.as_str()?)?;
    let text = |key: &str| reply.get(key).and_then(Value::as_str).unwrap_or("unknown").to_owned();
    let number = |key: &str| reply.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    let context = CurriculumContext {
        node_id: text("node_id"),
        title: String::new(),
        language: language::all().first()?.name.clone(),
        depth_target: reply.get("depth_target").and_then(|d| serde_json::from_value(d.clone()).ok()).unwrap_or_default(),
        keywords: Vec::new(),
        misconception_tags: Vec::new(),
        about: String::new(),
        later: Vec::new(),
        needs: Vec::new(),
    };
    Some(Packet {
        output_contract: OutputContract { schema: role.schema().to_owned(), exercise_id: Some(text("exercise_id")) },
        attempt_context: AttemptContext {
            attempt_index: number("attempt_index"),
            hint_level: u8::try_from(number("hint_level")).unwrap_or(0),
            ..AttemptContext::default()
        },
        ..bare(role, "assumed", context)
    })
}

fn bare(role: Role, version: &str, curriculum_context: CurriculumContext) -> Packet {
    Packet {
        schema_version: version.to_owned(),
        role,
        task_type: "validate".to_owned(),
        learner_profile: LearnerProfile::default(),
        curriculum_context,
        misconception_context: MisconceptionContext::default(),
        policy_context: PolicyContext { allow_reveal: false, max_attempts_before_reveal: 4 },
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
