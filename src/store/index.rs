//! What `status` and `list` need of every session without opening its file. Owns `.state/index.json`, which is derived: missing, truncated, foreign
//! or newer, it is worked out again from the session files, in memory when reading and on disk by the next writer. It never changes a session.
//!
//! The file notes when the sessions folder last changed. A reader that finds the folder unchanged since then (one `stat`) trusts it; else it lists
//! the folder and opens only the files whose own time or length differ. A file edited in place does not change its folder: `survey` sees that,
//! `trusted` does not.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::home::Home;
use crate::session::{Depth, FORMAT_VERSION, REPORTED_BROKEN, Session, Status};

use super::atomic::{self, Keep};
use super::error::{Doing, StoreError};
use super::format::{self, Unreadable};
use super::{MAX_SESSION_BYTES, is_id};

/// 2: rows say whether the exercise was reported as broken.
const INDEX_VERSION: u32 = 2;
const MAX_INDEX_BYTES: u64 = 256 * 1024 * 1024;
/// No folder has this time, so an index that notes it is never trusted as it stands.
const NEVER: i64 = i64::MIN;

/// One session, as far as listings show it. Times are exact to the microsecond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEntry {
    pub id: String,
    pub language: String,
    pub node_id: String,
    pub depth_target: Depth,
    pub status: Status,
    pub given_up: bool,
    pub exercise_id: String,
    pub provider: String,
    /// Relative to the home where it lies inside it.
    pub workspace_dir: PathBuf,
    pub started_at: Timestamp,
    pub last_accessed_at: Timestamp,
    pub attempt_index: u32,
    pub reported_broken: bool,
    pub format_version: u64,
}

impl IndexEntry {
    /// Made by a newer etude: it can be listed, but not opened.
    pub fn is_too_new(&self) -> bool {
        self.format_version > u64::from(FORMAT_VERSION)
    }
}

impl From<&Session> for IndexEntry {
    fn from(s: &Session) -> IndexEntry {
        IndexEntry {
            id: s.id.clone(),
            language: s.language.clone(),
            node_id: s.node_id.clone(),
            depth_target: s.depth_target,
            status: s.status,
            given_up: s.given_up,
            exercise_id: s.exercise_id.clone(),
            provider: s.provider.clone(),
            workspace_dir: s.workspace_dir.clone(),
            started_at: to_the_microsecond(s.started_at),
            last_accessed_at: to_the_microsecond(s.last_accessed_at),
            attempt_index: s.attempt_state.attempt_index,
            reported_broken: s.is_reported_broken(),
            format_version: u64::from(FORMAT_VERSION),
        }
    }
}

/// How a file looked when it was read: while this is the same, so is what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    changed: i64,
    len: u64,
}

#[derive(Debug)]
pub(super) struct Row {
    mark: Mark,
    pub entry: IndexEntry,
}

/// A file among the sessions that is none.
#[derive(Debug)]
pub(super) struct Problem {
    pub path: PathBuf,
    pub why: Trouble,
}

#[derive(Debug)]
pub(super) enum Trouble {
    /// Will be set aside by the next writer.
    Damaged(String),
    /// Not known to be damaged, so it stays where it is.
    Closed(String),
}

/// All session files as they are now.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub rows: Vec<Row>,
    pub problems: Vec<Problem>,
}

/// The entries of an index that is as new as the sessions folder, newest first.
pub(super) fn trusted(home: &Home) -> Option<Vec<IndexEntry>> {
    let stored = Stored::read(home)?;
    if changed(&fs::metadata(home.sessions()).ok()?) != stored.folder {
        return None;
    }
    // Sorted again, since what lay in the future when it was stored may do so no longer.
    let mut rows = stored.rows;
    newest_first(&mut rows, Timestamp::now());
    Some(rows.into_iter().map(|row| row.entry).collect())
}

