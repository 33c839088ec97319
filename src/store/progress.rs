//! What the learner knows, across sessions: one small versioned JSON file per kind in `.state/progress/`. Owns the envelope and the rule for damaged
//! and newer files; what is inside belongs to the modules that ask for it.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Store;
use super::atomic::{self, Keep, Staged};
use super::error::{Notice, StoreError};
use super::lock::StateLock;

const PROGRESS_VERSION: u64 = 1;
const MAX_PROGRESS_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<T> {
    format_version: u64,
    content: T,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    format_version: u64,
}

/// A progress file ready to be saved, alone or in one commit with a session.
#[derive(Debug)]
pub struct NewProgress {
    name: String,
    content: Vec<u8>,
    /// Whether what is stored now would be understood: what would not is set aside, not overwritten.
    understands: fn(&[u8]) -> Result<(), String>,
}

impl NewProgress {
    pub fn new<T: Serialize + DeserializeOwned>(name: &str, value: &T) -> Result<NewProgress, StoreError> {
        check_name(name)?;
        let mut content = serde_json::to_vec(&Envelope { format_version: PROGRESS_VERSION, content: value })
            .map_err(|e| StoreError::Unstorable { what: format!("progress {name:?}"), why: e.to_string() })?;
        content.push(b'\n');
        Ok(NewProgress { name: name.to_owned(), content, understands: |stored| parse::<T>(stored).map(|_| ()) })
    }
}

impl Store {
    /// What is stored, or the default with a notice where that is damaged. Never writes.
    pub fn read_progress<T: DeserializeOwned + Default>(&self, name: &str) -> Result<(T, Option<Notice>), StoreError> {
        let Some(content) = self.progress_content(name)? else { return Ok((T::default(), None)) };
        match content.and_then(|content| parse(&content)) {
            Ok(value) => Ok((value, None)),
            Err(why) => {
                let (path, folder) = (self.progress_file(name), self.home().set_aside());
                let what =
                    format!("{} cannot be used ({why}); the next command that saves will move it to {}", path.display(), folder.display());
                Ok((T::default(), Some(Notice { path, what })))
            }
        }
    }

    pub fn write_progress<T: Serialize + DeserializeOwned>(&self, _lock: &StateLock, name: &str, value: &T) -> Result<(), StoreError> {
        atomic::commit(vec![self.stage_progress(NewProgress::new(name, value)?)?])
    }

    pub(super) fn stage_progress(&self, new: NewProgress) -> Result<Staged, StoreError> {
        let stored = self.progress_content(&new.name)?;
        let path = self.progress_file(&new.name);
        let staged = atomic::stage(&path, &new.content, Keep::Surely)?;
        if let Some(Err(why)) = stored.map(|content| (new.understands)(&content?)) {
            self.set_aside(&path, &why)?;
        }
        Ok(staged)
    }

    fn progress_file(&self, name: &str) -> std::path::PathBuf {
        self.home().progress().join(format!("{name}.json"))
    }

    /// The bytes of a file, if there is one, or why it cannot even be looked into.
    fn progress_content(&self, name: &str) -> Result<Option<Result<Vec<u8>, String>>, StoreError> {
        check_name(name)?;
        let path = self.progress_file(name);
        let content = match atomic::read(&path, MAX_PROGRESS_BYTES) {
            Ok(Some(content)) => content,
            Ok(None) => return Ok(None),
            Err(StoreError::Damaged { why, .. }) => return Ok(Some(Err(why))),
            Err(e) => return Err(e),
        };
        match serde_json::from_slice::<Version>(&content) {
            Ok(Version { format_version: version }) if version > PROGRESS_VERSION => Err(StoreError::TooNew { path, version }),
            _ => Ok(Some(Ok(content))),
        }
    }
}

fn parse<T: DeserializeOwned>(content: &[u8]) -> Result<T, String> {
    serde_json::from_slice::<Envelope<T>>(content).map(|envelope| envelope.content).map_err(|e| e.to_string())
}

fn check_name(name: &str) -> Result<(), StoreError> {
    let fits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_');
    if fits {
        Ok(())
    } else {
        Err(StoreError::Unstorable { what: format!("progress {name:?}"), why: "that is no name for a file".to_owned() })
    }
}
