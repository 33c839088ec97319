//! `config.toml` in the home: what the learner chose once and for all. Everything in it is optional; a key it does not know is an error that names it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use crate::error::Error;
use crate::runner::sandbox::around::Mode;
use crate::session::RevealRule;
use crate::stage::Role;
use crate::testrun::Limits;

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    pub provider: Option<String>,
    /// Whether an exercise of a model is proven before it is shown.
    pub proof: ProofPolicy,
    /// How much is insisted on the walls around code that is run.
    pub sandbox: Mode,
    pub limits: LimitSettings,
    pub reveal: RevealSettings,
    pub models: ModelSettings,
    pub codex: ProgramSettings,
    pub claude: ProgramSettings,
    pub openai: EndpointSettings,
}

/// What becomes of a model's exercise that the proof finds fault with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofPolicy {
    /// It is not shown.
    #[default]
    Required,
    /// It is shown, with what was found.
    Warn,
    /// Nothing is proven, and no reference is asked for.
    Off,
}

/// What holds for every provider that asks a model.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModelSettings {
    /// How long one call may take.
    pub timeout_seconds: Option<u64>,
    /// The most calls that one command may make.
    pub max_calls: Option<u32>,
    /// The longest that the calls of one command may take together.
    pub max_minutes: Option<u64>,
    /// The learner has agreed that their source may be sent to a model.
    pub send_source: Option<bool>,
}

/// A program on this machine that asks a model: Codex CLI, Claude Code.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProgramSettings {
    /// The program, where it is not the usual one on the PATH.
    pub program: Option<String>,
    /// Arguments put before etude's own, such as `-c` settings of Codex.
    pub args: Vec<String>,
    pub model: Option<String>,
    /// Another model for one role, such as `coach`.
    pub models: BTreeMap<RoleName, String>,
}

/// An OpenAI-compatible endpoint.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EndpointSettings {
    /// Up to and with `/v1`.
    pub base_url: Option<String>,
    /// The environment variable that holds the key. The key itself is never stored.
    pub key_env: Option<String>,
    pub model: Option<String>,
    pub models: BTreeMap<RoleName, String>,
}

/// A role as a key of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct RoleName(pub Role);

impl PartialOrd for RoleName {
    fn partial_cmp(&self, other: &RoleName) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RoleName {
    fn cmp(&self, other: &RoleName) -> std::cmp::Ordering {
        self.0.name().cmp(other.0.name())
    }
}

/// The model for a role: its own, else the general one.
pub fn model_for<'a>(role: Role, general: Option<&'a String>, by_role: &'a BTreeMap<RoleName, String>) -> Option<&'a str> {
    by_role.get(&RoleName(role)).or(general).map(String::as_str)
}

/// How long calls may take and how many there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    pub timeout: Duration,
    pub max_calls: Option<u32>,
    pub max_time: Option<Duration>,
}

impl Default for CallLimits {
    fn default() -> CallLimits {
        CallLimits { timeout: Duration::from_secs(300), max_calls: None, max_time: None }
    }
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
        Limits {
            build: seconds(self.limits.build_seconds, standard.build),
            tests: seconds(self.limits.test_seconds, standard.tests),
            sandbox: self.sandbox,
        }
    }

    pub fn call_limits(&self) -> CallLimits {
        let timeout = Duration::from_secs(self.models.timeout_seconds.unwrap_or(300).clamp(1, 3600));
        let max_time = self.models.max_minutes.map(|m| Duration::from_secs(m.clamp(1, 1440) * 60));
        CallLimits { timeout, max_calls: self.models.max_calls.map(|c| c.max(1)), max_time }
    }

    pub fn reveal_rule(&self) -> RevealRule {
        let standard = RevealRule::default();
        RevealRule { after_attempts: self.reveal.after_attempts.unwrap_or(standard.after_attempts).max(1) }
    }
}
