//! What a reset replaced, and what `clean` took away, so that both can be taken back. Owns `.state/undo/<session>/`: one file per reset, numbered. The
//! last five resets are kept, and everything of a cleaned workspace until it is brought back. The text in them is readable, so that a learner can also
//! fetch it by hand. It writes nothing into a workspace and refuses every path that could not be written there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic;
use super::error::{Doing, StoreError};
use super::{Store, check_id};
use crate::workspace::WorkspacePath;

const KEPT: usize = 5;
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// A file as it was before a reset.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeptFile {
    /// In the workspace.
    pub path: String,
    /// `None`: there was none.
    pub content: Option<Vec<u8>>,
    pub executable: bool,
}

/// The latest reset that was not taken back. It stays stored until `forget_undo`, so that a kill in between loses nothing.
#[derive(Debug, PartialEq, Eq)]
pub struct KeptReset {
    pub files: Vec<KeptFile>,
    stored: PathBuf,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    format_version: u64,
    /// These are the only copies: `clean` removed the workspace they were in.
    #[serde(default, skip_serializing_if = "is_false")]
    cleaned: bool,
    files: Vec<StoredFile>,
}

/// Enough to know whether it may make room for a later one.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    cleaned: bool,
}

/// Neither text nor hex: there was no such file.
#[derive(Serialize, Deserialize)]
struct StoredFile {
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    executable: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Store {
    pub fn keep_for_undo(&self, id: &str, files: &[KeptFile]) -> Result<(), StoreError> {
        self.keep(id, files, false)
    }

    /// For files that are about to be nowhere else: no number of later resets makes them go.
    pub fn keep_of_cleaned(&self, id: &str, files: &[KeptFile]) -> Result<(), StoreError> {
        self.keep(id, files, true)
    }

    fn keep(&self, id: &str, files: &[KeptFile], cleaned: bool) -> Result<(), StoreError> {
        check_id(id)?;
        let unstorable = |why: String| StoreError::Unstorable { what: "what the reset replaces".to_owned(), why };
        if let Some(file) = files.iter().find(|file| WorkspacePath::new(&file.path).is_err()) {
            return Err(unstorable(format!("{:?} could not be written into a workspace", file.path)));
        }
        let files = files.iter().map(StoredFile::new).collect();
        let content = serde_json::to_vec_pretty(&Stored { format_version: 1, cleaned, files }).map_err(|e| unstorable(e.to_string()))?;
        if content.len() as u64 > MAX_BYTES {
            return Err(unstorable(format!("it has {} bytes", content.len())));
        }
        let mut kept = self.kept_resets(id)?;
        let mut number = kept.last().map_or(0, |(number, _)| *number) + 1;
        while !atomic::write_new(&self.home().undo(id).join(format!("{number:06}.json")), &content)? {
            number += 1;
        }
        let room = KEPT - usize::from(!cleaned);
        if kept.len() > room {
            kept.retain(|(_, path)| !is_of_cleaned(path));
            kept.truncate(kept.len().saturating_sub(room));
        } else {
            kept.clear();
        }
        for (_, surplus) in kept {
            let _ = fs::remove_file(surplus);
        }
        Ok(())
    }

    pub fn latest_undo(&self, id: &str) -> Result<Option<KeptReset>, StoreError> {
        check_id(id)?;
        let Some((_, path)) = self.kept_resets(id)?.pop() else { return Ok(None) };
        let Some(content) = atomic::read(&path, MAX_BYTES)? else { return Ok(None) };
        let stored: Stored = serde_json::from_slice(&content).map_err(|e| StoreError::damaged(&path, e.to_string()))?;
        if stored.format_version > 1 {
            return Err(StoreError::TooNew { path, version: stored.format_version });
        }
        let files: Option<Vec<KeptFile>> = stored.files.into_iter().map(StoredFile::open).collect();
        let files = files.ok_or_else(|| StoreError::damaged(&path, "it names a file outside the workspace or has no readable content"))?;
        Ok(Some(KeptReset { files, stored: path }))
    }

    pub fn forget_undo(&self, kept: KeptReset) -> Result<(), StoreError> {
        match fs::remove_file(&kept.stored) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(StoreError::of(Doing::Remove, &kept.stored, e)),
            _ => Ok(()),
        }
    }