/// Looks at every file of the sessions folder and opens those that the index does not know as they are.
pub(super) fn survey(home: &Home) -> Result<Survey, StoreError> {
    let folder = home.sessions();
    let failed = |e| StoreError::of(Doing::Read, &folder, e);
    let listing = match fs::read_dir(&folder) {
        Ok(listing) => listing,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Survey::default()),
        Err(e) => return Err(failed(e)),
    };
    let known = Stored::read(home).map(|stored| stored.rows).unwrap_or_default();
    let mut known: HashMap<String, Row> = known.into_iter().map(|row| (row.entry.id.clone(), row)).collect();
    let earlier = home.earlier_session_files();
    let mut survey = Survey::default();
    for file in listing {
        let file = file.map_err(failed)?;
        let name = file.file_name();
        let bytes = name.as_encoded_bytes();
        if bytes.starts_with(b".") || !bytes.ends_with(b".json") || earlier.iter().any(|path| path.file_name() == Some(&name)) {
            continue;
        }
        let meta = match file.metadata() {
            Ok(meta) if meta.is_symlink() => fs::metadata(file.path()),
            other => other,
        };
        let Ok(meta) = meta else { continue };
        let mark = Mark { changed: changed(&meta), len: meta.len() };
        let Some(id) = name.to_str().and_then(|n| n.strip_suffix(".json")).filter(|id| is_id(id)) else {
            survey.problems.push(Problem { path: file.path(), why: Trouble::Damaged("its name is no session id".to_owned()) });
            continue;
        };
        match known.remove(id).filter(|row| row.mark == mark) {
            Some(row) => survey.rows.push(row),
            None => match read_entry(&file.path(), id) {
                Ok(Some(entry)) => survey.rows.push(Row { mark, entry }),
                Ok(None) => {}
                Err(why) => survey.problems.push(Problem { path: file.path(), why }),
            },
        }
    }
    newest_first(&mut survey.rows, Timestamp::now());
    Ok(survey)
}

/// Renaming a file into the folder changes the folder's time, but clocks of file systems tick coarsely: a second change within one tick could go
/// unnoticed if its writer were killed before it wrote the index. Within a tick of the last change the index therefore goes first, before anything
/// else touches the folder.
pub(super) fn distrust_if_recent(home: &Home) {
    let Ok(meta) = fs::metadata(home.sessions()) else { return };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| i64::try_from(d.as_nanos()).unwrap_or(i64::MAX));
    // A time without a fraction is from a file system that counts in seconds, or pairs of them.
    let tick = if meta.mtime_nsec() == 0 { 2_000_000_000 } else { 20_000_000 };
    if changed(&meta).saturating_add(tick) >= now {
        let _ = fs::remove_file(home.index_file());
    }
}

impl Survey {
    /// Takes in a session that was just written.
    pub fn put(&mut self, home: &Home, session: &Session) {
        self.rows.retain(|row| row.entry.id != session.id);
        if let Ok(meta) = fs::metadata(home.session_file(&session.id)) {
            self.rows.push(Row { mark: Mark { changed: changed(&meta), len: meta.len() }, entry: session.into() });
        }
        newest_first(&mut self.rows, Timestamp::now());
    }

    /// Saves the index. Failing to is harmless: readers see that the folder is newer than what the old one notes.
    pub fn save(&self, home: &Home) {
        let folder = match fs::metadata(home.sessions()) {
            Ok(meta) if self.problems.is_empty() => changed(&meta),
            _ => NEVER,
        };
        let rows = self.rows.iter().map(Row::stored).collect();
        if let Ok(content) = serde_json::to_vec(&StoredAs { format_version: INDEX_VERSION, folder, rows }) {
            let _ = atomic::write(&home.index_file(), &content, Keep::Derived);
        }
    }
}

/// A time that has not come yet is from a clock that was set back since. It says nothing, and what was used under the present clock goes first; else
/// a session "of 2030" would stay the one last used for years.
fn newest_first(rows: &mut [Row], now: Timestamp) {
    // Two machines that share a home differ by seconds; that is no clock that was set.
    let horizon = now.saturating_add(SignedDuration::from_secs(60)).unwrap_or(Timestamp::MAX);
    let key = |row: &Row| (row.entry.last_accessed_at > horizon, Reverse(row.entry.last_accessed_at));
    rows.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.entry.id.cmp(&b.entry.id)));
}

/// `None`: the file has gone since the folder was listed.
fn read_entry(path: &Path, id: &str) -> Result<Option<IndexEntry>, Trouble> {
    let content = match atomic::read(path, MAX_SESSION_BYTES) {
        Ok(Some(content)) => content,
        Ok(None) => return Ok(None),
        Err(StoreError::Damaged { why, .. }) => return Err(Trouble::Damaged(why)),
        Err(e) => return Err(Trouble::Closed(e.to_string())),
    };
    if let Ok(head) = serde_json::from_slice::<Head>(&content)
        && head.format_version == FORMAT_VERSION
        && head.id == id
    {
        return Ok(Some(head.into()));
    }
    match format::decode(&content, id) {
        Ok(session) => Ok(Some((&session).into())),
        Err(Unreadable::TooNew(version)) => Ok(Some(newer_entry(&content, id, version))),
        Err(Unreadable::Damaged(why)) => Err(Trouble::Damaged(why)),
    }
}

