//! Gives disk space back: what the toolchain built in all workspaces, and whole workspaces of sessions that ended. Owns what may go; what a learner wrote
//! in a workspace is kept first, and where not all of it can be kept the workspace stays. Only folders that stand directly in etude's own `workspaces/` are
//! touched, and no link is followed.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::Work;
use crate::error::Error;
use crate::home::Home;
use crate::language::{self, Layout};
use crate::session::Status;
use crate::store::{IndexEntry, StoreError, WorkspaceLock};
use crate::workspace::{MAKING, remove};

/// A session that ended this long ago is hardly looked at again.
const OLD: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A start takes minutes; what is this old was left by one that was killed.
const LEFT_OVER: Duration = Duration::from_secs(24 * 3600);

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    pub path: PathBuf,
    pub what: What,
    pub node: String,
    pub session: String,
    pub bytes: u64,
    /// Why it stays, where it could not go.
    pub kept: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum What {
    BuildFolder,
    Workspace,
    /// Of a start that never finished, or of a clean that was stopped.
    LeftOver,
}

/// What could go. Reads only.
pub fn plan_clean(home: &Home, entries: &[IndexEntry], now: Timestamp, cwd: &Path, finished: bool) -> Vec<Removal> {
    let folder = home.workspaces();
    if !remove::is_real_folder(&folder) {
        return Vec::new();
    }
    let cwd = real(cwd);
    let named = by_folder(home, entries);
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for entry in entries.iter().filter(|e| !e.is_too_new()) {
        let Some(path) = own_workspace(home, entry).filter(|path| seen.insert(real(path))) else { continue };
        let alone = named.get(&real(&path)).is_none_or(|sessions| sessions.len() < 2);
        let ended = entry.status == Status::Ended && (finished || now.duration_since(entry.last_accessed_at) > OLD);
        let (what, path, bytes) = if ended && alone && !cwd.starts_with(real(&path)) {
            let bytes = remove::disk_usage(std::slice::from_ref(&path));
            (What::Workspace, path, bytes)
        } else {
            let Some(layout) = layout(&entry.language) else { continue };
            let built = remove::built(&path, layout);
            if built.is_empty() {
                continue;
            }
            (What::BuildFolder, path.join(&layout.build_dir), remove::disk_usage(&built))
        };
        all.push(Removal { path, what, node: entry.node_id.clone(), session: entry.id.clone(), bytes, kept: None });
    }
    all.extend(left_overs(&folder, now));
    all
}

/// Which sessions name which folder. One that a newer etude made counts too.
fn by_folder<'e>(home: &Home, entries: &'e [IndexEntry]) -> HashMap<PathBuf, Vec<&'e IndexEntry>> {
    let mut named: HashMap<PathBuf, Vec<&IndexEntry>> = HashMap::new();
    for entry in entries {
        named.entry(real(&home.root().join(&entry.workspace_dir))).or_default().push(entry);
    }
    named
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn own_workspace(home: &Home, entry: &IndexEntry) -> Option<PathBuf> {
    let path = home.root().join(&entry.workspace_dir);
    let plain = path.parent() == Some(&home.workspaces()) && matches!(path.components().next_back(), Some(Component::Normal(_)));
    (plain && remove::is_real_folder(&path)).then_some(path)
}

fn layout(language: &str) -> Option<&'static Layout> {
    language::by_name(language).ok().map(|language| &language.layout)
}

fn left_overs(folder: &Path, now: Timestamp) -> Vec<Removal> {
    let old = |path: &Path| {
        let changed = path.symlink_metadata().and_then(|m| m.modified()).ok();
        changed.and_then(|at| SystemTime::from(now).duration_since(at).ok()).is_some_and(|age| age > LEFT_OVER)
    };
    let goes = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        // A start may be at work on what is young. What is leaving was kept before it got its name.
        remove::is_real_folder(path) && (name.starts_with(remove::LEAVING.as_bytes()) || name.starts_with(MAKING.as_bytes()) && old(path))
    };
    let removal = |path: PathBuf| {
        let bytes = remove::disk_usage(std::slice::from_ref(&path));
        Removal { path, what: What::LeftOver, node: String::new(), session: String::new(), bytes, kept: None }
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(goes).map(removal).collect()
}

/// Takes away what was planned. What is in use or cannot be kept safely stays, and says why.
pub fn clean(work: &mut Work, planned: Vec<Removal>) -> Result<Vec<Removal>, Error> {
    let mut done = Vec::new();
    for mut removal in planned {
        if work.cancel.is_set() {
            return Err(Error::Interrupted);
        }
        let gone = match removal.what {
            What::LeftOver => remove::remove_folder(&removal.path).map_err(|e| e.to_string()),
            What::BuildFolder => take_built(work, &removal),
            What::Workspace => take_workspace(work, &removal),
        };
        removal.kept = gone.err();
        done.push(removal);
    }
    Ok(done)
}

/// One look is enough: a workspace in which something runs is not the one to wait for.
fn turn(work: &Work, session: &str) -> Result<WorkspaceLock, String> {
    work.store.lock_workspace(session, &mut |_| false).map_err(|e| match e {
        StoreError::StoppedWaiting => "something runs in it".to_owned(),
        other => other.to_string(),
    })
}

fn take_built(work: &Work, removal: &Removal) -> Result<(), String> {
    let workspace = removal.path.parent().ok_or("it is in no workspace")?;
    let entries = work.store.list().map_err(|e| e.to_string())?.entries;
    let named = by_folder(work.store.home(), &entries);
    let sessions = named.get(&real(workspace)).map(Vec::as_slice).unwrap_or_default();
    let _turns: Vec<WorkspaceLock> = sessions.iter().map(|e| turn(work, &e.id)).collect::<Result<_, _>>()?;
    let language = sessions.iter().find(|e| e.id == removal.session).map(|e| e.language.as_str()).unwrap_or_default();
    let layout = layout(language).ok_or("its session is gone")?;
    remove::remove_built(workspace, layout).map_err(|e| e.to_string())
}

fn take_workspace(work: &Work, removal: &Removal) -> Result<(), String> {
    let (store, said) = (work.store, |e: StoreError| e.to_string());
    let _turn = turn(work, &removal.session)?;
    let session = store.load(&removal.session).map_err(said)?;
    let own = remove::own_files(&removal.path, layout(&session.language), &session.sealed_files).map_err(|e| e.to_string())?;
    // `resume` and `start` need this lock: what is true while it is held is still true when the folder moves.
    let state = store.lock().map_err(said)?;
    if store.load(&removal.session).map_err(said)?.status != Status::Ended {
        return Err("its session was taken up again".to_owned());
    }
    let entries = store.list_checked().map_err(said)?.entries;
    let named = by_folder(store.home(), &entries);
    if let Some(other) = named.get(&real(&removal.path)).into_iter().flatten().find(|e| e.id != removal.session) {
        return Err(format!("session {} has its work in it too", other.id));
    }
    if !own.is_empty() {
        store.keep_of_cleaned(&session.id, &own).map_err(said)?;
    }
    let leaving = remove::move_away(&removal.path).map_err(|e| {
        // It is still there, so nothing is to be brought back.
        if let (false, Ok(Some(kept))) = (own.is_empty(), store.latest_undo(&session.id)) {
            let _ = store.forget_undo(kept);
        }
        e.to_string()
    })?;
    drop(state);
    leaving.close().map_err(|e| format!("what is yours was kept, but not all could be removed: {e}"))
}

#[cfg(test)]
mod tests;
