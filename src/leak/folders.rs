//! Scratch folders in which an exercise was built before: the next text about it finds the tests and the harness compiled. Owns who has a folder; a folder is
//! handed on only to the same exercise, without what the last one left in the learner's place. Where none lies ready, a new one begins as a copy of a folder
//! that somebody else has built in, if the language's builds can be carried elsewhere.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use tempfile::TempDir;

use super::Ground;
use crate::error::Error;
use crate::workspace::{self, WorkspacePath};

/// The folders that lie ready.
#[derive(Debug, Default)]
pub struct Folders {
    ready: Mutex<Vec<(u64, TempDir)>>,
    /// A built folder of the exercise that new ones begin as.
    pattern: OnceLock<TempDir>,
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
        let pattern = ground.folders.and_then(|folders| folders.pattern.get());
        // Half a copy is as good as none: what is missing is written and built like anything else.
        let _ = pattern.map(|pattern| copy_tree(pattern.path(), dir.path()));
        for file in ground.generated {
            if fs::read(dir.path().join(&file.path)).ok().as_deref() != Some(file.content.as_bytes()) {
                workspace::write_file(dir.path(), &WorkspacePath::new(&file.path)?, file.content.as_bytes())?;
            }
        }
        clear(dir.path(), ground);
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
    /// New folders begin as this one, in which the exercise was built. It is copied now: whoever works there goes on.
    pub fn begin_as(&self, built: &Path) {
        let copied = tempfile::Builder::new().prefix("etude-built-").tempdir().and_then(|dir| copy_tree(built, dir.path()).map(|()| dir));
        // Without it everything is built once more.
        let _ = copied.map(|dir| self.pattern.set(dir));
    }

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

/// Files, folders and the times at which they were changed: those tell a build what there is to do. Nothing else is followed or copied.
fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let (entry, kind) = entry.and_then(|entry| entry.file_type().map(|kind| (entry, kind)))?;
        let place = to.join(entry.file_name());
        if kind.is_dir() {
            fs::create_dir_all(&place)?;
            copy_tree(&entry.path(), &place)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &place)?;
            fs::File::options().write(true).open(&place)?.set_modified(entry.metadata()?.modified()?)?;
        }
    }
    Ok(())
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
    fn a_new_folder_begins_as_a_built_one_with_the_times_of_its_files() {
        let pack = PackGround::of(&Bank::Embedded.load("c", "C200").expect("a pack")).expect("an exercise");
        let (source, folders, built) = (pack.source_with(&[]), Folders::default(), tempfile::tempdir().expect("a folder"));
        let ground = Ground { folders: Some(&folders), ..pack.ground("ex-1", &source) };
        let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        let put = |path: &str, content: &str| {
            let file = built.path().join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
            fs::write(&file, content).expect("a file");
            fs::File::options().write(true).open(&file).and_then(|f| f.set_modified(long_ago)).expect("a time");
        };
        let makefile = ground.generated.iter().find(|f| f.path == "Makefile").expect("a Makefile");
        put("Makefile", &makefile.content);
        put("tests/main.c", "int main(void) { return 1; }\n");
        put("build/objects/tests/main.o", "an object");
        put("src/of_another.c", "int of_another;\n");
        folders.begin_as(built.path());
        let folder = Folder::of(&ground).expect("a folder");
        let time = |path: &str| fs::metadata(folder.path().join(path)).and_then(|m| m.modified()).expect("a time");
        assert_eq!((time("Makefile"), time("build/objects/tests/main.o")), (long_ago, long_ago), "there is nothing to do for these");
        assert_ne!(time("tests/main.c"), long_ago, "what differs is written again, and so is newer than what was made of it");
        assert!(!folder.path().join("src/of_another.c").exists());
    }

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
