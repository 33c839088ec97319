//! Sessions: listing, loading, choosing the active one, saving. Owns the order of a commit (look at all files, stage, set damaged ones aside, rename,
//! index) and refuses to overwrite what a newer etude made or what it cannot read. Only `save` and `update` write.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::session::{FORMAT_VERSION, Session, Status};

use super::atomic::{self, Keep};
use super::error::{Notice, StoreError};
use super::format::{self, Unreadable};
use super::index::{self, IndexEntry, Problem, Survey, Trouble};
use super::lock::StateLock;
use super::progress::NewProgress;
use super::{MAX_SESSION_BYTES, Store, check_id};

/// The stored sessions, the last used first.
#[derive(Debug, Default)]
pub struct Listing {
    pub entries: Vec<IndexEntry>,
    pub notices: Vec<Notice>,
}

impl Listing {
    fn tell(&mut self, notice: Notice) {
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }
}

impl Store {
    /// From the index while that is as new as the sessions folder. Never writes.
    pub fn list(&self) -> Result<Listing, StoreError> {
        match index::trusted(self.home()) {
            Some(entries) => Ok(self.with_earlier(Listing { entries, notices: Vec::new() })),
            None => self.list_checked(),
        }
    }

    /// Looks at every file, so that one that was damaged in place is noticed too. Never writes.
    pub fn list_checked(&self) -> Result<Listing, StoreError> {
        let Survey { rows, problems } = index::survey(self.home())?;
        let notices = problems.iter().map(|problem| self.to_notice(problem)).collect();
        Ok(self.with_earlier(Listing { entries: rows.into_iter().map(|row| row.entry).collect(), notices }))
    }

    pub fn load(&self, id: &str) -> Result<Session, StoreError> {
        check_id(id)?;
        let path = self.home().session_file(id);
        match atomic::read(&path, MAX_SESSION_BYTES)? {
            Some(content) => format::decode(&content, id).map_err(|why| why.at(&path)),
            None => match self.earlier() {
                Ok(Some(session)) if session.id == id => Ok(session),
                _ => Err(StoreError::NotFound { id: id.to_owned() }),
            },
        }
    }

    /// The session whose workspace holds the current folder, else the one last used that has not ended. One that cannot be opened is passed over
    /// with a notice, unless the learner stands in its workspace: working on another one from there would surprise.
    pub fn active(&self, cwd: &Path) -> Result<Option<Session>, StoreError> {
        let mut listing = self.list()?;
        let active = self.active_of(&mut listing, cwd);
        for notice in listing.notices {
            self.notice(&notice.path, notice.what);
        }
        active
    }

    /// The same out of a listing that is at hand. A trusted index knows nothing of a file that was damaged in place: one that shows itself on the way
    /// leaves the listing, and its notice joins those that are there.
    pub fn active_of(&self, listing: &mut Listing, cwd: &Path) -> Result<Option<Session>, StoreError> {
        if let Some(entry) = self.around(cwd, &listing.entries) {
            return self.load(&entry.id).map(Some);
        }
        let mut at = 0;
        while let Some(entry) = listing.entries.get(at) {
            if entry.status == Status::Ended {
                at += 1;
                continue;
            }
            match self.load(&entry.id) {
                // The file is newer than the index where it was edited in place.
                Ok(session) if session.status == Status::Ended => at += 1,
                Ok(session) => return Ok(Some(session)),
                Err(StoreError::NotFound { .. }) => drop(listing.entries.remove(at)),
                Err(StoreError::Damaged { path, why }) => {
                    listing.entries.remove(at);
                    listing.tell(self.to_notice(&Problem { path, why: Trouble::Damaged(why) }));
                }
                Err(e @ StoreError::TooNew { .. }) => {
                    let path = self.home().session_file(&entry.id);
                    listing.tell(Notice { path, what: e.to_string() });
                    at += 1;
                }
                Err(e) => return Err(e),
            }
        }
        Ok(None)
    }

    /// Writes the session, then the index. Damaged files among the sessions are set aside; `take_notices` tells.
    pub fn save(&self, lock: &StateLock, session: &Session) -> Result<(), StoreError> {
        self.save_with(lock, session, Vec::new())
    }

