//! The Codex CLI as a provider: one `codex exec` per call, without tools and without memory of the last. Owns how the program is called and how its
//! events are read; judges nothing of what the model says.
//!
//! Facts that shaped it (0.166): `exec` does not hold the answer to the schema; it exits 0 on prose and on nothing; it leaves an earlier answer in the
//! `-o` file when it fails; and it gives the model a shell, agents, skills and MCP servers unless each is switched off.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde_json::Value;

use super::complaint::understood;
use super::program::{Desk, Program, Time, count, os};
use super::{Call, Failure, FailureKind, Provider, ProviderError, Reply, Tokens};
use crate::config::{ProgramSettings, model_for};
use crate::guard::MAX_REPLY;
use crate::runner::{Cancel, End};

const INSTALL: &str = "npm install -g @openai/codex";

/// What a plain answer does not need: each costs the model attention and the learner tokens, and some could act on the machine. Codex only warns of names
/// that it does not know, so the list may hold those of several versions. Its newest models keep a script tool that nothing switches off: without its host
/// (`code_mode_host`) every use of it fails, and the sandbox is read-only besides.
const OFF: [&str; 17] = [
    "shell_tool",
    "unified_exec",
    "shell_snapshot",
    "code_mode_host",
    "apps",
    "plugins",
    "remote_plugin",
    "hooks",
    "memories",
    "multi_agent",
    "goals",
    "view_image",
    "image_generation",
    "skill_search",
    "tool_suggest",
    "sleep_tool",
    // Not a tool: without this a refused connection is tried for ever.
    "unbounded_connection_retries",
];

const PLAIN: [&str; 11] = [
    "web_search=disabled",
    "agents.enabled=false",
    "skills.include_instructions=false",
    "tools.update_plan.enabled=false",
    "tools.experimental_request_user_input.enabled=false",
    "include_environment_context=false",
    "include_permissions_instructions=false",
    "include_apps_instructions=false",
    "include_collaboration_mode_instructions=false",
    "project_doc_max_bytes=0",
    // A program of the learner's that is told of every finished turn: there are forty of them in a start.
    "notify=[]",
];

/// In place of the 20 KB that make a model an agent in a workspace.
const INSTRUCTIONS: &str = "You write for a programming tutor. You have no tools and no workspace: everything you need is in the request. \
                            Answer it with exactly one JSON object and nothing around it.\n";

pub struct Codex {
    settings: ProgramSettings,
    program: Program,
    /// Some servers take only the instructions that Codex brings.
    keeps_own_instructions: AtomicBool,
}

impl Codex {
    pub fn new(settings: &ProgramSettings) -> Codex {
        let program = Program::new("codex", INSTALL, settings.program.as_deref());
        Codex { settings: settings.clone(), program, keeps_own_instructions: AtomicBool::new(false) }
    }

    fn ask(&self, call: &Call, time: Time) -> Result<Reply, ProviderError> {
        let desk = Desk::new()?;
        let prompt = desk.write("prompt", &call.prompt()?)?;
        let schema = desk.write("schema.json", &call.schema().to_string())?;
        let answer = desk.path().join("answer");
        // Asked for first: once there is an answer, nothing may stand between it and the draft.
        let version = self.program.version(call.cancel)?;
        let model = model_for(call.packet.role, self.settings.model.as_ref(), &self.settings.models);
        let mut args = self.args(&schema, &answer, model);
        if !self.keeps_own_instructions.load(Ordering::Relaxed) {
            let file = desk.write("instructions.md", INSTRUCTIONS)?;
            // JSON quotes a path as TOML wants it.
            args.extend(os(&["-c", &format!("model_instructions_file={}", Value::from(file.to_string_lossy()))]));
        }
        args.push("-".into());
        let mut events = Events::default();
        let ended = self.program.run(&desk, args, Some(prompt), time, &mut |line| events.read(line))?;
        if ended.end != End::Exited(0) || events.failed.is_some() {
            return Err(ProviderError::Failed(events.failure(&ended.last_words)));
        }
        let text = read_bounded(&answer).ok_or_else(|| ProviderError::failed(FailureKind::Odd, "codex left no answer"))?;
        Ok(Reply { text, model: model.map(str::to_owned), program: Some(version), tokens: events.tokens })
    }

    fn args(&self, schema: &Path, answer: &Path, model: Option<&str>) -> Vec<OsString> {
        let mut args = os(&["exec", "--ephemeral", "--skip-git-repo-check", "-s", "read-only", "--color", "never", "--json"]);
        args.extend([OsString::from("--output-schema"), schema.into(), OsString::from("-o"), answer.into()]);
        if let Some(model) = model {
            args.extend(os(&["-m", model]));
        }
        args.extend(os(&self.settings.args));
        // After those of the learner: the last one counts, and tools stay off whatever else is set.
        let features = OFF.iter().map(|name| format!("features.{name}=false"));
        let settings = features.chain(PLAIN.iter().map(|s| (*s).to_owned())).chain(servers_off());
        args.extend(settings.flat_map(|setting| [OsString::from("-c"), setting.into()]));
        args
    }
}

impl Provider for Codex {
    fn name(&self) -> &str {
        "codex"
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        let began = Instant::now();
        match self.ask(call, Time { limit: call.limit, cancel: call.cancel }) {
            Err(ProviderError::Failed(failure)) if failure.said.contains("nstructions are not valid") => {
                self.keeps_own_instructions.store(true, Ordering::Relaxed);
                self.ask(call, Time { limit: call.limit.saturating_sub(began.elapsed()), cancel: call.cancel })
            }
            other => other,
        }
    }

