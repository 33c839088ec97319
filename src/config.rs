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
    pub fn load(path: &Path) -> Result<Config, Error> {
        let broken = |why: String| Error::Config { path: path.to_path_buf(), why };
        match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).map_err(|e| broken(e.to_string().trim().to_owned())),
            Err(e) if matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => Ok(Config::default()),
            Err(e) => Err(broken(e.to_string())),
        }
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
