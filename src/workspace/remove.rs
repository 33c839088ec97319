//! What a workspace takes on disk, what in it is the learner's own, and taking it away. Links are counted as links and removed as links; nothing behind one
//! is ever looked at. It refuses to call a folder kept while anything in it is not: whoever asks learns what, and leaves the folder alone.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::{WorkspacePath, hash_of, read_plain};
use crate::language::Layout;
use crate::session::SealedFile;
use crate::store::KeptFile;

/// More than this of one's own is not put away in silence.
const MAX_OWN: u64 = 16 * 1024 * 1024;
const MAX_OWN_FILES: usize = 500;
/// Folders that are more than their plain files: copied file by file, they no longer work.
const HISTORIES: [&str; 4] = [".git", ".hg", ".jj", ".svn"];

/// How a folder is called that is on its way out. What is in it has been kept.
pub const LEAVING: &str = ".leaving-";

/// Why what is in a folder cannot all be kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    #[error("there is more of your own in it than etude can keep")]
    TooMuch,
    #[error("{0} holds a history that etude cannot keep")]
    History(String),
    #[error("etude cannot keep a file called \"{0}\"")]
    Name(String),
    #[error("{0} is a link or something else that etude cannot keep")]
    NotPlain(String),
    #[error("{0} cannot be read, so it cannot be kept: {1}")]
    Unreadable(String, String),
}

/// A folder that is really there, not a link to one.
pub fn is_real_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|m| m.is_dir())
}

/// The disk space below these, themselves included. A file with several names counts once.
pub fn disk_usage(roots: &[PathBuf]) -> u64 {
    let (mut bytes, mut seen, mut waiting) = (0, HashSet::new(), roots.to_vec());
    while let Some(path) = waiting.pop() {
        let Ok(meta) = path.symlink_metadata() else { continue };
        if meta.nlink() < 2 || meta.is_dir() || seen.insert((meta.dev(), meta.ino())) {
            bytes += meta.blocks() * 512;
        }
        if meta.is_dir() {
            waiting.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        }
    }
    bytes
}

/// What the toolchain made in the build folder of a workspace, by its name. What else lies there is the learner's.
pub fn built(workspace: &Path, layout: &Layout) -> Vec<PathBuf> {
    let folder = workspace.join(&layout.build_dir);
    if folder.parent() != Some(workspace) || !is_real_folder(&folder) {
        return Vec::new();
    }
    layout.build_made.iter().map(|name| folder.join(name)).filter(|path| path.symlink_metadata().is_ok()).collect()
}

/// Every file of the learner: all but what the toolchain built and what is as etude generated it. An error where one of them could not be brought back.
pub fn own_files(root: &Path, layout: Option<&Layout>, sealed: &[SealedFile]) -> Result<Vec<KeptFile>, NotKept> {
    let built = layout.map(|layout| built(root, layout)).unwrap_or_default();
    let shown = |path: &Path| crate::text::clean(&path.strip_prefix(root).unwrap_or(path).to_string_lossy());
    let unreadable = |path: &Path, why: &dyn ToString| NotKept::Unreadable(shown(path), why.to_string());
    let (mut own, mut left, mut waiting) = (Vec::new(), MAX_OWN, vec![root.to_path_buf()]);
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| unreadable(&folder, &e))? {
            let entry = entry.map_err(|e| unreadable(&folder, &e))?;
            let path = entry.path();
            let meta = path.symlink_metadata().map_err(|e| unreadable(&path, &e))?;
            if built.contains(&path) {
                continue;
            }
            if meta.is_dir() {
                if HISTORIES.iter().any(|name| entry.file_name() == *name) {
                    return Err(NotKept::History(shown(&path)));
                }
                waiting.push(path);
                continue;
            }
            if !meta.is_file() {
                return Err(NotKept::NotPlain(shown(&path)));
            }
            // The rule by which it would be brought back, asked while it is still there.
            let relative = path.strip_prefix(root).ok().and_then(Path::to_str).filter(|name| WorkspacePath::new(name).is_ok());
            let relative = relative.ok_or_else(|| NotKept::Name(shown(&path)))?;
            if meta.len() > left || own.len() >= MAX_OWN_FILES {
                return Err(NotKept::TooMuch);
            }
            let content = read_plain(&path, left + 1).ok_or_else(|| unreadable(&path, &"it could not be opened"))?;
            if sealed.iter().any(|f| f.path == relative && f.sha256 == hash_of(&content)) {
                continue;
            }
            // It may have grown since it was measured.
            left = left.checked_sub(content.len() as u64).ok_or(NotKept::TooMuch)?;
            let executable = meta.permissions().mode() & 0o100 != 0;
            own.push(KeptFile { path: relative.to_owned(), content: Some(content), executable });
        }
    }
    own.sort();
    Ok(own)
}

/// Takes a folder away with all that is in it. The standard library goes through it by open folders and never through a link.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    if !is_real_folder(path) {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder"));
    }
    fs::remove_dir_all(path)
}

/// Takes away what the toolchain built, and the build folder where nothing else is in it.
pub fn remove_built(workspace: &Path, layout: &Layout) -> io::Result<()> {
    for path in built(workspace, layout) {
        if is_real_folder(&path) { fs::remove_dir_all(&path)? } else { fs::remove_file(&path)? }
    }
    // Where the learner has something in it, it is not empty and stays.
    let _ = fs::remove_dir(workspace.join(&layout.build_dir));
    Ok(())
}