    /// By number, the latest last.
    fn kept_resets(&self, id: &str) -> Result<Vec<(u64, PathBuf)>, StoreError> {
        let folder = self.home().undo(id);
        let listing = match fs::read_dir(&folder) {
            Ok(listing) => listing,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(StoreError::of(Doing::Read, &folder, e)),
        };
        let number = |path: &Path| path.file_name()?.to_str()?.strip_suffix(".json")?.parse().ok();
        let mut kept: Vec<(u64, PathBuf)> = listing.flatten().filter_map(|entry| Some((number(&entry.path())?, entry.path()))).collect();
        kept.sort();
        Ok(kept)
    }
}

impl StoredFile {
    fn new(file: &KeptFile) -> StoredFile {
        let content = file.content.as_deref();
        let text = content.and_then(|bytes| std::str::from_utf8(bytes).ok()).map(str::to_owned);
        let hex = content.filter(|_| text.is_none()).map(|bytes| bytes.iter().map(|b| format!("{b:02x}")).collect());
        StoredFile { path: file.path.clone(), text, hex, executable: file.executable }
    }

    /// The rule for paths is the one of whoever writes the file.
    fn open(self) -> Option<KeptFile> {
        let content = match (self.text, self.hex) {
            (Some(text), _) => Some(text.into_bytes()),
            (None, Some(hex)) => Some(bytes_of(&hex)?),
            (None, None) => None,
        };
        WorkspacePath::new(&self.path).is_ok().then_some(KeptFile { path: self.path, content, executable: self.executable })
    }
}

fn is_of_cleaned(path: &Path) -> bool {
    let content = atomic::read(path, MAX_BYTES).ok().flatten().unwrap_or_default();
    serde_json::from_slice::<Head>(&content).is_ok_and(|head| head.cleaned)
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok().filter(|p| p.len() == 2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;

    fn file(path: &str, content: &str) -> KeptFile {
        KeptFile { path: path.to_owned(), content: Some(content.as_bytes().to_vec()), executable: false }
    }

    #[test]
    fn resets_are_taken_back_from_the_latest() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        assert_eq!(store.latest_undo("s").unwrap(), None);
        let odd = KeptFile { path: "src/odd".to_owned(), content: Some(vec![0xff, 0x00, b'a']), executable: true };
        let gone = KeptFile { path: "tests/gone.rs".to_owned(), content: None, executable: false };
        let first = vec![file("src/lib.rs", "fn a() {}\n"), odd, gone];
        store.keep_for_undo("s", &first).unwrap();
        store.keep_for_undo("s", &[file("src/lib.rs", "second")]).unwrap();
        let latest = store.latest_undo("s").unwrap().unwrap();
        assert_eq!(latest.files, [file("src/lib.rs", "second")]);
        store.forget_undo(latest).unwrap();
        assert_eq!(store.latest_undo("s").unwrap().unwrap().files, first);
    }

    #[test]
    fn five_are_kept_and_none_leads_out_of_the_workspace() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        for n in 0..8 {
            store.keep_for_undo("s", &[file("a", &n.to_string())]).unwrap();
        }
        assert_eq!(fs::read_dir(store.home().undo("s")).unwrap().count(), 5);
        for path in ["../x", "/etc/x", "", "a/../../x", "notes 12:30.txt", "a\\b"] {
            assert!(store.keep_for_undo("s", &[file(path, "x")]).is_err(), "{path}");
        }
        fs::write(store.home().undo("s").join("000009.json"), r#"{"formatVersion":1,"files":[{"path":"../x","text":""}]}"#).unwrap();
        assert!(matches!(store.latest_undo("s"), Err(StoreError::Damaged { .. })));
    }
    #[test]
    fn what_clean_kept_outlives_any_number_of_resets() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        store.keep_of_cleaned("s", &[file("src/lib.rs", "a month of work")]).unwrap();
        for n in 0..12 {
            store.keep_for_undo("s", &[file("a", &n.to_string())]).unwrap();
        }
        assert_eq!(fs::read_dir(store.home().undo("s")).unwrap().count(), 6);
        for _ in 0..5 {
            store.forget_undo(store.latest_undo("s").unwrap().unwrap()).unwrap();
        }
        assert_eq!(store.latest_undo("s").unwrap().unwrap().files, [file("src/lib.rs", "a month of work")]);
    }
}
