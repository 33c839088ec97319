//! The typed forms of accepted replies. A value of these types alone proves nothing: only `guard::Accepted` says that it was judged.

use serde::{Deserialize, Serialize};

use crate::session::Depth;
use crate::stage::Role;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scaffold {
    pub schema_version: String,
    pub role: String,
    pub scaffold_id: String,
    pub node_id: String,
    pub depth_target: Depth,
    pub lesson_plan: LessonPlan,
    pub starter_plan: StarterPlan,
    pub test_plan: TestPlan,
    pub exercise_description: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonPlan {
    pub section_intents: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StarterPlan {
    pub file_intents: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestPlan {
    pub case_intents: Vec<String>,
}

/// One accepted reply of any of the three loops: code sections have a file path, lesson sections a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    pub schema_version: String,
    pub role: String,
    pub section_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section_title: Option<String>,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_path: Option<String>,
    pub content: String,
    pub is_complete: bool,
    #[serde(default)]
    pub next_focus: Option<String>,
    /// Of a repaired code section: why the fault that it was told is none. Never told on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<String>,
}

impl Section {
    /// A whole file in the form of a section of that role, named by its path.
    pub fn from_file(role: Role, path: &str, content: &str) -> Section {
        Section {
            schema_version: role.schema().to_owned(),
            role: role.name().to_owned(),
            section_id: path.to_owned(),
            section_title: None,
            kind: "file".to_owned(),
            file_path: Some(path.to_owned()),
            content: content.to_owned(),
            is_complete: true,
            next_focus: None,
            dispute: None,
        }
    }
}

/// The files of the starter that hold stubs, with every stub written by someone who saw the starter alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    pub schema_version: String,
    pub role: String,
    pub files: Vec<SolutionFile>,
    /// Stubs written otherwise, and as right; replies from before they were asked for have none.
    #[serde(default)]
    pub alternatives: Vec<Version>,
    /// Stubs as they should not be written.
    #[serde(default)]
    pub wrong: Vec<Version>,
    /// Sentences of the starter that can be read in two ways.
    #[serde(default)]
    pub unclear: Vec<Unclear>,
    #[serde(default)]
    pub dispute: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unclear {
    pub stub: String,
    pub sentence: String,
}

/// One stub in another version than the reference's, to try the tests with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    pub stub: String,
    /// The whole function.
    pub code: String,
    /// For a wrong one: an input, and what the contract says of it.
    #[serde(default)]
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionFile {
    pub file_path: String,
    pub content: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintPack {
    pub schema_version: String,
    pub role: String,
    pub hint_id: String,
    pub exercise_id: String,
    pub node_id: String,
    pub depth_target: Depth,
    pub attempt_index: i64,
    pub hint_level: i64,
    pub dominant_tag: Option<String>,
    pub allowed_reveal: bool,
    pub current_hint: HintText,
    pub full_solution_provided: bool,
    pub revealed_solution: Option<RevealedSolution>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintText {
    pub style: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevealedSolution {
    pub code: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewReport {
    pub schema_version: String,
    pub role: String,
    pub report_id: String,
    pub exercise_id: String,
    pub node_id: String,
    pub depth_target: Depth,
    pub attempt_index: i64,
    pub pass_fail: PassFail,
    pub score: i64,
    pub dominant_tag: Option<String>,
    pub remediation: Remediation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PassFail {
    Pass,
    Fail,
    ProvisionalPass,
    InvalidContext,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remediation {
    pub action: Action,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    RetrySame,
    BridgeLesson,
    PartialReveal,
    FullReveal,
    AdvanceNext,
}