/// Moves a workspace out of the way in one step, to be removed at leisure: dropping or closing what is answered does that.
pub fn move_away(path: &Path) -> io::Result<tempfile::TempDir> {
    let parent = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let place = tempfile::Builder::new().prefix(LEAVING).tempdir_in(parent)?;
    fs::rename(path, place.path().join(name))?;
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    fn layout() -> &'static Layout {
        &crate::language::by_name("rust").unwrap().layout
    }

    fn workspace() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("ws");
        fs::create_dir_all(root.join("src")).unwrap();
        fs::write(root.join("src/lib.rs"), "mine").unwrap();
        fs::write(root.join("Cargo.toml"), "generated").unwrap();
        (dir, root)
    }

    fn own(root: &Path) -> Result<Vec<String>, String> {
        let sealed = [SealedFile { path: "Cargo.toml".into(), sha256: hash_of(b"generated"), judges: true }];
        let own = own_files(root, Some(layout()), &sealed).map_err(|e| e.to_string())?;
        Ok(own.into_iter().map(|file| file.path).collect())
    }

    #[test]
    fn links_are_neither_followed_nor_counted() {
        let (dir, root) = workspace();
        let outside = dir.path().join("outside");
        fs::create_dir_all(root.join("target/debug")).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("precious"), vec![7; 100_000]).unwrap();
        fs::write(root.join("target/debug/a"), vec![1; 50_000]).unwrap();
        fs::hard_link(root.join("target/debug/a"), root.join("target/debug/b")).unwrap();
        symlink(&outside, root.join("target/debug/out")).unwrap();
        symlink(&outside, root.join("target/tmp")).unwrap();
        let used = disk_usage(std::slice::from_ref(&root));
        assert!((50_000..100_000).contains(&used), "{used}");
        assert_eq!(own(&root), Ok(vec!["src/lib.rs".to_owned()]));
        assert!(remove_folder(&root.join("target/tmp")).is_err(), "a link is not a folder");
        remove_built(&root, layout()).unwrap();
        assert!(!root.join("target").exists());
        assert_eq!(fs::read(outside.join("precious")).unwrap().len(), 100_000);
    }

    #[test]
    fn what_the_toolchain_did_not_build_is_the_learners_also_in_the_build_folder() {
        let (_dir, root) = workspace();
        fs::create_dir_all(root.join("target/debug")).unwrap();
        fs::write(root.join("target/debug/big"), "built").unwrap();
        fs::write(root.join("target/CACHEDIR.TAG"), "built").unwrap();
        fs::write(root.join("target/notes.txt"), "mine").unwrap();
        assert_eq!(own(&root), Ok(vec!["src/lib.rs".to_owned(), "target/notes.txt".to_owned()]));
        remove_built(&root, layout()).unwrap();
        let left: Vec<_> = fs::read_dir(root.join("target")).unwrap().flatten().map(|e| e.file_name()).collect();
        assert_eq!(left, ["notes.txt"]);
    }

    #[test]
    fn what_could_not_be_brought_back_is_named() {
        let refused = |make: &dyn Fn(&Path)| {
            let (_dir, root) = workspace();
            make(&root);
            own(&root).unwrap_err()
        };
        let git = refused(&|root| fs::create_dir_all(root.join("src/.git/refs")).unwrap());
        assert_eq!(git, "src/.git holds a history that etude cannot keep");
        assert!(refused(&|root| fs::write(root.join(OsStr::from_bytes(b"caf\xe9.txt")), "x").unwrap()).contains("a file called \"caf"));
        assert!(refused(&|root| fs::write(root.join("notes 12:30.txt"), "x").unwrap()).contains("called \"notes 12:30.txt\""));
        assert!(refused(&|root| symlink("elsewhere", root.join("src/link.rs")).unwrap()).starts_with("src/link.rs is a link"));
        let big = refused(&|root| fs::write(root.join("src/big"), vec![0; MAX_OWN as usize + 1]).unwrap());
        assert!(big.contains("more of your own"), "{big}");
    }

    #[test]
    fn what_cannot_be_read_is_named_and_not_passed_over() {
        let (_dir, root) = workspace();
        assert!(own(&root.join("gone")).unwrap_err().contains("cannot be read, so it cannot be kept"));
        fs::set_permissions(root.join("src"), fs::Permissions::from_mode(0o000)).unwrap();
        let seen = own(&root);
        fs::set_permissions(root.join("src"), fs::Permissions::from_mode(0o755)).unwrap();
        // Root reads everything.
        assert!(seen == Ok(vec!["src/lib.rs".to_owned()]) || seen.is_err_and(|why| why.starts_with("src cannot be read")));
    }

    #[test]
    fn programs_stay_programs() {
        let (_dir, root) = workspace();
        fs::write(root.join("run.sh"), "true").unwrap();
        fs::set_permissions(root.join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        let modes: Vec<bool> = own_files(&root, None, &[]).unwrap().into_iter().map(|file| file.executable).collect();
        assert_eq!(modes, [false, true, false], "Cargo.toml, run.sh, src/lib.rs");
    }
}
