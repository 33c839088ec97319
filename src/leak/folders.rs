//! Scratch folders in which an exercise was built before: the next text about it finds the tests and the harness compiled. Owns who has a folder; a folder is
//! handed on only to the same exercise, without what the last one left in the learner's place.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

use super::Ground;
use crate::error::Error;
use crate::workspace::{self, WorkspacePath};

/// The folders that lie ready.
#[derive(Debug, Default)]
pub struct Folders {
    ready: Mutex<Vec<(u64, TempDir)>>,
}

/// A folder for one text; it lies ready again afterwards.
pub(super) struct Folder<'a> {
    dir: Option<TempDir>,
    of: Option<(&'a Folders, u64)>,
}

impl<'a> Folder<'a> {
    pub fn of(ground: &Ground<'a>) -> Result<Folder<'a>, Error> {
        let of = ground.folders.map(|folders| (folders, key(ground)));
        if let Some(dir) = of.and_then(|(folders, key)| folders.take(key)) {
            clear(dir.path(), ground);
            return Ok(Folder { dir: Some(dir), of });
        }
        let dir = tempfile::Builder::new().prefix("etude-hint-").tempdir();
        let dir = dir.map_err(|e| Error::Internal(format!("no scratch folder to try a hint in: {e}")))?;
        for file in ground.generated {
            workspace::write_file(dir.path(), &WorkspacePath::new(&file.path)?, file.content.as_bytes())?;
        }
        Ok(Folder { dir: Some(dir), of })
    }

    pub fn path(&self) -> &Path {
        self.dir.as_ref().map_or(Path::new(""), TempDir::path)
    }
}

impl Drop for Folder<'_> {
    fn drop(&mut self) {
        if let Some(((folders, key), dir)) = self.of.zip(self.dir.take()) {
            folders.ready.lock().unwrap_or_else(PoisonError::into_inner).push((key, dir));
        }
    }
}

impl Folders {
    fn take(&self, key: u64) -> Option<TempDir> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let at = ready.iter().position(|(of, _)| *of == key)?;
        Some(ready.swap_remove(at).1)
    }
}

/// What decides about an attempt is the same in both.
fn key(ground: &Ground) -> u64 {
    let mut hasher = DefaultHasher::new();
    ground.language.name.hash(&mut hasher);
    for file in ground.generated.iter().filter(|f| f.judges) {
        (&file.path, &file.content).hash(&mut hasher);
    }
    hasher.finish()
}

/// Takes away what is neither etude's nor the learner's: an attempt may have had files of its own.
fn clear(root: &Path, ground: &Ground) {
    let own = ground.source.iter().chain(ground.starter).map(|f| &f.path);
    let known: BTreeSet<&String> = own.chain(ground.generated.iter().map(|f| &f.path)).collect();
    let src = &ground.language.layout.src;
    for file in workspace::read_source(root, ground.language) {
        if file.path.starts_with(&format!("{src}/")) && !known.contains(&file.path) {
            let _ = std::fs::remove_file(root.join(&file.path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::TextFile;
    use crate::leak::PackGround;
    use crate::pack::Bank;

    #[test]
    fn a_folder_lies_ready_for_the_same_exercise_without_what_an_attempt_left() {
        let ground_of = |node: &str| PackGround::of(&Bank::Embedded.load("rust", node).expect("a pack")).expect("an exercise");
        let (one, other) = (ground_of("S100"), ground_of("S101"));
        let (source, folders): (Vec<TextFile>, Folders) = (one.source_with(&[]), Folders::default());
        let ground = |of: &'_ PackGround| -> u64 { key(&of.ground("ex-1", &source)) };
        assert_ne!(ground(&one), ground(&other));
        let ground = Ground { folders: Some(&folders), ..one.ground("ex-1", &source) };
        let first = Folder::of(&ground).expect("a folder");
        let place = first.path().to_path_buf();
        std::fs::create_dir_all(place.join("src")).expect("a folder");
        std::fs::write(place.join("src/mine.rs"), "pub fn mine() {}\n").expect("a file of an attempt");
        drop(first);
        let again = Folder::of(&ground).expect("a folder");
        assert_eq!((again.path(), place.join("src/mine.rs").exists()), (place.as_path(), false));
        assert_ne!(Folder::of(&ground).expect("another one").path(), place, "one at a time");
    }
}
