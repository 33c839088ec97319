//! Whole-file writes. Owns the one way in which state reaches the disk: a temporary file in the same folder, flushed, renamed over the target, the
//! folder flushed. Whoever reads, at any moment and after any kill, sees the old file or the new one. It refuses to write a file in place.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

use super::error::{Doing, StoreError};

pub(crate) const TEMP_PREFIX: &str = ".etude-";
pub(super) const TEMP_SUFFIX: &str = ".tmp";
/// A younger temporary file may belong to a command that is still running.
const LEFT_OVER_AFTER: Duration = Duration::from_secs(3600);
/// What this process writes is never a left-over to it. A random name, since numbers of processes come again.
static OWN_PREFIX: LazyLock<String> =
    LazyLock::new(|| format!("{TEMP_PREFIX}{:08x}-", RandomState::new().build_hasher().finish() & 0xffff_ffff));

/// Whether losing the file to a power cut would lose something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// On disk before the call returns.
    Surely,
    /// It can be derived again: atomic for readers, but nothing waits for the disk.
    Derived,
}

/// A complete file that only needs its name: what can fail for want of space has already happened.
#[derive(Debug)]
pub(super) struct Staged {
    temp: NamedTempFile,
    target: PathBuf,
    keep: Keep,
}

/// Writes the content beside its target.
pub(super) fn stage(target: &Path, content: &[u8], keep: Keep) -> Result<Staged, StoreError> {
    let folder = folder_of(target);
    make_private_folder(folder)?;
    let failed = |source| StoreError::of(Doing::Write, target, source);
    let own = &*OWN_PREFIX;
    let mut temp = tempfile::Builder::new().prefix(own).suffix(TEMP_SUFFIX).tempfile_in(folder).map_err(failed)?;
    // The file system's own idea of now. The machine's clock may be days away from it (a server's disk, a clock that was set).
    if let Ok(now) = temp.as_file().metadata().and_then(|m| m.modified()) {
        sweep(folder, own, now);
    }
    temp.write_all(content).map_err(failed)?;
    if keep == Keep::Surely {
        temp.as_file().sync_all().map_err(failed)?;
    }
    Ok(Staged { temp, target: target.to_path_buf(), keep })
}

/// Gives staged files their names, in order, and flushes each folder once: together they are one commit.
pub(super) fn commit(staged: Vec<Staged>) -> Result<(), StoreError> {
    let mut folders = BTreeSet::new();
    for file in staged {
        file.temp.persist(&file.target).map_err(|e| StoreError::of(Doing::Write, &file.target, e.error))?;
        if file.keep == Keep::Surely {
            folders.insert(folder_of(&file.target).to_path_buf());
        }
    }
    folders.iter().try_for_each(|folder| flush_folder(folder))
}

pub(super) fn write(target: &Path, content: &[u8], keep: Keep) -> Result<(), StoreError> {
    commit(vec![stage(target, content, keep)?])
}

/// Like `write`, but answers false when the name is taken.
pub(super) fn write_new(target: &Path, content: &[u8]) -> Result<bool, StoreError> {
    let staged = stage(target, content, Keep::Surely)?;
    match staged.temp.persist_noclobber(target) {
        Ok(_) => flush_folder(folder_of(target)).map(|()| true),
        Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(e) => Err(StoreError::of(Doing::Write, target, e.error)),
    }
}

/// The content of a file, or `None` where there is none. What is no plain file is not opened: reading a pipe would wait for ever.
pub(super) fn read(path: &Path, max: u64) -> Result<Option<Vec<u8>>, StoreError> {
    let failed = |source| StoreError::of(Doing::Read, path, source);
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(failed(e)),
    };
    if !meta.is_file() {
        return Err(StoreError::damaged(path, "it is not a plain file"));
    }
    if meta.len() > max {
        return Err(StoreError::damaged(path, format!("it has {} bytes, more than etude ever writes there", meta.len())));
    }
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(failed(e)),
    };
    let mut content = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0) + 1);
    file.take(max).read_to_end(&mut content).map_err(failed)?;
    Ok(Some(content))
}