    fn varies(&self) -> bool {
        true
    }
}

/// What the events of a run said.
#[derive(Default)]
struct Events {
    began: bool,
    /// The last error that was told; with retries there may be several.
    error: Option<String>,
    failed: Option<String>,
    tokens: Option<Tokens>,
}

impl Events {
    fn read(&mut self, line: &str) {
        let Ok(event) = serde_json::from_str::<Value>(line) else { return };
        self.began = true;
        match event["type"].as_str() {
            Some("error") => self.error = event["message"].as_str().map(str::to_owned),
            Some("turn.failed") => self.failed = Some(event["error"]["message"].as_str().unwrap_or_default().to_owned()),
            Some("turn.completed") => {
                let usage = &event["usage"];
                self.tokens = usage.is_object().then(|| Tokens {
                    sent: count(usage, "input_tokens"),
                    received: count(usage, "output_tokens"),
                    cached: count(usage, "cached_input_tokens"),
                });
            }
            _ => {}
        }
    }

    fn failure(&self, last_words: &str) -> Failure {
        let words = self.failed.as_deref().filter(|w| !w.is_empty()).or(self.error.as_deref()).unwrap_or(last_words);
        let failure = understood(words);
        // Before its first event it only reads its settings: asking again would change nothing.
        if !self.began && failure.kind == FailureKind::ProgramFailed { Failure::own_words(&failure.said) } else { failure }
    }
}

/// One byte more than is allowed, so that the guard sees that it is too much.
fn read_bounded(file: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    fs::File::open(file).ok()?.take(MAX_REPLY as u64 + 1).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The learner's own settings of Codex.
fn own_settings() -> Option<toml::Table> {
    const MAX: u64 = 1024 * 1024;
    let home = std::env::var_os("CODEX_HOME").filter(|h| !h.is_empty()).map(PathBuf::from);
    let home = home.or_else(|| std::env::var_os("HOME").map(|h| PathBuf::from(h).join(".codex")))?;
    let mut text = String::new();
    fs::File::open(home.join("config.toml")).ok()?.take(MAX).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

/// MCP servers of the learner's settings would be started for each call, and their tools offered. They can be switched off only by name.
fn servers_off() -> Vec<String> {
    let settings = own_settings().unwrap_or_default();
    let servers = settings.get("mcp_servers").and_then(toml::Value::as_table);
    let plain = |name: &&String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    servers.into_iter().flat_map(|s| s.keys()).filter(plain).map(|name| format!("mcp_servers.{name}.enabled=false")).collect()
}

/// Whether it can be used, and how it knows its model, for `doctor`.
pub fn check(settings: &ProgramSettings) -> Result<String, Failure> {
    let codex = Codex::new(settings);
    let version = codex.program.version(&Cancel::never())?;
    let named = |key: &str| own_settings().is_some_and(|s| s.contains_key(key));
    let in_args = settings.args.iter().any(|a| a.contains("model_provider=") || a == "--oss");
    if in_args || named("model_provider") {
        return Ok(format!("{version}, with a model provider of your own"));
    }
    if std::env::var_os("CODEX_API_KEY").is_some_and(|key| !key.is_empty()) {
        return Ok(format!("{version}, with the key in CODEX_API_KEY"));
    }
    if codex.program.says_yes(&["login", "status"]) {
        return Ok(format!("{version}, logged in"));
    }
    Err(Failure::new(FailureKind::Unauthorized, format!("{version} is there, but not logged in; `codex login` does that")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(lines: &[&str]) -> Events {
        let mut events = Events::default();
        lines.iter().for_each(|line| events.read(line));
        events
    }

    #[test]
    fn tokens_and_failures_are_read_from_the_events() {
        let usage = r#"{"type":"turn.completed","usage":{"input_tokens":100,"cached_input_tokens":60,"output_tokens":7}}"#;
        let read = events(&[r#"{"type":"thread.started","thread_id":"x"}"#, "no JSON", usage]);
        assert_eq!((read.tokens, read.failed), (Some(Tokens { sent: 100, received: 7, cached: 60 }), None));
        let read = events(&[
            r#"{"type":"error","message":"Reconnecting... 1/5"}"#,
            r#"{"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized"}}"#,
        ]);
        assert_eq!(read.failure("").kind, FailureKind::Unauthorized);
    }

    #[test]
    fn a_program_that_ends_before_its_first_event_is_not_set_up() {
        let failure = events(&[]).failure("Error loading configuration: Model provider `m` not found");
        assert_eq!(failure.kind, FailureKind::NotSetUp);
        assert!(failure.said.contains("Model provider `m` not found"));
        let failure = events(&[r#"{"type":"thread.started"}"#]).failure("it broke");
        assert_eq!((failure.kind, failure.said.as_str()), (FailureKind::ProgramFailed, "it broke"));
    }

    #[test]
    fn what_switches_tools_off_comes_after_the_learners_own_settings() {
        let settings = ProgramSettings { args: vec!["-c".to_owned(), "features.shell_tool=true".to_owned()], ..Default::default() };
        let args = Codex::new(&settings).args(Path::new("s"), Path::new("o"), Some("m"));
        let at = |word: &str| args.iter().position(|a| a == word).unwrap_or_else(|| panic!("{word} is missing"));
        assert!(at("features.shell_tool=true") < at("features.shell_tool=false"));
        assert_eq!(args[at("-m") + 1], "m");
    }
}
