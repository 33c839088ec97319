//! Answers from a folder of recorded replies, in the order of their names: `NN-<role>.json` is a reply, `NN-<role>.fail` a failure in those words,
//! `NN-<role>.slow` a reply whose first line is how many milliseconds it takes. For looking again at what a model once said, and for tests.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Call, Provider, ProviderError, Reply};

pub struct ReplayProvider {
    folder: PathBuf,
    used: Mutex<HashSet<String>>,
}

impl ReplayProvider {
    pub fn new(folder: PathBuf) -> ReplayProvider {
        ReplayProvider { folder, used: Mutex::new(HashSet::new()) }
    }

    fn next_file(&self, role: &str) -> Result<(PathBuf, String), ProviderError> {
        let failed =
            |e: std::io::Error| ProviderError::recorded(format!("cannot read the recorded replies in {}: {e}", self.folder.display()));
        let mut names: Vec<String> = std::fs::read_dir(&self.folder)
            .map_err(failed)?
            .filter_map(|e| e.ok()?.file_name().into_string().ok())
            .filter(|n| n.split_once('-').is_some_and(|(_, rest)| rest.rsplit_once('.').is_some_and(|(r, _)| r == role)))
            .collect();
        names.sort();
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let name = names.into_iter().find(|n| !used.contains(n));
        let name = name.ok_or_else(|| ProviderError::recorded(format!("there is no further recorded reply for {role}")))?;
        used.insert(name.clone());
        let kind = name.rsplit_once('.').map_or(String::new(), |(_, e)| e.to_owned());
        Ok((self.folder.join(name), kind))
    }
}

impl Provider for ReplayProvider {
    fn name(&self) -> &str {
        "replay"
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        let (path, kind) = self.next_file(call.packet.role.name())?;
        let text = std::fs::read_to_string(&path).map_err(|e| ProviderError::recorded(format!("cannot read {}: {e}", path.display())))?;
        match kind.as_str() {
            "fail" => Err(ProviderError::recorded(text.trim())),
            "slow" => {
                let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
                wait(Duration::from_millis(first.trim().parse().unwrap_or(0)), call)?;
                Ok(Reply::of(rest))
            }
            _ => Ok(Reply::of(text)),
        }
    }
}

fn wait(time: Duration, call: &Call) -> Result<(), ProviderError> {
    let end = Instant::now() + time;
    while Instant::now() < end {
        if call.cancel.is_set() {
            return Err(ProviderError::Interrupted);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}
