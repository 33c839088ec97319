//! Who may write. Owns the state lock, held only around read-change-write, and the workspace locks, held during a run. Both are advisory locks of the
//! operating system on files that stay: a killed holder frees them. Reading needs neither, and nothing here is held across a model call.

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::Store;
use super::atomic::make_private_folder;
use super::error::{Doing, StoreError};

/// Writers hold the state lock for milliseconds; one that waits this long has met something that hangs.
const PATIENCE: Duration = Duration::from_secs(10);
const STEP: Duration = Duration::from_millis(50);

/// Proof that this process alone changes the state. Dropping it frees the lock. Not reentrant: do not call `update` while holding one.
#[derive(Debug)]
#[must_use]
pub struct StateLock {
    _file: File,
}

/// Proof that this process alone runs things in one workspace. Dropping it frees the lock.
#[derive(Debug)]
#[must_use]
pub struct WorkspaceLock {
    _file: File,
}

impl Store {
    /// Waits up to ten seconds for other commands.
    pub fn lock(&self) -> Result<StateLock, StoreError> {
        lock_within(&self.home().lock_file(), PATIENCE).map(|file| StateLock { _file: file })
    }

    /// Waits as long as `keep_waiting` answers true; it is asked every 50 ms with the time waited so far.
    pub fn lock_workspace(&self, id: &str, keep_waiting: &mut dyn FnMut(Duration) -> bool) -> Result<WorkspaceLock, StoreError> {
        super::check_id(id)?;
        let path = self.home().workspace_lock_file(id);
        let file = open(&path)?;
        let began = Instant::now();
        while !try_lock(&file, &path)? {
            if !keep_waiting(began.elapsed()) {
                return Err(StoreError::StoppedWaiting);
            }
            sleep(STEP);
        }
        Ok(WorkspaceLock { _file: file })
    }
}

pub(super) fn lock_within(path: &Path, patience: Duration) -> Result<File, StoreError> {
    let file = open(path)?;
    let began = Instant::now();
    let mut pause = Duration::from_micros(500);
    while !try_lock(&file, path)? {
        if began.elapsed() >= patience {
            return Err(StoreError::Busy { path: path.to_path_buf(), seconds: patience.as_secs() });
        }
        sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(8));
    }
    Ok(file)
}

fn open(path: &Path) -> Result<File, StoreError> {
    if let Some(folder) = path.parent() {
        make_private_folder(folder)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true).mode(0o600);
    options.open(path).map_err(|e| StoreError::of(Doing::Lock, path, e))
}

fn try_lock(file: &File, path: &Path) -> Result<bool, StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(e)) => Err(StoreError::of(Doing::Lock, path, e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;

    #[test]
    fn a_second_holder_waits_and_says_so() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        let held = lock_within(&path, PATIENCE).unwrap();
        let error = lock_within(&path, Duration::from_millis(30)).unwrap_err();
        assert!(matches!(error, StoreError::Busy { .. }), "{error}");
        drop(held);
        lock_within(&path, Duration::from_millis(30)).unwrap();
    }

    #[test]
    fn waiting_for_a_workspace_can_be_stopped() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        let held = store.lock_workspace("one", &mut |_| true).unwrap();
        let _other = store.lock_workspace("two", &mut |_| false).unwrap();
        let mut asked = 0;
        let stopped = store.lock_workspace("one", &mut |_| {
            asked += 1;
            asked < 3
        });
        assert!(matches!(stopped, Err(StoreError::StoppedWaiting)));
        assert_eq!(asked, 3);
        drop(held);
        let _held = store.lock_workspace("one", &mut |_| false).unwrap();
        assert!(matches!(store.lock_workspace("../x", &mut |_| false), Err(StoreError::BadId { .. })));
    }
}
