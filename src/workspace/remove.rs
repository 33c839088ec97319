//! What a workspace takes on disk, what in it is the learner's own, and taking it away. Links are counted as links and removed as links; nothing behind one
//! is ever looked at.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::{hash_of, read_plain};
use crate::session::SealedFile;

/// More than this of one's own is not put away in silence.
const MAX_OWN: u64 = 16 * 1024 * 1024;
const MAX_OWN_FILES: usize = 500;

/// A folder that is really there, not a link to one.
pub fn is_real_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|m| m.is_dir())
}

/// The disk space below a folder, itself included. A file with several names counts once.
pub fn disk_usage(root: &Path) -> u64 {
    let (mut bytes, mut seen, mut waiting) = (0, HashSet::new(), vec![root.to_path_buf()]);
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

/// Every plain file of the learner: not in the build folder, and not as etude generated it. None where that is more than can be kept.
pub fn own_files(root: &Path, build_dir: &str, sealed: &[SealedFile]) -> Option<Vec<(String, Option<Vec<u8>>)>> {
    let (mut own, mut left, mut waiting) = (Vec::new(), MAX_OWN, vec![root.to_path_buf()]);
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).ok()?.flatten() {
            let path = entry.path();
            let kind = entry.file_type().ok()?;
            if kind.is_dir() {
                let is_build = path == root.join(build_dir) || entry.file_name() == ".git";
                waiting.extend((!is_build).then_some(path));
                continue;
            }
            let Some(relative) = path.strip_prefix(root).ok().and_then(Path::to_str).filter(|_| kind.is_file()) else { continue };
            let length = entry.metadata().ok()?.len();
            if length > left || own.len() >= MAX_OWN_FILES {
                return None;
            }
            let content = read_plain(&path, left)?;
            if sealed.iter().any(|f| f.path == relative && f.sha256 == hash_of(&content)) {
                continue;
            }
            left -= length.min(left);
            own.push((relative.to_owned(), Some(content)));
        }
    }
    own.sort();
    Some(own)
}

/// Takes a folder away with all that is in it. The standard library goes through it by open folders and never through a link.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    if !is_real_folder(path) {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder"));
    }
    fs::remove_dir_all(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_neither_followed_nor_counted_nor_kept() {
        let dir = tempfile::tempdir().unwrap();
        let (root, outside) = (dir.path().join("ws"), dir.path().join("outside"));
        fs::create_dir_all(root.join("target/deep")).unwrap();
        fs::create_dir_all(root.join("src")).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("precious"), vec![7; 100_000]).unwrap();
        fs::write(root.join("src/lib.rs"), "mine").unwrap();
        fs::write(root.join("Cargo.toml"), "generated").unwrap();
        fs::write(root.join("target/deep/a"), vec![1; 50_000]).unwrap();
        fs::hard_link(root.join("target/deep/a"), root.join("target/b")).unwrap();
        std::os::unix::fs::symlink(&outside, root.join("target/out")).unwrap();
        std::os::unix::fs::symlink(outside.join("precious"), root.join("src/link.rs")).unwrap();
        let used = disk_usage(&root);
        assert!((50_000..100_000).contains(&used), "{used}");
        let sealed = [SealedFile { path: "Cargo.toml".into(), sha256: hash_of(b"generated"), judges: true }];
        assert_eq!(own_files(&root, "target", &sealed), Some(vec![("src/lib.rs".to_owned(), Some(b"mine".to_vec()))]));
        assert!(remove_folder(&root.join("target/out")).is_err(), "a link is not a folder");
        remove_folder(&root.join("target")).unwrap();
        assert_eq!(fs::read(outside.join("precious")).unwrap().len(), 100_000);
        fs::write(root.join("src/big"), vec![0; MAX_OWN as usize + 1]).unwrap();
        assert_eq!(own_files(&root, "target", &sealed), None);
    }
}
