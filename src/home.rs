//! Where etude keeps things: `$ETUDE_HOME`, else `~/etude`. Owns the names of all files and folders inside it; it creates none of them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone)]
pub struct Home {
    root: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum NoHome {
    #[error("neither ETUDE_HOME nor HOME is set, so there is no place to keep your work")]
    Unset,
    #[error("ETUDE_HOME is a relative path, and the current folder is gone")]
    NothingToStandOn,
}

impl Home {
    pub fn from_env(etude_home: Option<OsString>, home: Option<OsString>, cwd: Option<&Path>) -> Result<Home, NoHome> {
        let path = match (etude_home.filter(|v| !v.is_empty()), home.filter(|v| !v.is_empty())) {
            (Some(own), _) => PathBuf::from(own),
            (None, Some(home)) => PathBuf::from(home).join("etude"),
            (None, None) => return Err(NoHome::Unset),
        };
        match (path.is_absolute(), cwd) {
            (true, _) => Ok(Home { root: path }),
            (false, Some(cwd)) => Ok(Home { root: cwd.join(path) }),
            (false, None) => Err(NoHome::NothingToStandOn),
        }
    }

    pub fn at(root: impl Into<PathBuf>) -> Home {
        Home { root: root.into() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn config_file(&self) -> PathBuf {
        self.root.join("config.toml")
    }

    pub fn workspaces(&self) -> PathBuf {
        self.root.join("workspaces")
    }

    pub fn state(&self) -> PathBuf {
        self.root.join(".state")
    }

    pub fn sessions(&self) -> PathBuf {
        self.state().join("sessions")
    }

    pub fn session_file(&self, id: &str) -> PathBuf {
        self.sessions().join(format!("{id}.json"))
    }

    pub fn index_file(&self) -> PathBuf {
        self.state().join("index.json")
    }

    pub fn lock_file(&self) -> PathBuf {
        self.state().join("lock")
    }

    pub fn workspace_lock_file(&self, id: &str) -> PathBuf {
        self.state().join("locks").join(format!("{id}.lock"))
    }

    pub fn progress(&self) -> PathBuf {
        self.state().join("progress")
    }

    pub fn custom_topics(&self) -> PathBuf {
        self.state().join("custom_topics")
    }

    pub fn audit(&self) -> PathBuf {
        self.state().join("audit")
    }

    pub fn sealed_file(&self, id: &str) -> PathBuf {
        self.state().join("sealed").join(format!("{id}.bin"))
    }

    pub fn consent_file(&self) -> PathBuf {
        self.state().join("consent.json")
    }

    pub fn drafts(&self) -> PathBuf {
        self.state().join("drafts")
    }

    pub fn undo(&self, id: &str) -> PathBuf {
        self.state().join("undo").join(id)
    }

    pub fn set_aside(&self) -> PathBuf {
        self.state().join("set-aside")
    }

    /// Where the earlier version kept its one session.
    pub fn earlier_session_files(&self) -> [PathBuf; 2] {
        [self.state().join("active_session.json"), self.sessions().join("active_session.json")]
    }
}
