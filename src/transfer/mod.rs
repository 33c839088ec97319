//! Progress as one file, from machine to machine: what was mastered and confused, when it comes back, own topics, and sessions without their source. Owns
//! the format of that file and the way in: a foreign, damaged or newer file is refused before anything is touched (`check`), and what comes in is united
//! with what is there in one commit. It never takes anything away but what a learner reported as broken.

mod check;
mod merge;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::language;
use crate::mastery::schedule::{REVIEWS_FILE, Schedule};
use crate::mastery::{MASTERY_FILE, MISCONCEPTIONS_FILE, Mastery, Misconceptions, NodeMastery};
use crate::session::{Depth, Session, Status};
use crate::store::{NewProgress, Notice, Room, StateLock, Store, StoreError};
use crate::topic::{Topics, custom};

pub const VERSION: u64 = 1;
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;
const KIND: &str = "etude progress";
/// Sessions that came with an import: what is known of them, without a workspace to go on in.
const PAST_SESSIONS: &str = "past-sessions";
/// What is known of a learner across sessions. A file of another name is of a later version, or of somebody else.
const PARTS: [&str; 3] = [MASTERY_FILE, MISCONCEPTIONS_FILE, REVIEWS_FILE];

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
    /// Its exercise was reported as broken.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reported_broken: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
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
    #[error("it has a part called \"{0}\", which this etude does not know; update it first")]
    UnknownPart(String),
    #[error("it has a time that lies ahead ({0}); set the clock of this machine, or of the other one")]
    Ahead(Timestamp),
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
    /// Topics for which there was no room.
    pub topics_left_out: usize,
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
    for name in PARTS {
        let (value, notice) = store.read_from::<Value>(Room::Progress, name)?;
        notices.extend(notice.map(|n| n.what));
        if !value.is_null() {
            progress.insert(name.to_owned(), value);
        }
    }
    let mut custom_topics = BTreeMap::new();
    for language in store.progress_names(Room::CustomTopics).into_iter().filter(|name| language::by_name(name).is_ok()) {
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
            reported_broken: s.is_reported_broken(),
        }
    }
}

/// A file's bytes as a bundle, or why it is none. Says "newer" before it looks at anything that a newer etude may have changed.
pub fn parse(bytes: &[u8], now: Timestamp) -> Result<Bundle, NotABundle> {
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
    check::check(&bundle, now)?;
    Ok(bundle)
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
    let own = store.list()?.entries;
    let (mut past, _) = store.read_from::<PastSessions>(Room::Progress, PAST_SESSIONS)?;
    let theirs = |name: &str| bundle.progress.get(name);
    let (mine, mastery) = united::<Mastery>(store, MASTERY_FILE, theirs(MASTERY_FILE))?;
    let mastery = settled(mastery, [&mine, &typed(theirs(MASTERY_FILE))?]);
    take(changed(MASTERY_FILE, &mine, &mastery, &mut brought)?, MASTERY_FILE, &mut brought);

    // What was taken back here or there would come back with a file from before that.
    let elsewhere = bundle.sessions.iter().chain(&past.sessions).filter(|s| s.reported_broken).map(|s| s.id.as_str());
    let mut broken: BTreeSet<&str> = own.iter().filter(|e| e.reported_broken).map(|e| e.id.as_str()).chain(elsewhere).collect();
    broken.extend(mastery.nodes.values().flat_map(|node| node.undone()));
    let (mine, mut misconceptions) = united::<Misconceptions>(store, MISCONCEPTIONS_FILE, theirs(MISCONCEPTIONS_FILE))?;
    let (mine_due, mut schedule) = united::<Schedule>(store, REVIEWS_FILE, theirs(REVIEWS_FILE))?;
    let nodes: Vec<String> = schedule.nodes.keys().cloned().collect();
    for session in &broken {
        misconceptions.forget_session(session);
        nodes.iter().for_each(|node| schedule.forget_session(node, session, mastery.level(node)));
    }
    take(changed(MISCONCEPTIONS_FILE, &mine, &misconceptions, &mut brought)?, MISCONCEPTIONS_FILE, &mut brought);
    take(changed(REVIEWS_FILE, &mine_due, &schedule, &mut brought)?, REVIEWS_FILE, &mut brought);

    for (language, theirs) in &bundle.custom_topics {
        let (mut mine, _) = store.read_from::<Topics>(Room::CustomTopics, language)?;
        let new: Vec<_> = theirs.topics.iter().filter(|t| !mine.topics.iter().any(|m| m.id == t.id)).cloned().collect();
        let room = custom::MAX_TOPICS.saturating_sub(mine.topics.len()).min(new.len());
        brought.topics_left_out += new.len() - room;
        if room > 0 {
            brought.topics.extend(new[..room].iter().map(|t| t.title.clone()));
            mine.topics.extend(new.into_iter().take(room));
            take(Some(NewProgress::of(Room::CustomTopics, language, &mine)?), "custom topics", &mut brought);
        }
    }
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

/// A part through its type: what comes in has today's shape, or it does not come in.
fn typed<T: DeserializeOwned + Default>(part: Option<&Value>) -> Result<T, NotABundle> {
    let Some(part) = part else { return Ok(T::default()) };
    serde_json::from_value(part.clone()).map_err(|e| NotABundle::Damaged(e.to_string()))
}

/// One file as it is here, and as one with theirs.
fn united<T>(store: &Store, name: &str, theirs: Option<&Value>) -> Result<(T, T), ImportError>
where
    T: Serialize + DeserializeOwned + Default,
{
    let damaged = |e: serde_json::Error| NotABundle::Damaged(format!("{name}: {e}"));
    let (mine, _) = store.read_from::<T>(Room::Progress, name)?;
    let theirs: T = typed(theirs)?;
    let both = merge::merge(&serde_json::to_value(&mine).map_err(damaged)?, &serde_json::to_value(&theirs).map_err(damaged)?);
    Ok((mine, serde_json::from_value(both).map_err(damaged)?))
}

/// Levels follow from the united histories, so that a pass which was taken back stays so.
fn settled(mut both: Mastery, parts: [&Mastery; 2]) -> Mastery {
    for (id, node) in &mut both.nodes {
        let parts: Vec<&NodeMastery> = parts.iter().filter_map(|part| part.nodes.get(id)).collect();
        node.settle(&parts);
    }
    both
}

/// The file to save, and what it brought; none where theirs brings nothing.
fn changed<T>(name: &str, before: &T, after: &T, brought: &mut Brought) -> Result<Option<NewProgress>, ImportError>
where
    T: Serialize + DeserializeOwned + PartialEq,
{
    if before == after {
        return Ok(None);
    }
    let value = |v: &T| serde_json::to_value(v).map_err(|e| NotABundle::Damaged(format!("{name}: {e}")));
    let (old, new) = (value(before)?, value(after)?);
    brought.entries += entries(&new).saturating_sub(entries(&old));
    if name == MASTERY_FILE {
        brought.levels.extend(levels(&old, &new));
    }
    Ok(Some(NewProgress::new(name, after)?))
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
