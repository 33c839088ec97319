//! What can go wrong with stored files. Owns the error type and the rule that turns an operating-system error into a kind that a person can act
//! on; each message is one sentence that says what failed and where. It decides no exit code and suggests no command: the edge does.

use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot {doing} {}: the file system is read-only", path.display())]
    ReadOnly { doing: Doing, path: PathBuf, source: io::Error },
    #[error("cannot {doing} {}: permission denied", path.display())]
    NoPermission { doing: Doing, path: PathBuf, source: io::Error },
    #[error("cannot {doing} {}: the disk is full or the quota is used up", path.display())]
    NoSpace { doing: Doing, path: PathBuf, source: io::Error },
    #[error("cannot {doing} below {}: it is a file, but a folder is needed there", path.display())]
    NotAFolder { doing: Doing, path: PathBuf, source: io::Error },
    #[error("cannot {doing} {}: {source}", path.display())]
    Io { doing: Doing, path: PathBuf, source: io::Error },
    #[error("there is no session {id:?}")]
    NotFound { id: String },
    #[error("{id:?} is not a session id: those have 1 to 64 letters, digits, '-' and '_'")]
    BadId { id: String },
    #[error("{} is damaged: {why}", path.display())]
    Damaged { path: PathBuf, why: String },
    #[error("{} was made by a newer etude (format {version}), so this one leaves it alone", path.display())]
    TooNew { path: PathBuf, version: u64 },
    #[error("another etude has been holding {} for {seconds} s", path.display())]
    Busy { path: PathBuf, seconds: u64 },
    #[error("stopped waiting for another etude that works in this workspace")]
    StoppedWaiting,
    #[error("{what} cannot be stored: {why}")]
    Unstorable { what: String, why: String },
}

/// The step that failed, as a verb for the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    Read,
    Write,
    Lock,
    SetAside,
    Remove,
}

impl std::fmt::Display for Doing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Doing::Read => "read",
            Doing::Write => "write",
            Doing::Lock => "lock",
            Doing::SetAside => "set aside",
            Doing::Remove => "remove",
        })
    }
}

impl StoreError {
    pub(super) fn of(doing: Doing, path: &Path, source: io::Error) -> StoreError {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly { doing, path, source },
            io::ErrorKind::PermissionDenied => StoreError::NoPermission { doing, path, source },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::NoSpace { doing, path, source },
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => match first_non_folder(&path) {
                Some(path) => StoreError::NotAFolder { doing, path, source },
                None => StoreError::Io { doing, path, source },
            },
            _ => StoreError::Io { doing, path, source },
        }
    }

    pub(super) fn damaged(path: &Path, why: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: path.to_path_buf(), why: why.into() }
    }
}

/// The system says only that something on the way is not a folder; a person needs to know which.
fn first_non_folder(path: &Path) -> Option<PathBuf> {
    let mut on_the_way: Vec<&Path> = path.ancestors().filter(|p| !p.as_os_str().is_empty()).collect();
    on_the_way.reverse();
    on_the_way.into_iter().find(|p| p.symlink_metadata().is_ok() && !p.is_dir()).map(Path::to_path_buf)
}

/// Something a person should hear about although the command goes on.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Notice {
    /// The file it is about.
    pub path: PathBuf,
    /// One sentence: what is wrong with it, and where it was or will be put.
    pub what: String,
}