/// The keys of a session that listings show, all present and of today's type; a file for which that does not hold is read in full.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    format_version: u32,
    id: String,
    language: String,
    node_id: String,
    depth_target: Depth,
    provider: String,
    #[serde(rename = "model")]
    _model: Option<String>,
    exercise_id: String,
    workspace_dir: PathBuf,
    #[serde(rename = "lessonFile")]
    _lesson_file: PathBuf,
    status: Status,
    given_up: bool,
    attempt_state: AttemptHead,
    started_at: Timestamp,
    last_accessed_at: Timestamp,
    reported_broken: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AttemptHead {
    attempt_index: u32,
}

impl From<Head> for IndexEntry {
    fn from(h: Head) -> IndexEntry {
        IndexEntry {
            id: h.id,
            language: h.language,
            node_id: h.node_id,
            depth_target: h.depth_target,
            status: h.status,
            given_up: h.given_up,
            exercise_id: h.exercise_id,
            provider: h.provider,
            workspace_dir: h.workspace_dir,
            started_at: to_the_microsecond(h.started_at),
            last_accessed_at: to_the_microsecond(h.last_accessed_at),
            attempt_index: h.attempt_state.attempt_index,
            reported_broken: h.reported_broken.is_some(),
            format_version: u64::from(h.format_version),
        }
    }
}

/// What can be told of a session whose format is not known here.
fn newer_entry(content: &[u8], id: &str, version: u64) -> IndexEntry {
    let value: Value = serde_json::from_slice(content).unwrap_or_default();
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let time = |key: &str| text(key).parse().map_or(Timestamp::UNIX_EPOCH, to_the_microsecond);
    IndexEntry {
        id: id.to_owned(),
        language: text("language"),
        node_id: text("nodeId"),
        depth_target: Depth::default(),
        status: value.get("status").and_then(|s| Status::deserialize(s).ok()).unwrap_or_default(),
        given_up: false,
        exercise_id: text("exerciseId"),
        provider: text("provider"),
        workspace_dir: text("workspaceDir").into(),
        started_at: time("startedAt"),
        last_accessed_at: time("lastAccessedAt"),
        attempt_index: value
            .pointer("/attemptState/attemptIndex")
            .and_then(Value::as_u64)
            .map_or(0, |n| u32::try_from(n).unwrap_or(u32::MAX)),
        reported_broken: value.get(REPORTED_BROKEN).is_some(),
        format_version: version,
    }
}

/// A row as it stands in the file: an array, since 2,000 times the key names would double what every `status` reads.
type RowAs<T, P> = ((i64, u64, u64), T, T, T, Depth, Status, bool, T, T, P, i64, i64, u32, bool);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredAs<'a> {
    format_version: u32,
    folder: i64,
    rows: Vec<RowAs<&'a str, &'a Path>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    format_version: u32,
    folder: i64,
    rows: Vec<Row>,
}

impl Stored {
    fn read(home: &Home) -> Option<Stored> {
        let content = atomic::read(&home.index_file(), MAX_INDEX_BYTES).ok()??;
        serde_json::from_slice::<Stored>(&content).ok().filter(|stored| stored.format_version == INDEX_VERSION)
    }
}

impl Row {
    fn stored(&self) -> RowAs<&str, &Path> {
        let Row { mark, entry: e } = self;
        let times = (e.started_at.as_microsecond(), e.last_accessed_at.as_microsecond());
        let key = (mark.changed, mark.len, e.format_version);
        (
            key,
            &e.id,
            &e.language,
            &e.node_id,
            e.depth_target,
            e.status,
            e.given_up,
            &e.exercise_id,
            &e.provider,
            &e.workspace_dir,
            times.0,
            times.1,
            e.attempt_index,
            e.reported_broken,
        )
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Row, D::Error> {
        let (
            key,
            id,
            language,
            node_id,
            depth_target,
            status,
            given_up,
            exercise_id,
            provider,
            workspace_dir,
            started,
            accessed,
            attempt_index,
            reported_broken,
        ) = RowAs::<String, PathBuf>::deserialize(deserializer)?;
        let (changed, len, format_version) = key;
        let time = |us| Timestamp::from_microsecond(us).map_err(serde::de::Error::custom);
        let (started_at, last_accessed_at) = (time(started)?, time(accessed)?);
        let entry = IndexEntry {
            id,
            language,
            node_id,
            depth_target,
            status,
            given_up,
            exercise_id,
            provider,
            workspace_dir,
            started_at,
            last_accessed_at,
            attempt_index,
            reported_broken,
            format_version,
        };
        Ok(Row { mark: Mark { changed, len }, entry })
    }
}

fn changed(meta: &Metadata) -> i64 {
    meta.mtime().saturating_mul(1_000_000_000).saturating_add(meta.mtime_nsec())
}

fn to_the_microsecond(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}
