//! What the learner knows, across sessions: one small versioned JSON file per kind in `.state/progress/`, and per language one of own topics in
//! `.state/custom_topics/`. Owns the envelope and the rule for damaged and newer files; what is inside belongs to the modules that ask for it.

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

/// The folder that a file belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    Progress,
    CustomTopics,
}

/// A progress file ready to be saved, alone or in one commit with a session.
#[derive(Debug)]
pub struct NewProgress {
    room: Room,
    name: String,
    content: Vec<u8>,
    /// Whether what is stored now would be understood: what would not is set aside, not overwritten.
    understands: fn(&[u8]) -> Result<(), String>,
}

impl NewProgress {
    pub fn new<T: Serialize + DeserializeOwned>(name: &str, value: &T) -> Result<NewProgress, StoreError> {
        NewProgress::of(Room::Progress, name, value)
    }

    pub fn of<T: Serialize + DeserializeOwned>(room: Room, name: &str, value: &T) -> Result<NewProgress, StoreError> {
        check_name(name)?;
        let mut content = serde_json::to_vec(&Envelope { format_version: PROGRESS_VERSION, content: value })
            .map_err(|e| StoreError::Unstorable { what: format!("progress {name:?}"), why: e.to_string() })?;
        content.push(b'\n');
        Ok(NewProgress { room, name: name.to_owned(), content, understands: |stored| parse::<T>(stored).map(|_| ()) })
    }
}

impl Store {
    /// What is stored, or the default with a notice where that is damaged. Never writes.
    pub fn read_progress<T: DeserializeOwned + Default>(&self, name: &str) -> Result<(T, Option<Notice>), StoreError> {
        self.read_from(Room::Progress, name)
    }

    /// The same for a file of either folder.
    pub fn read_from<T: DeserializeOwned + Default>(&self, room: Room, name: &str) -> Result<(T, Option<Notice>), StoreError> {
        let Some(content) = self.progress_content(room, name)? else { return Ok((T::default(), None)) };
        match content.and_then(|content| parse(&content)) {
            Ok(value) => Ok((value, None)),
            Err(why) => {
                let (path, folder) = (self.room(room).join(format!("{name}.json")), self.home().set_aside());
                let what =
                    format!("{} cannot be used ({why}); the next command that saves will move it to {}", path.display(), folder.display());
                Ok((T::default(), Some(Notice { path, what })))
            }
        }
    }

    pub fn write_progress<T: Serialize + DeserializeOwned>(&self, _lock: &StateLock, name: &str, value: &T) -> Result<(), StoreError> {
        atomic::commit(vec![self.stage_progress(NewProgress::new(name, value)?)?])
    }

    /// Several files in one commit.
    pub fn commit_progress(&self, _lock: &StateLock, files: Vec<NewProgress>) -> Result<(), StoreError> {
        let staged: Result<Vec<Staged>, StoreError> = files.into_iter().map(|file| self.stage_progress(file)).collect();
        atomic::commit(staged?)
    }

    /// The names of the files in a folder, sorted. Never writes.
    pub fn progress_names(&self, room: Room) -> Vec<String> {
        let Ok(listing) = std::fs::read_dir(self.room(room)) else { return Vec::new() };
        let name = |entry: std::fs::DirEntry| Some(entry.file_name().to_str()?.strip_suffix(".json")?.to_owned());
        let mut names: Vec<String> = listing.flatten().filter_map(name).filter(|n| check_name(n).is_ok()).collect();
        names.sort();
        names
    }

    pub(super) fn stage_progress(&self, new: NewProgress) -> Result<Staged, StoreError> {
        let stored = self.progress_content(new.room, &new.name)?;
        let path = self.room(new.room).join(format!("{}.json", new.name));
        let staged = atomic::stage(&path, &new.content, Keep::Surely)?;
        if let Some(Err(why)) = stored.map(|content| (new.understands)(&content?)) {
            self.set_aside(&path, &why)?;
        }
        Ok(staged)
    }

    fn room(&self, room: Room) -> std::path::PathBuf {
        match room {
            Room::Progress => self.home().progress(),
            Room::CustomTopics => self.home().custom_topics(),
        }
    }

    /// The bytes of a file, if there is one, or why it cannot even be looked into.
    fn progress_content(&self, room: Room, name: &str) -> Result<Option<Result<Vec<u8>, String>>, StoreError> {
        check_name(name)?;
        let path = self.room(room).join(format!("{name}.json"));
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
