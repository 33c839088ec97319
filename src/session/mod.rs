//! One learner working on one exercise: the record that `start` creates and every later command reads. Owns the stored shape (camelCase keys that
//! users' files depend on), the hint ladder and the reveal rule. It does no input or output, and time is always an argument.

mod calls;
mod ladder;

pub use calls::{CallRecord, CallTotals};
pub use ladder::{Reveal, RevealRule, TOP_LEVEL};

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::evidence::Evidence;
use crate::stage::reply::ReviewReport;

/// 1: the first format with a version. Files without one come from the earlier program and are read as version 0.
pub const FORMAT_VERSION: u32 = 1;
/// The key of a session whose exercise a learner found broken; what it holds says when, and in whose words.
pub const REPORTED_BROKEN: &str = "reportedBroken";
/// The audit log keeps every attempt; the session file keeps the latest.
pub const MAX_HISTORY: usize = 10;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    #[serde(default)]
    pub format_version: u32,
    pub id: String,
    #[serde(default = "rust")]
    pub language: String,
    #[serde(default)]
    pub node_id: String,
    #[serde(default)]
    pub depth_target: Depth,
    #[serde(default = "bank")]
    pub provider: String,
    #[serde(default)]
    pub model: Option<String>,
    #[serde(default)]
    pub exercise_id: String,
    /// Relative to the home where it lies inside it, so that a home can be moved.
    #[serde(default)]
    pub workspace_dir: PathBuf,
    #[serde(default)]
    pub lesson_file: PathBuf,
    #[serde(default, deserialize_with = "or_default")]
    pub sealed_files: Vec<SealedFile>,
    #[serde(default, deserialize_with = "or_default")]
    pub status: Status,
    #[serde(default)]
    pub given_up: bool,
    #[serde(default, deserialize_with = "or_default")]
    pub attempt_state: AttemptState,
    #[serde(default, deserialize_with = "or_default")]
    pub mastery_state: MasteryState,
    #[serde(default, deserialize_with = "or_default")]
    pub misconception_state: MisconceptionState,
    /// The replies that made the exercise, its hints and its reviews, where a model gave them.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallRecord>,
    #[serde(default = "epoch")]
    pub started_at: Timestamp,
    #[serde(default = "epoch")]
    pub last_accessed_at: Timestamp,
    /// Keys this version does not know are kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A file that etude generated outside the learner's own code, with the hash of what it wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedFile {
    pub path: String,
    pub sha256: String,
    /// Whether a change keeps an attempt from passing. Notes in the lesson do not.
    #[serde(default)]
    pub judges: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    Active,
    Passed,
    Ended,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Depth {
    D1,
    #[default]
    D2,
    D3,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AttemptState {
    /// Runs recorded, from 1; 0 before the first.
    pub attempt_index: u32,
    /// The level reached on the ladder of the unit that is the target now.
    pub hint_level_used: u8,
    pub history: Vec<Attempt>,
    pub reviews: Vec<Review>,
    pub hints: Vec<Hint>,
    /// Hashes of distinct sources that were attempted and are not the starter's: what the reveal rule counts.
    pub distinct_sources: Vec<String>,
    /// The attempt after which the solution was shown.
    pub revealed_at_attempt: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    pub index: u32,
    pub at: Timestamp,
    /// Minutes since the session began.
    pub elapsed_minutes: f64,
    /// The hint level in force when the attempt was made.
    pub hint_level: u8,
    pub source_hash: String,
    pub evidence: Evidence,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    pub attempt_index: u32,
    pub at: Timestamp,
    pub report: ReviewReport,
    /// What was recorded: differs from the report where the tests decide otherwise.
    pub verdict: crate::stage::reply::PassFail,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    pub unit: String,
    pub level: u8,
    pub text: String,
    pub attempt_index: u32,
    pub at: Timestamp,
}

/// What this session did to the mastery of its node.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MasteryState {
    pub level_at_start: u8,
    pub level: u8,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MisconceptionState {
    /// Tags named in this session, newest last, one per attempt at most.
    pub tags: Vec<TagEvent>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TagEvent {
    pub tag: String,
    pub attempt_index: u32,
    pub at: Timestamp,
}

impl Session {
    pub fn workspace(&self, home: &Path) -> PathBuf {
        home.join(&self.workspace_dir)
    }

    pub fn lesson(&self, home: &Path) -> PathBuf {
        home.join(&self.lesson_file)
    }

    pub fn elapsed_minutes(&self, now: Timestamp) -> f64 {
        let seconds = now.duration_since(self.started_at).as_secs_f64().max(0.0);
        (seconds / 6.0).round() / 10.0
    }

    pub fn is_reported_broken(&self) -> bool {
        self.other.contains_key(REPORTED_BROKEN)
    }

    pub fn latest_attempt(&self) -> Option<&Attempt> {
        self.attempt_state.history.last()
    }

    pub fn last_failing_attempt(&self) -> Option<&Attempt> {
        self.attempt_state.history.iter().rev().find(|a| !a.evidence.passed())
    }

    pub fn review_of(&self, attempt_index: u32) -> Option<&Review> {
        self.attempt_state.reviews.iter().rev().find(|r| r.attempt_index == attempt_index)
    }

    /// A review has counted a pass. Green tests alone have not: the review may be missing.
    pub fn has_passed(&self) -> bool {
        use crate::stage::reply::PassFail::{Pass, ProvisionalPass};
        self.status == Status::Passed || self.attempt_state.reviews.iter().any(|r| matches!(r.verdict, Pass | ProvisionalPass))
    }

    /// The latest run is green, and nothing has come of it yet: etude was ended before its review was saved.
    pub fn lacks_review(&self) -> bool {
        self.latest_attempt().is_some_and(|a| a.evidence.passed() && self.review_of(a.index).is_none())
    }

    /// Records a run and answers its index. The only place where the index grows.
    pub fn record_attempt(&mut self, evidence: Evidence, source_hash: String, starter_hash: &str, now: Timestamp) -> u32 {
        let state = &mut self.attempt_state;
        state.attempt_index += 1;
        if source_hash != starter_hash && !state.distinct_sources.contains(&source_hash) && state.distinct_sources.len() < 32 {
            state.distinct_sources.push(source_hash.clone());
        }
        let index = state.attempt_index;
        let hint_level = state.hints.iter().map(|h| h.level).max().unwrap_or(0);
        let elapsed_minutes = self.elapsed_minutes(now);
        let state = &mut self.attempt_state;
        state.history.push(Attempt { index, at: now, elapsed_minutes, hint_level, source_hash, evidence });
        let surplus = state.history.len().saturating_sub(MAX_HISTORY);
        state.history.drain(..surplus);
        self.last_accessed_at = now;
        self.refresh_ladder();
        index
    }

    pub fn record_review(&mut self, review: Review) {
        let state = &mut self.attempt_state;
        state.reviews.retain(|r| r.attempt_index != review.attempt_index);
        state.reviews.push(review);
        let surplus = state.reviews.len().saturating_sub(MAX_HISTORY);
        state.reviews.drain(..surplus);
    }
}

fn rust() -> String {
    "rust".to_owned()
}

fn bank() -> String {
    "bank".to_owned()
}

fn epoch() -> Timestamp {
    Timestamp::UNIX_EPOCH
}

/// A part of an old or foreign file that has another shape must not make the rest unreadable.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + for<'a> Deserialize<'a>,
{
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}
