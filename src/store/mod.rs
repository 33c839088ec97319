//! Everything that etude remembers between commands, as files below the home. Owns how state is read and written: whole files, atomically, under a
//! lock, with damaged ones set aside and never overwritten. Reads never write, not even a lock file. It knows nothing of commands and prints nothing.
//!
//! Where to look: `atomic` puts bytes on disk, `lock` makes writers take turns, `format` understands old and odd sessions, `index` makes listings fast,
//! `sessions` ties them together; `progress`, `audit`, `sealed`, `drafts` and `undo` keep the other kinds of files.

mod atomic;
mod audit;
mod consent;
mod drafts;
mod error;
mod format;
mod index;
mod lock;
mod progress;
mod sealed;
mod sessions;
#[cfg(test)]
mod tests;
mod undo;

pub(crate) use atomic::TEMP_PREFIX;
pub use audit::AuditLog;
pub use drafts::{Draft, DraftHead, KeptReply};
pub use error::{Doing, Notice, StoreError};
pub use index::IndexEntry;
pub use lock::{StateLock, WorkspaceLock};
pub use progress::{NewProgress, Room};
pub use sessions::Listing;
pub use undo::{KeptFile, KeptReset};

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use crate::home::Home;

/// Ten attempts with all that evidence may hold come to a few megabytes; the earlier program left files of 200.
const MAX_SESSION_BYTES: u64 = 32 * 1024 * 1024;
/// Enough that a disk with a few free bytes does not look usable.
const PROBE_BYTES: usize = 64 * 1024;

#[derive(Debug)]
pub struct Store {
    home: Home,
    notices: Mutex<Vec<Notice>>,
}

impl Store {
    pub fn new(home: Home) -> Store {
        Store { home, notices: Mutex::new(Vec::new()) }
    }

    pub fn home(&self) -> &Home {
        &self.home
    }

    /// What a person should hear of the work done since the last call: files that were set aside or skipped. (A `Listing` brings its own.)
    pub fn take_notices(&self) -> Vec<Notice> {
        std::mem::take(&mut *self.notices.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn notice(&self, path: &Path, what: String) {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        let notice = Notice { path: path.to_path_buf(), what };
        if !notices.contains(&notice) {
            notices.push(notice);
        }
    }

    /// Makes the folders and really writes to them, so that a command can fail before it has cost anything.
    pub fn ensure_writable(&self) -> Result<(), StoreError> {
        let workspaces = self.home.workspaces();
        fs::create_dir_all(&workspaces).map_err(|e| StoreError::of(Doing::Write, &workspaces, e))?;
        let state = self.home.state();
        // A probe among the sessions would make the index look out of date, so these are asked, not tried.
        for folder in [self.home.sessions(), self.home.progress(), self.home.audit()] {
            atomic::make_private_folder(&folder)?;
            let allowed = rustix::fs::access(&folder, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK);
            allowed.map_err(|e| StoreError::of(Doing::Write, &folder, e.into()))?;
        }
        for folder in [workspaces, state] {
            let failed = |e| StoreError::of(Doing::Write, &folder, e);
            let mut probe =
                tempfile::Builder::new().prefix(atomic::TEMP_PREFIX).suffix(atomic::TEMP_SUFFIX).tempfile_in(&folder).map_err(failed)?;
            probe.write_all(&vec![0; PROBE_BYTES]).and_then(|()| probe.as_file().sync_all()).map_err(failed)?;
            probe.close().map_err(failed)?;
        }
        Ok(())
    }

    /// Moves a file that cannot be used out of the way, under a name that is free. Only for writers that hold the lock of that kind of file.
    fn set_aside(&self, path: &Path, why: &str) -> Result<PathBuf, StoreError> {
        let folder = self.home.set_aside();
        atomic::make_private_folder(&folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let stamp = Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
        let mut place = folder.join(format!("{name}.{stamp}"));
        for n in 2.. {
            if place.symlink_metadata().is_err() {
                break;
            }
            place = folder.join(format!("{name}.{stamp}-{n}"));
        }
        fs::rename(path, &place).map_err(|e| StoreError::of(Doing::SetAside, path, e))?;
        self.notice(path, format!("{} could not be used ({why}); it is kept as {}", path.display(), place.display()));
        Ok(place)
    }
}

/// Ids become file names, so nothing else may be one. `active_session` is the earlier program's file.
fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') && id != "active_session"
}

fn check_id(id: &str) -> Result<(), StoreError> {
    if is_id(id) { Ok(()) } else { Err(StoreError::BadId { id: id.chars().take(80).collect() }) }
}
