//! What Codex CLI and Claude Code have in common: a program on this machine that is told something and answers. Owns its private folder and the run.
//! Refuses to put what is told on a command line, where every user of the machine could read it, and to work in the learner's workspace.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use super::{FailureKind, ProviderError};
use crate::runner::{self, Cancel, End, RunError, RunSpec, Stream};

/// How long a program may take to say its version or whether it is logged in.
const ASIDE: Duration = Duration::from_secs(20);

/// A program by its name, with the way to get it.
pub(super) struct Program {
    /// What the learner calls it.
    pub(super) name: &'static str,
    pub(super) install: &'static str,
    path: OsString,
    /// Variables for the program, where the learner has not set them.
    env: &'static [(&'static str, &'static str)],
    /// Asked for once.
    version: OnceLock<String>,
}

/// How a run ended, and its last words on stderr.
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) last_words: String,
}

impl Program {
    /// `set` is the program of the settings, where it is not the usual one on the PATH.
    pub(super) fn new(name: &'static str, install: &'static str, set: Option<&str>) -> Program {
        let path = set.unwrap_or(name);
        // The run has a folder of its own, so a path from the settings is made whole here.
        let path = if path.contains('/') { std::path::absolute(path).map(PathBuf::into_os_string) } else { Ok(path.into()) };
        Program { name, install, path: path.unwrap_or_else(|_| name.into()), env: &[], version: OnceLock::new() }
    }

    pub(super) fn with_env(self, env: &'static [(&'static str, &'static str)]) -> Program {
        Program { env, ..self }
    }

    /// Tells the program what stands in the file `input` of the desk. Each line of its stdout goes to `on_line`.
    pub(super) fn run(
        &self,
        desk: &Desk,
        args: Vec<OsString>,
        input: Option<PathBuf>,
        time: Time,
        on_line: &mut dyn FnMut(&str),
    ) -> Result<Ended, ProviderError> {
        let spec = RunSpec {
            program: self.path.clone(),
            args,
            dir: desk.path().to_owned(),
            env: self.environment(),
            input,
            limit: time.limit,
            guard: runner::guard::guard().map(runner::guard::Guard::asking),
        };
        let mut last_words = String::new();
        let ended = runner::run(&spec, time.cancel, &mut |stream, line| match stream {
            Stream::Out => on_line(line),
            Stream::Err if !line.trim().is_empty() => last_words = crate::text::bounded(line.trim(), 400),
            Stream::Err => {}
        });
        let failed = |kind, said: String| Err(ProviderError::failed(kind, said));
        match ended {
            Ok(ended) => match ended.end {
                End::Interrupted => Err(ProviderError::Interrupted),
                End::TimedOut => failed(FailureKind::TimedOut, format!("{} took more than {} s", self.name, time.limit.as_secs())),
                end => Ok(Ended { end, last_words }),
            },
            Err(RunError::NotFound { .. }) => failed(FailureKind::NotSetUp, self.missing()),
            Err(error) => failed(FailureKind::ProgramFailed, error.to_string()),
        }
    }

    /// These programs are the learner's own: they need logins, proxies, certificates and keys under names that only the learner knows.
    fn environment(&self) -> Vec<(OsString, OsString)> {
        let unset = self.env.iter().filter(|(name, _)| std::env::var_os(name).is_none());
        std::env::vars_os().chain(unset.map(|(name, value)| (name.into(), value.into()))).collect()
    }

    fn missing(&self) -> String {
        let path = self.path.to_string_lossy();
        format!("{path} was not found; `{}` brings it", self.install)
    }

    /// Its name and version, such as `codex 0.166.0`.
    pub(super) fn version(&self, cancel: &Cancel) -> Result<String, ProviderError> {
        if let Some(version) = self.version.get() {
            return Ok(version.clone());
        }
        let mut version = None;
        let ended = self.run(&Desk::new()?, vec!["--version".into()], None, Time { limit: ASIDE, cancel }, &mut |line| {
            let number = line.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            version = version.take().or(number.map(|n| crate::text::bounded(&crate::text::clean(n), 40)));
        })?;
        match (ended.end, version) {
            (End::Exited(0), Some(version)) => Ok(self.version.get_or_init(|| format!("{} {version}", self.name)).clone()),
            _ => Err(ProviderError::failed(FailureKind::NotSetUp, format!("{} does not answer: {}", self.name, ended.last_words))),
        }
    }

    /// Whether the program, called like this, says yes by its exit code.
    pub(super) fn says_yes(&self, args: &[&str]) -> bool {
        let cancel = Cancel::never();
        let ask = || self.run(&Desk::new()?, os(args), None, Time { limit: ASIDE, cancel: &cancel }, &mut |_| {});
        ask().is_ok_and(|ended| ended.end == End::Exited(0))
    }
}

/// How long a run may take.
#[derive(Clone, Copy)]
pub(super) struct Time<'a> {
    pub(super) limit: Duration,
    pub(super) cancel: &'a Cancel,
}

/// A folder that only this user can open, gone when the call is over. It is where the program works, so no project of the learner is near.
pub(super) struct Desk(TempDir);

impl Desk {
    pub(super) fn new() -> Result<Desk, ProviderError> {
        let private = fs::Permissions::from_mode(0o700);
        let dir = tempfile::Builder::new().prefix("etude-call-").permissions(private).tempdir();
        dir.map(Desk).map_err(|e| no_room(&e))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf, ProviderError> {
        let path = self.path().join(name);
        let mut new = fs::OpenOptions::new();
        let file = new.write(true).create_new(true).mode(0o600).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|e| no_room(&e))?;
        Ok(path)
    }
}

fn no_room(error: &io::Error) -> ProviderError {
    ProviderError::failed(FailureKind::NotSetUp, format!("the folder for temporary files cannot be used: {error}"))
}

pub(super) fn os<S: AsRef<OsStr>>(words: &[S]) -> Vec<OsString> {
    words.iter().map(|w| w.as_ref().to_owned()).collect()
}

/// A number at a place in a JSON value, 0 where there is none.
pub(super) fn count(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn the_desk_is_private_and_goes_with_its_files() {
        let desk = Desk::new().unwrap();
        let file = desk.write("prompt", "a learner's source").unwrap();
        assert_eq!(fs::metadata(desk.path()).unwrap().mode() & 0o777, 0o700);
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        assert!(desk.write("prompt", "again").is_err(), "what stands there from before is never taken over");
        let path = desk.path().to_owned();
        drop(desk);
        assert!(!path.exists());
    }

    #[test]
    fn what_is_missing_is_named_with_the_way_to_get_it() {
        let program = Program::new("codex", "npm install -g @openai/codex", Some("no/such/codex"));
        let ProviderError::Failed(failure) = program.version(&Cancel::never()).unwrap_err() else { panic!("it is missing") };
        assert_eq!(failure.kind, FailureKind::NotSetUp);
        assert!(failure.said.ends_with("no/such/codex was not found; `npm install -g @openai/codex` brings it"), "{}", failure.said);
        assert!(failure.said.starts_with('/'), "a path of the settings does not depend on the folder of the run: {}", failure.said);
    }
}
