//! Progress as one file, from machine to machine: what was mastered and confused, when it comes back, own topics, and sessions without their source. Owns
//! the format of that file and the way in: a foreign, damaged or newer file is refused before anything is touched, and what comes in is united with what
//! is there in one commit. It never takes anything away.

mod merge;

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::mastery::schedule::{REVIEWS_FILE, Schedule};
use crate::mastery::{MASTERY_FILE, MISCONCEPTIONS_FILE, Mastery, Misconceptions};
use crate::session::{Depth, Session, Status};
use crate::store::{NewProgress, Notice, Room, StateLock, Store, StoreError};
use crate::topic::Topics;

pub const VERSION: u64 = 1;
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;
const KIND: &str = "etude progress";
/// Sessions that came with an import: what is known of them, without a workspace to go on in.
const PAST_SESSIONS: &str = "past-sessions";
const MAX_FILES: usize = 64;
const MAX_TOPICS: usize = 1000;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bundle {
    pub kind: String,
    pub version: u64,
    /// Which etude wrote it.
    pub etude: String,
    pub exported_at: Timestamp,
    /// By the name of its file.
    #[serde(default)]
    pub progress: BTreeMap<String, Value>,
    /// By language.
    #[serde(default)]
    pub custom_topics: BTreeMap<String, Topics>,
    #[serde(default)]
    pub sessions: Vec<SessionSummary>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionSummary {
    pub id: String,
    pub language: String,
    pub node_id: String,
    pub depth_target: Depth,
    pub provider: String,
    pub status: Status,
    pub given_up: bool,
    pub attempts: u32,
    pub hints: usize,
    pub level_before: u8,
    pub level_after: u8,
    pub started_at: Timestamp,
    pub last_accessed_at: Timestamp,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct PastSessions {
    sessions: Vec<SessionSummary>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotABundle {
    #[error("it is not progress that etude exported")]
    Foreign,
    #[error("it was exported by a newer etude (format {0}, this one knows {VERSION}); update this one first")]
    TooNew(u64),
    #[error("it is damaged: {0}")]
    Damaged(String),
}

/// What an import brought.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Brought {
    pub levels: Vec<LevelChange>,
    /// Entries in histories and lists of events that were not known here.
    pub entries: usize,
    pub topics: Vec<String>,
    pub sessions: usize,
    /// The files that changed.
    pub files: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelChange {
    pub node: String,
    pub from: u8,
    pub to: u8,
}

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Refused(#[from] NotABundle),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sessions of other machines that imports told of.
pub fn past_sessions(store: &Store) -> Result<(Vec<SessionSummary>, Option<Notice>), StoreError> {
    let (past, notice) = store.read_from::<PastSessions>(Room::Progress, PAST_SESSIONS)?;
    Ok((past.sessions, notice))
}

/// Everything that is known, and notices of what could not be read. Writes nothing.
pub fn gather(store: &Store, now: Timestamp) -> Result<(Bundle, Vec<String>), StoreError> {
    let mut notices = Vec::new();
    let mut progress = BTreeMap::new();
    for name in store.progress_names(Room::Progress) {
        let (value, notice) = store.read_from::<Value>(Room::Progress, &name)?;
        notices.extend(notice.map(|n| n.what));
        if name != PAST_SESSIONS && !value.is_null() {
            progress.insert(name, value);
        }
    }
    let mut custom_topics = BTreeMap::new();
    for language in store.progress_names(Room::CustomTopics) {
        let (topics, notice) = store.read_from::<Topics>(Room::CustomTopics, &language)?;
        notices.extend(notice.map(|n| n.what));
        custom_topics.insert(language, topics);
    }
    let listing = store.list()?;
    notices.extend(listing.notices.into_iter().map(|n| n.what));
    let mut sessions = Vec::new();
    for entry in &listing.entries {
        match store.load(&entry.id) {
            Ok(session) => sessions.push(SessionSummary::from(&session)),
            Err(error) => notices.push(format!("session {} is left out: {error}", entry.id)),
        }
    }
    let (past, notice) = past_sessions(store)?;
    notices.extend(notice.map(|n| n.what));
    let own: Vec<String> = sessions.iter().map(|s| s.id.clone()).collect();
    sessions.extend(past.into_iter().filter(|s| !own.contains(&s.id)));
    sessions.sort_by(|a, b| (a.started_at, &a.id).cmp(&(b.started_at, &b.id)));
    let etude = env!("CARGO_PKG_VERSION").to_owned();
    Ok((Bundle { kind: KIND.to_owned(), version: VERSION, etude, exported_at: now, progress, custom_topics, sessions }, notices))
}

impl From<&Session> for SessionSummary {
    fn from(s: &Session) -> SessionSummary {
        SessionSummary {
            id: s.id.clone(),
            language: s.language.clone(),
            node_id: s.node_id.clone(),
            depth_target: s.depth_target,
            provider: s.provider.clone(),
            status: s.status,
            given_up: s.given_up,
            attempts: s.attempt_state.attempt_index,
            hints: s.attempt_state.hints.len(),
            level_before: s.mastery_state.level_at_start,
            level_after: s.mastery_state.level,
            started_at: s.started_at,
            last_accessed_at: s.last_accessed_at,
        }
    }
}

/// A file's bytes as a bundle, or why it is none. Says "newer" before it looks at anything that a newer etude may have changed.
pub fn parse(bytes: &[u8]) -> Result<Bundle, NotABundle> {
    let value: Value = serde_json::from_slice(bytes).map_err(|e| match bytes.starts_with(b"{\"kind\"") || bytes.starts_with(b"{\n") {
        true => NotABundle::Damaged(e.to_string()),
        false => NotABundle::Foreign,
    })?;
    if value.get("kind").and_then(Value::as_str) != Some(KIND) {
        return Err(NotABundle::Foreign);
    }
    match value.get("version").and_then(Value::as_u64) {
        Some(version) if version > VERSION => return Err(NotABundle::TooNew(version)),
        Some(1..) => {}
        _ => return Err(NotABundle::Damaged("it has no version".to_owned())),
    }
    let bundle: Bundle = serde_json::from_value(value).map_err(|e| NotABundle::Damaged(e.to_string()))?;
    bundle.check()?;
    Ok(bundle)
}

impl Bundle {
    fn check(&self) -> Result<(), NotABundle> {
        let damaged = |why: &str| Err(NotABundle::Damaged(why.to_owned()));
        let plain = |name: &str| {
            let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
            (1..=40).contains(&name.len()) && name.bytes().all(letter)
        };
        let names = || self.progress.keys().chain(self.custom_topics.keys());
        if names().count() > MAX_FILES || !names().all(|name| plain(name)) {
            return damaged("it names files that etude does not have");
        }
        if self.progress.values().any(|v| !v.is_object()) {
            return damaged("a part of it is no record");
        }
        let too_high = |n: &Value| n.get("level").is_some_and(|l| l.as_u64().is_none_or(|l| l > 3));
        let nodes = self.progress.get(MASTERY_FILE).and_then(|m| m.get("nodes")).and_then(Value::as_object);
        if nodes.into_iter().flatten().any(|(_, n)| too_high(n)) {
            return damaged("it has a mastery level that does not exist");
        }
        let topics = self.custom_topics.values();
        if topics.clone().any(|t| t.topics.len() > MAX_TOPICS) || topics.flat_map(|t| &t.topics).any(|t| !t.is_sound()) {
            return damaged("it has a topic that etude cannot have made");
        }
        Ok(())
    }
}

/// Unites a bundle with what is there. Everything is worked out first; then all files change in one commit, or none.
pub fn apply(store: &Store, lock: &StateLock, bundle: &Bundle) -> Result<Brought, ImportError> {
    let (mut brought, mut files) = (Brought::default(), Vec::new());
    let mut take = |file: Option<NewProgress>, name: &str, brought: &mut Brought| {
        if let Some(file) = file {
            brought.files.push(name.to_owned());
            files.push(file);
        }
    };
    for (name, theirs) in bundle.progress.iter().filter(|(name, _)| *name != PAST_SESSIONS) {
        let file = match name.as_str() {
            MASTERY_FILE => unite::<Mastery>(store, Room::Progress, name, theirs, &mut brought)?,
            MISCONCEPTIONS_FILE => unite::<Misconceptions>(store, Room::Progress, name, theirs, &mut brought)?,
            REVIEWS_FILE => unite::<Schedule>(store, Room::Progress, name, theirs, &mut brought)?,
            _ => unite::<Value>(store, Room::Progress, name, theirs, &mut brought)?,
        };
        take(file, name, &mut brought);
    }
    for (language, theirs) in &bundle.custom_topics {
        let (mut mine, _) = store.read_from::<Topics>(Room::CustomTopics, language)?;
        let new: Vec<_> = theirs.topics.iter().filter(|t| !mine.topics.iter().any(|m| m.id == t.id)).cloned().collect();
        if !new.is_empty() {
            brought.topics.extend(new.iter().map(|t| t.title.clone()));
            mine.topics.extend(new);
            take(Some(NewProgress::of(Room::CustomTopics, language, &mine)?), "custom topics", &mut brought);
        }
    }
    let own = store.list()?.entries;
    let (mut past, _) = store.read_from::<PastSessions>(Room::Progress, PAST_SESSIONS)?;
    for session in bundle.sessions.iter().filter(|s| !own.iter().any(|e| e.id == s.id)) {
        match past.sessions.iter_mut().find(|p| p.id == session.id) {
            Some(known) if known.last_accessed_at >= session.last_accessed_at => continue,
            Some(known) => *known = session.clone(),
            None => past.sessions.push(session.clone()),
        }
        brought.sessions += 1;
    }
    if brought.sessions > 0 {
        take(Some(NewProgress::new(PAST_SESSIONS, &past)?), PAST_SESSIONS, &mut brought);
    }
    store.commit_progress(lock, files)?;
    Ok(brought)
}

/// One file, mine and theirs as one; none where theirs brings nothing.
fn unite<T>(store: &Store, room: Room, name: &str, theirs: &Value, brought: &mut Brought) -> Result<Option<NewProgress>, ImportError>
where
    T: Serialize + DeserializeOwned + Default,
{
    let damaged = |e: serde_json::Error| NotABundle::Damaged(format!("{name}: {e}"));
    let (mine, _) = store.read_from::<T>(room, name)?;
    let before = serde_json::to_value(&mine).map_err(damaged)?;
    // Through the type and back: what comes in has today's shape, or it does not come in.
    let theirs: T = serde_json::from_value(theirs.clone()).map_err(damaged)?;
    let after = merge::merge(&before, &serde_json::to_value(&theirs).map_err(damaged)?);
    if after == before {
        return Ok(None);
    }
    brought.entries += entries(&after).saturating_sub(entries(&before));
    if name == MASTERY_FILE {
        brought.levels.extend(levels(&before, &after));
    }
    let united: T = serde_json::from_value(after).map_err(damaged)?;
    Ok(Some(NewProgress::of(room, name, &united)?))
}

/// How many entries all lists of a file have together.
fn entries(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(map) => map.values().map(entries).sum(),
        _ => 0,
    }
}

fn levels(before: &Value, after: &Value) -> Vec<LevelChange> {
    let level = |all: &Value, node: &str| all["nodes"][node]["level"].as_u64().and_then(|l| u8::try_from(l).ok()).unwrap_or(0);
    let nodes = after["nodes"].as_object().into_iter().flatten();
    let changes = nodes.map(|(node, _)| LevelChange { node: node.clone(), from: level(before, node), to: level(after, node) });
    changes.filter(|c| c.from != c.to).collect()
}

#[cfg(test)]
mod tests;
