//! Gives disk space back: build folders of all workspaces, and whole workspaces of sessions that ended. Owns what may go; what a learner wrote in a workspace
//! is kept first, so that nothing is lost. Only folders that stand directly in etude's own `workspaces/` are touched, and no link is followed.

use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::Work;
use crate::error::Error;
use crate::home::Home;
use crate::language;
use crate::session::Status;
use crate::store::IndexEntry;
use crate::workspace::remove;

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
    /// Of a start that never finished.
    LeftOver,
}

/// What could go. Reads only.
pub fn plan_clean(home: &Home, entries: &[IndexEntry], now: Timestamp, cwd: &Path, finished: bool) -> Vec<Removal> {
    let folder = home.workspaces();
    if !remove::is_real_folder(&folder) {
        return Vec::new();
    }
    let cwd = cwd.canonicalize().unwrap_or_else(|_| cwd.to_path_buf());
    let mut all = Vec::new();
    for entry in entries.iter().filter(|e| !e.is_too_new()) {
        let Some(path) = own_workspace(home, entry) else { continue };
        let here = path.canonicalize().is_ok_and(|real| cwd.starts_with(real));
        let ended = entry.status == Status::Ended && (finished || now.duration_since(entry.last_accessed_at) > OLD);
        let (what, path) = if ended && !here {
            (What::Workspace, path)
        } else {
            let Some(build) = build_folder(entry, &path) else { continue };
            (What::BuildFolder, build)
        };
        let bytes = remove::disk_usage(&path);
        all.push(Removal { path, what, node: entry.node_id.clone(), session: entry.id.clone(), bytes, kept: None });
    }
    all.extend(left_overs(&folder));
    all
}

fn own_workspace(home: &Home, entry: &IndexEntry) -> Option<PathBuf> {
    let path = home.root().join(&entry.workspace_dir);
    let plain = path.parent() == Some(&home.workspaces()) && matches!(path.components().next_back(), Some(Component::Normal(_)));
    (plain && remove::is_real_folder(&path)).then_some(path)
}

fn build_folder(entry: &IndexEntry, workspace: &Path) -> Option<PathBuf> {
    let language = language::by_name(&entry.language).ok()?;
    let path = workspace.join(&language.layout.build_dir);
    (path.parent() == Some(workspace) && remove::is_real_folder(&path)).then_some(path)
}

fn left_overs(folder: &Path) -> Vec<Removal> {
    let old = |path: &Path| {
        let changed = path.symlink_metadata().and_then(|m| m.modified()).ok();
        changed.and_then(|at| SystemTime::now().duration_since(at).ok()).is_some_and(|age| age > LEFT_OVER)
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let begun = entries.filter(|e| e.file_name().as_encoded_bytes().starts_with(b".making-")).map(|e| e.path());
    let removal = |path: PathBuf| {
        let bytes = remove::disk_usage(&path);
        Removal { path, what: What::LeftOver, node: String::new(), session: String::new(), bytes, kept: None }
    };
    begun.filter(|path| remove::is_real_folder(path) && old(path)).map(removal).collect()
}

/// Takes away what was planned. What is in use or cannot be kept safely stays, and says why.
pub fn clean(work: &mut Work, planned: Vec<Removal>) -> Result<Vec<Removal>, Error> {
    let mut done = Vec::new();
    for mut removal in planned {
        if work.cancel.is_set() {
            return Err(Error::Interrupted);
        }
        if let Err(why) = take_away(work, &removal) {
            removal.kept = Some(why);
        }
        done.push(removal);
    }
    Ok(done)
}

fn take_away(work: &mut Work, removal: &Removal) -> Result<(), String> {
    let said = |e: std::io::Error| e.to_string();
    if removal.what == What::LeftOver {
        return remove::remove_folder(&removal.path).map_err(said);
    }
    // One look is enough: a workspace in which something runs is not the one to wait for.
    let _turn = work.store.lock_workspace(&removal.session, &mut |_| false).map_err(|_| "something runs in it".to_owned())?;
    if removal.what == What::Workspace {
        let session = work.store.load(&removal.session).map_err(|e| e.to_string())?;
        if session.status != Status::Ended {
            return Err("its session was taken up again".to_owned());
        }
        let build_dir = language::by_name(&session.language).map(|l| l.layout.build_dir.clone()).unwrap_or_default();
        let own = remove::own_files(&removal.path, &build_dir, &session.sealed_files);
        let own = own.ok_or("there is more of your own in it than etude can keep")?;
        work.store.keep_for_undo(&session.id, &own).map_err(|e| e.to_string())?;
    }
    remove::remove_folder(&removal.path).map_err(said)
}
