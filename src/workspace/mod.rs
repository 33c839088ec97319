//! The learner's folder. Owns every write into it and every path in it: a workspace is staged beside its place and renamed into it whole, and later
//! writes replace single files without following links. Refuses any path that is not plainly inside.

pub mod remove;
mod seal;

pub use seal::{GeneratedFile, SealedExercise, changed_files, hash_of};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::evidence::SourceFile;
use crate::home::Home;
use crate::language::Language;

/// A relative path inside a workspace: no `..`, no root, no drive, no empty part. Only this module makes one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkspacePath(String);

#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    #[error("the path \"{0}\" is not inside the workspace")]
    Outside(String),
    #[error("cannot write {path}: {source}")]
    Write { path: PathBuf, source: io::Error },
    #[error("{path} is in the way: a link, or a file where a folder belongs or the other way round; nothing is written through it")]
    NotAFolder { path: PathBuf },
    #[error("a workspace called {0} is already there")]
    Exists(PathBuf),
}

impl WorkspacePath {
    pub fn new(path: &str) -> Result<WorkspacePath, WorkspaceError> {
        let plain = !path.is_empty()
            && !path.contains(['\\', ':', '\0'])
            && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
        if plain { Ok(WorkspacePath(path.to_owned())) } else { Err(WorkspaceError::Outside(crate::text::clean(path))) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

pub(crate) const MAKING: &str = ".making-";
/// What the store calls the file by which it tries a folder.
const TRIAL: &str = crate::store::TEMP_PREFIX;

/// A workspace in the making. Dropped without `place`, it leaves nothing behind.
#[derive(Debug)]
pub struct Staging {
    dir: tempfile::TempDir,
}

impl Staging {
    pub fn begin(home: &Home) -> Result<Staging, WorkspaceError> {
        let parent = home.workspaces();
        let wrap = |source| WorkspaceError::Write { path: parent.clone(), source };
        fs::create_dir_all(&parent).map_err(wrap)?;
        sweep(&parent);
        let dir = tempfile::Builder::new().prefix(MAKING).tempdir_in(&parent).map_err(wrap)?;
        Ok(Staging { dir })
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn write(&self, path: &WorkspacePath, content: &str) -> Result<(), WorkspaceError> {
        write_file(self.dir.path(), path, content.as_bytes())
    }

    /// Renames the whole folder into its place.
    pub fn place(self, target: &Path) -> Result<(), WorkspaceError> {
        if target.symlink_metadata().is_ok() {
            return Err(WorkspaceError::Exists(target.to_path_buf()));
        }
        let wrap = |source| WorkspaceError::Write { path: target.to_path_buf(), source };
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(self.dir.path(), fs::Permissions::from_mode(0o755)).map_err(wrap)?;
        }
        fs::rename(self.dir.path(), target).map_err(wrap)?;
        // The folder is no longer where the guard would remove it.
        let _ = self.dir.keep();
        Ok(())
    }
}

/// Takes away what starts that were killed have left: half-made folders, and the file that tried whether the home can be written to. A day is longer
/// than any start takes.
fn sweep(parent: &Path) {
    const OLD: std::time::Duration = std::time::Duration::from_secs(24 * 3600);
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(meta) = entry.metadata() else { continue };
        if meta.modified().ok().and_then(|t| t.elapsed().ok()).is_none_or(|age| age <= OLD) {
            continue;
        }
        if meta.is_dir() && name.starts_with(MAKING) {
            let _ = fs::remove_dir_all(entry.path());
        } else if meta.is_file() && name.starts_with(TRIAL) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes one file inside a workspace: parents are made, links are never followed, and the old content stays whole until the new is there.
pub fn write_file(root: &Path, path: &WorkspacePath, content: &[u8]) -> Result<(), WorkspaceError> {
    write_file_as(root, path, content, false)
}

/// The same for a file that may be a program.
pub fn write_file_as(root: &Path, path: &WorkspacePath, content: &[u8], executable: bool) -> Result<(), WorkspaceError> {
    let target = root.join(path.as_str());
    let folder = real_folder(root, path)?;
    let wrap = |source| WorkspaceError::Write { path: target.clone(), source };
    if target.symlink_metadata().is_ok_and(|m| m.is_dir()) {
        return Err(WorkspaceError::NotAFolder { path: target });
    }
    let mut file = tempfile::Builder::new().prefix(".etude-").tempfile_in(&folder).map_err(wrap)?;
    io::Write::write_all(&mut file, content).map_err(wrap)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = if executable { 0o755 } else { 0o644 };
        fs::set_permissions(file.path(), fs::Permissions::from_mode(mode)).map_err(wrap)?;
    }
    file.persist(&target).map_err(|e| wrap(e.error))?;
    Ok(())
}

/// Whether a file could be written there, without doing anything: for what must be written whole or not at all.
pub fn check_place(root: &Path, path: &WorkspacePath) -> Result<(), WorkspaceError> {
    let mut at = root.to_path_buf();
    let parts: Vec<&str> = path.as_str().split('/').collect();
    for (n, part) in parts.iter().enumerate() {
        at.push(part);
        let last = n + 1 == parts.len();
        if at.symlink_metadata().is_ok_and(|meta| meta.is_dir() == last) {
            return Err(WorkspaceError::NotAFolder { path: at });
        }
    }
    Ok(())
}

/// Takes a file away; a link itself is removed, never what it points at.
pub fn remove_file(root: &Path, path: &WorkspacePath) -> Result<(), WorkspaceError> {
    let target = root.join(path.as_str());
    real_folder(root, path)?;
    match fs::remove_file(&target) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(WorkspaceError::Write { path: target, source }),
        _ => Ok(()),
    }
}

/// The folder a path lies in, made where it is missing; every step down must be a real folder.
fn real_folder(root: &Path, path: &WorkspacePath) -> Result<PathBuf, WorkspaceError> {
    let mut folder = root.to_path_buf();
    let parts: Vec<&str> = path.as_str().split('/').collect();
    for part in &parts[..parts.len() - 1] {
        folder.push(part);
        match folder.symlink_metadata() {
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => return Err(WorkspaceError::NotAFolder { path: folder }),
            Err(_) => fs::create_dir(&folder).map_err(|source| WorkspaceError::Write { path: folder.clone(), source })?,
        }
    }
    Ok(folder)
}

/// Reads a plain file inside a workspace, up to `max` bytes; a link or anything else that is not a file reads as nothing.
pub fn read_plain(path: &Path, max: u64) -> Option<Vec<u8>> {
    use io::Read;
    if !path.symlink_metadata().ok()?.is_file() {
        return None;
    }
    let mut content = Vec::new();
    fs::File::open(path).ok()?.take(max).read_to_end(&mut content).ok()?;
    Some(content)
}

/// The learner's own files, sorted by path: bounded in count, size and depth, links left alone, etude's own support files left out.
pub fn read_source(root: &Path, language: &Language) -> Vec<SourceFile> {
    const MAX_FILE: u64 = 1024 * 1024;
    const MAX_FILES: usize = 100;
    let mut found = Vec::new();
    let mut waiting = vec![(root.join(&language.layout.src), 0)];
    while let Some((dir, depth)) = waiting.pop() {
        if !dir.symlink_metadata().is_ok_and(|m| m.is_dir()) {
            continue;
        }
        let Ok(entries) = fs::read_dir(&dir) else { continue };
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            let is_dir = entry.file_type().is_ok_and(|t| t.is_dir());
            if is_dir && depth < 3 {
                waiting.push((path, depth + 1));
                continue;
            }
            let known = path.extension().is_some_and(|e| language.layout.extensions.iter().any(|x| e == x.as_str()));
            let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let own = language.files.iter().any(|f| f.path == relative);
            if !known || own || found.len() >= MAX_FILES {
                continue;
            }
            if let Some(content) = read_plain(&path, MAX_FILE) {
                found.push(SourceFile { path: relative, content: String::from_utf8_lossy(&content).into_owned() });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// One hash over all of the learner's files: equal sources, equal hash.
pub fn source_hash(files: &[SourceFile]) -> String {
    let mut whole = Vec::new();
    for file in files {
        whole.extend_from_slice(file.path.as_bytes());
        whole.push(0);
        whole.extend_from_slice(file.content.as_bytes());
        whole.push(0);
    }
    hash_of(&whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_inner_paths_become_workspace_paths() {
        for good in ["Cargo.toml", "src/lib.rs", ".vscode/settings.json"] {
            assert!(WorkspacePath::new(good).is_ok(), "{good}");
        }
        for bad in ["", "/etc/passwd", "../x", "src/../../x", "src//x", "./x", "a\\b", "C:x", "a\0b"] {
            assert!(WorkspacePath::new(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_link_in_the_way_is_never_written_through() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let (root, outside) = (dir.path().join("ws"), dir.path().join("outside"));
        fs::create_dir_all(&root).expect("root");
        fs::create_dir_all(&outside).expect("outside");
        std::os::unix::fs::symlink(&outside, root.join("tests")).expect("link");
        fs::write(outside.join("kept.rs"), "kept").expect("file");
        let path = WorkspacePath::new("tests/kept.rs").expect("path");
        assert!(write_file(&root, &path, b"new").is_err());
        assert_eq!(fs::read_to_string(outside.join("kept.rs")).expect("still there"), "kept");

        std::os::unix::fs::symlink(outside.join("kept.rs"), root.join("Cargo.toml")).expect("link");
        write_file(&root, &WorkspacePath::new("Cargo.toml").expect("path"), b"new").expect("the link is replaced");
        assert_eq!(fs::read_to_string(outside.join("kept.rs")).expect("still there"), "kept");
        assert_eq!(fs::read_to_string(root.join("Cargo.toml")).expect("written"), "new");
    }

    #[test]
    fn staging_that_is_dropped_leaves_nothing() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let home = Home::at(dir.path());
        let staging = Staging::begin(&home).expect("staging");
        staging.write(&WorkspacePath::new("src/lib.rs").expect("path"), "x").expect("write");
        drop(staging);
        assert_eq!(fs::read_dir(home.workspaces()).expect("folder").count(), 0);
    }
}
