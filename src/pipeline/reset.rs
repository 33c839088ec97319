//! Repairs a workspace: brings back generated files that changed or went missing, or one file of the starter. What it replaces is kept first, so that a
//! reset can itself be undone.

use std::path::Path;

use serde::Serialize;

use super::{Work, sealed};
use crate::error::Error;
use crate::session::Session;
use crate::store::KeptFile;
use crate::workspace::{self, WorkspacePath};

#[derive(Debug, Clone, Default, Serialize)]
pub struct ResetReport {
    pub restored: Vec<String>,
}

const MAX_KEPT: u64 = 4 * 1024 * 1024;

/// Without a file: every generated file that is not as it was, and starter files that are missing. With one: that starter file.
pub fn reset(work: &mut Work, session: &Session, file: Option<&str>) -> Result<ResetReport, Error> {
    let sealed = sealed(work.store, session)?;
    let root = session.workspace(work.store.home().root());
    let mut wanted: Vec<(String, String)> = Vec::new();
    match file {
        Some(file) => {
            let found = sealed.starter.iter().find(|f| names(file, &f.path, &root)).map(|f| (f.path.clone(), f.content.clone()));
            let generated = || sealed.generated.iter().find(|f| names(file, &f.path, &root)).map(|f| (f.path.clone(), f.content.clone()));
            let known = sealed.starter.iter().map(|f| f.path.clone()).collect();
            wanted.push(found.or_else(generated).ok_or_else(|| Error::NotAStarterFile { asked: file.to_owned(), known })?);
        }
        None => {
            let changed = workspace::changed_files(&root, &session.sealed_files, false);
            let generated = sealed.generated.iter().filter(|f| changed.iter().any(|c| c.path == f.path));
            wanted.extend(generated.map(|f| (f.path.clone(), f.content.clone())));
            let missing = sealed.starter.iter().filter(|f| root.join(&f.path).symlink_metadata().is_err());
            wanted.extend(missing.map(|f| (f.path.clone(), f.content.clone())));
        }
    }
    if wanted.is_empty() {
        return Ok(ResetReport::default());
    }
    let _turn = work.store.lock_workspace(&session.id, &mut |_| !work.cancel.is_set())?;
    if root.symlink_metadata().is_ok() && !root.is_dir() {
        return Err(workspace::WorkspaceError::NotAFolder { path: root }.into());
    }
    let was_there = root.is_dir();
    std::fs::create_dir_all(&root).map_err(|source| workspace::WorkspaceError::Write { path: root.clone(), source })?;
    let kept: Vec<KeptFile> = wanted.iter().map(|(path, _)| as_it_is(&root, path)).collect();
    // Where there was no workspace nothing is replaced, and what `clean` kept of it stays the next to come back.
    if was_there {
        work.store.keep_for_undo(&session.id, &kept)?;
    }
    for (path, content) in &wanted {
        clear_the_way(&root, path);
        workspace::write_file(&root, &WorkspacePath::new(path)?, content.as_bytes())?;
    }
    touch(work, session)?;
    Ok(ResetReport { restored: wanted.into_iter().map(|(path, _)| path).collect() })
}

/// Puts back what the last reset replaced.
pub fn undo_reset(work: &mut Work, session: &Session) -> Result<ResetReport, Error> {
    let root = session.workspace(work.store.home().root());
    let _turn = work.store.lock_workspace(&session.id, &mut |_| !work.cancel.is_set())?;
    let kept = work.store.latest_undo(&session.id)?.ok_or(Error::NothingToUndo)?;
    // All of it is asked before any of it is written: half a workspace of one day and half of another is neither.
    let places: Vec<WorkspacePath> = kept.files.iter().map(|f| WorkspacePath::new(&f.path)).collect::<Result<_, _>>()?;
    for place in &places {
        workspace::check_place(&root, place)?;
    }
    std::fs::create_dir_all(&root).map_err(|source| workspace::WorkspaceError::Write { path: root.clone(), source })?;
    for (file, place) in kept.files.iter().zip(&places) {
        match &file.content {
            Some(content) => workspace::write_file_as(&root, place, content, file.executable)?,
            None => workspace::remove_file(&root, place)?,
        }
    }
    let restored = kept.files.iter().map(|file| file.path.clone()).collect();
    // Forgotten only now: had something failed on the way, it could be tried again.
    work.store.forget_undo(kept)?;
    touch(work, session)?;
    Ok(ResetReport { restored })
}

fn as_it_is(root: &Path, path: &str) -> KeptFile {
    use std::os::unix::fs::PermissionsExt;
    let place = root.join(path);
    let executable = place.symlink_metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o100 != 0);
    KeptFile { path: path.to_owned(), content: workspace::read_plain(&place, MAX_KEPT), executable }
}

fn touch(work: &mut Work, session: &Session) -> Result<(), Error> {
    let now = work.now;
    work.store.update(&session.id, |fresh| fresh.last_accessed_at = now)?;
    Ok(())
}

/// A link that stands where a folder belongs is taken away; what it points at stays as it is.
fn clear_the_way(root: &Path, path: &str) {
    let mut at = root.to_path_buf();
    let parts: Vec<&str> = path.split('/').collect();
    for part in &parts[..parts.len().saturating_sub(1)] {
        at.push(part);
        if at.symlink_metadata().is_ok_and(|m| !m.is_dir()) {
            let _ = std::fs::remove_file(&at);
        }
    }
}

/// A file may be named from the workspace, from `src/`, or by its full path.
fn names(asked: &str, path: &str, root: &Path) -> bool {
    let asked = asked.strip_prefix("./").unwrap_or(asked);
    asked == path || path.split_once('/').is_some_and(|(_, rest)| rest == asked) || Path::new(asked) == root.join(path)
}
