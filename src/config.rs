//! `config.toml` in the home: what the learner chose once and for all. Everything in it is optional; a key it does not know is an error that names it.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use crate::error::Error;
use crate::session::RevealRule;
use crate::testrun::Limits;

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    pub provider: Option<String>,
    pub limits: LimitSettings,
    pub reveal: RevealSettings,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitSettings {
    pub build_seconds: Option<u64>,
    pub test_seconds: Option<u64>,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RevealSettings {
    pub after_attempts: Option<u32>,
}

impl Config {
    /// A missing file is no settings; a link into nowhere, a pipe or something huge is an error, and is never waited for.
    pub fn load(path: &Path) -> Result<Config, Error> {
        const MAX: u64 = 64 * 1024;
        let broken = |why: String| Error::Config { path: path.to_path_buf(), why: crate::text::bounded(&crate::text::clean(&why), 400) };
        let meta = match std::fs::metadata(path) {
            Ok(meta) => meta,
            Err(e) if matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => return Ok(Config::default()),
            Err(e) => return Err(broken(e.to_string())),
        };
        if !meta.is_file() || meta.len() > MAX {
            return Err(broken("it is not a file of settings".to_owned()));
        }
        let text = std::fs::read_to_string(path).map_err(|e| broken(e.to_string()))?;
        toml::from_str(&text).map_err(|e| broken(e.to_string().trim().to_owned()))
    }

    pub fn limits(&self) -> Limits {
        let standard = Limits::default();
        let seconds = |set: Option<u64>, standard: Duration| set.map_or(standard, |s| Duration::from_secs(s.clamp(1, 3600)));
        Limits { build: seconds(self.limits.build_seconds, standard.build), tests: seconds(self.limits.test_seconds, standard.tests) }
    }

    pub fn reveal_rule(&self) -> RevealRule {
        let standard = RevealRule::default();
        RevealRule { after_attempts: self.reveal.after_attempts.unwrap_or(standard.after_attempts).max(1) }
    }
}