/// State is the learner's own: folders that etude makes for it open for nobody else.
pub(super) fn make_private_folder(folder: &Path) -> Result<(), StoreError> {
    if folder.is_dir() {
        return Ok(());
    }
    let failed = |source| StoreError::of(Doing::Write, folder, source);
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    // The new folder's own name must survive a power cut as well. Where the parent cannot be opened, the folder is there all the same.
    let _ = flush_folder(folder_of(folder));
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn flush_folder(folder: &Path) -> Result<(), StoreError> {
    File::open(folder).and_then(|f| f.sync_all()).map_err(|e| StoreError::of(Doing::Write, folder, e))
}

/// Removes what killed writers left in a folder, by the file system's time alone. Failing to is no reason to fail the write.
fn sweep(folder: &Path, own: &str, now: SystemTime) {
    let Ok(listing) = fs::read_dir(folder) else { return };
    for entry in listing.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let is_temporary = name.starts_with(TEMP_PREFIX.as_bytes()) && name.ends_with(TEMP_SUFFIX.as_bytes());
        if !is_temporary || name.starts_with(own.as_bytes()) {
            continue;
        }
        let age = entry.metadata().and_then(|m| m.modified()).ok().and_then(|at| now.duration_since(at).ok());
        if age.is_some_and(|age| age > LEFT_OVER_AFTER) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_write_replaces_the_whole_file_and_leaves_nothing_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("deep/er/file.json");
        write(&target, b"a long first content", Keep::Surely).unwrap();
        write(&target, b"short", Keep::Derived).unwrap();
        assert_eq!(read(&target, 100).unwrap().unwrap(), b"short");
        assert_eq!(fs::read_dir(target.parent().unwrap()).unwrap().count(), 1);
        let mode = |p: &Path| p.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&target), mode(target.parent().unwrap())), (0o600, 0o700));
        assert!(!write_new(&target, b"other").unwrap());
        assert_eq!(read(&target, 100).unwrap().unwrap(), b"short");
    }

    #[test]
    fn old_left_overs_go_and_young_ones_stay() {
        let dir = tempfile::tempdir().unwrap();
        let (old, young) = (dir.path().join(".etude-old.tmp"), dir.path().join(".etude-young.tmp"));
        File::create(&young).unwrap();
        File::create(&old).unwrap().set_modified(SystemTime::now() - Duration::from_secs(7200)).unwrap();
        write(&dir.path().join("x"), b"x", Keep::Surely).unwrap();
        assert!(young.exists() && !old.exists());
    }

    #[test]
    fn files_of_the_same_commit_are_never_swept() {
        let dir = tempfile::tempdir().unwrap();
        let target = |name: &str| dir.path().join(name);
        let first = stage(&target("a"), b"a", Keep::Surely).unwrap();
        // As if the clocks of the machine and of the file system were a day apart.
        first.temp.as_file().set_modified(SystemTime::now() - Duration::from_secs(86_400)).unwrap();
        let second = stage(&target("b"), b"b", Keep::Surely).unwrap();
        commit(vec![first, second]).unwrap();
        assert_eq!(read(&target("a"), 10).unwrap().unwrap(), b"a");
    }

    #[test]
    fn the_age_of_a_left_over_is_told_by_the_file_system() {
        let dir = tempfile::tempdir().unwrap();
        let other = dir.path().join(".etude-other.tmp");
        File::create(&other).unwrap();
        let written = other.metadata().unwrap().modified().unwrap();
        sweep(dir.path(), &OWN_PREFIX, written + Duration::from_secs(60));
        assert!(other.exists());
        sweep(dir.path(), &OWN_PREFIX, written + Duration::from_secs(7200));
        assert!(!other.exists());
    }

    #[test]
    fn what_is_no_plain_file_is_not_opened() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe.json");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0).unwrap();
        assert!(matches!(read(&pipe, 100), Err(StoreError::Damaged { .. })));
        assert!(matches!(read(dir.path(), 100), Err(StoreError::Damaged { .. })));
        fs::write(dir.path().join("big"), [0; 101]).unwrap();
        assert!(matches!(read(&dir.path().join("big"), 100), Err(StoreError::Damaged { .. })));
        assert_eq!(read(&dir.path().join("none"), 100).unwrap(), None);
    }
}