    /// One commit for a session and what it changed in the learner's progress. The progress gets its name first: repeating a pass does no harm,
    /// losing one does.
    pub fn save_with(&self, _lock: &StateLock, session: &Session, progress: Vec<NewProgress>) -> Result<(), StoreError> {
        check_id(&session.id)?;
        let path = self.home().session_file(&session.id);
        let content = encode(session).map_err(|why| StoreError::Unstorable { what: format!("session {:?}", session.id), why })?;
        let mut survey = index::survey(self.home())?;
        if let Some(row) = survey.rows.iter().find(|row| row.entry.id == session.id && row.entry.is_too_new()) {
            return Err(StoreError::TooNew { path, version: row.entry.format_version });
        }
        if let Some(Problem { why: Trouble::Closed(_), .. }) = survey.problems.iter().find(|problem| problem.path == path) {
            atomic::read(&path, MAX_SESSION_BYTES)?;
        }
        index::distrust_if_recent(self.home());
        let mut staged = Vec::with_capacity(progress.len() + 1);
        for file in progress {
            staged.push(self.stage_progress(file)?);
        }
        staged.push(atomic::stage(&path, &content, Keep::Surely)?);
        survey.problems.retain(|problem| match &problem.why {
            // One that cannot be moved stays a problem, unless it is in the way.
            Trouble::Damaged(why) => self.set_aside(&problem.path, why).is_err(),
            Trouble::Closed(_) => true,
        });
        if let Some(Problem { why: Trouble::Damaged(why), .. }) = survey.problems.iter().find(|problem| problem.path == path) {
            return Err(StoreError::damaged(&path, why.as_str()));
        }
        atomic::commit(staged)?;
        survey.put(self.home(), session);
        survey.save(self.home());
        Ok(())
    }

    /// Changes the session as it is on disk now, whatever other commands did meanwhile. The change may not give it another id.
    pub fn update<T>(&self, id: &str, change: impl FnOnce(&mut Session) -> T) -> Result<T, StoreError> {
        let lock = self.lock()?;
        let mut session = self.load(id)?;
        let answer = change(&mut session);
        id.clone_into(&mut session.id);
        self.save(&lock, &session)?;
        Ok(answer)
    }

    /// The entry whose workspace holds a folder: the innermost, of equals the last used.
    fn around<'e>(&self, cwd: &Path, entries: &'e [IndexEntry]) -> Option<&'e IndexEntry> {
        let cwd = cwd.canonicalize().unwrap_or_else(|_| cwd.to_path_buf());
        // Most workspaces lie side by side: following the links of their common folder once is enough.
        let mut real: HashMap<PathBuf, PathBuf> = HashMap::new();
        let mut best: Option<(usize, &IndexEntry)> = None;
        for entry in entries.iter().filter(|entry| entry.workspace_dir.file_name().is_some()) {
            let workspace = self.home().root().join(&entry.workspace_dir);
            let (Some(parent), Some(name)) = (workspace.parent(), workspace.file_name()) else { continue };
            if !real.contains_key(parent) {
                real.insert(parent.to_path_buf(), parent.canonicalize().unwrap_or_else(|_| parent.to_path_buf()));
            }
            let Some(parent) = real.get(parent) else { continue };
            let Ok(below) = cwd.strip_prefix(parent) else { continue };
            let depth = parent.components().count();
            if below.starts_with(name) && best.is_none_or(|(deepest, _)| depth > deepest) {
                best = Some((depth, entry));
            }
        }
        best.map(|(_, entry)| entry)
    }

    /// The one session of the earlier program. Its file stays as it is; saving the session makes a file of its own.
    fn earlier(&self) -> Result<Option<Session>, StoreError> {
        let read = |path: &Path| match atomic::read(path, MAX_SESSION_BYTES)? {
            Some(content) => format::decode_earlier(&content).map(Some).map_err(|why| why.at(path)),
            None => Ok(None),
        };
        let [first, second] = self.home().earlier_session_files();
        match read(&first) {
            Ok(None) => read(&second),
            Err(e) => read(&second).ok().flatten().map_or(Err(e), |session| Ok(Some(session))),
            found => found,
        }
    }

    fn with_earlier(&self, mut listing: Listing) -> Listing {
        if listing.entries.is_empty() {
            match self.earlier() {
                Ok(session) => listing.entries.extend(session.as_ref().map(IndexEntry::from)),
                Err(e) => {
                    let [path, _] = self.home().earlier_session_files();
                    listing
                        .notices
                        .push(Notice { path, what: format!("the session of an earlier version is left out, and its file as it is: {e}") });
                }
            }
        }
        listing
    }

    fn to_notice(&self, problem: &Problem) -> Notice {
        let what = match &problem.why {
            Trouble::Damaged(why) => {
                let folder = self.home().set_aside();
                format!(
                    "{} cannot be used ({why}); the next command that saves will move it to {}",
                    problem.path.display(),
                    folder.display()
                )
            }
            Trouble::Closed(why) => format!("{why}; it was left out"),
        };
        Notice { path: problem.path.clone(), what }
    }
}

impl Unreadable {
    fn at(self, path: &Path) -> StoreError {
        match self {
            Unreadable::Damaged(why) => StoreError::damaged(path, why),
            Unreadable::TooNew(version) => StoreError::TooNew { path: path.to_path_buf(), version },
        }
    }
}

fn encode(session: &Session) -> Result<Vec<u8>, String> {
    let mut content = if session.format_version == FORMAT_VERSION {
        serde_json::to_vec(session)
    } else {
        serde_json::to_vec(&Session { format_version: FORMAT_VERSION, ..session.clone() })
    }
    .map_err(|e| e.to_string())?;
    content.push(b'\n');
    if content.len() as u64 > MAX_SESSION_BYTES {
        return Err(format!("it has {} bytes", content.len()));
    }
    Ok(content)
}
