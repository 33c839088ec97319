//! Who answers a stage call. A provider turns a call into text and knows nothing of sessions, files or policy; whatever it answers goes to the guard.

pub mod bank;
pub mod builtin;
pub mod claude;
pub mod codex;
mod complaint;
mod failure;
pub mod openai;
mod program;
pub mod replay;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use failure::{Failure, FailureKind, TRIES};

use crate::config::Config;
use crate::guard::{Rejection, schema};
use crate::runner::Cancel;
use crate::stage::packet::Packet;
use crate::stage::prompt;

/// What the Codex CLI takes on its standard input, and more than any model here reads.
const MAX_PROMPT: usize = 1024 * 1024;

/// One call: the packet says everything, its role included.
pub struct Call<'a> {
    pub packet: &'a Packet,
    pub cancel: &'a Cancel,
    /// How long the answer may take.
    pub limit: Duration,
    /// Why the last reply to this very packet was refused: the model is told, once.
    pub refused: Option<&'a Rejection>,
}

impl Call<'_> {
    /// What a model is told, as text.
    pub fn prompt(&self) -> Result<String, ProviderError> {
        let fail = |kind, said: &str| ProviderError::Failed(Failure::new(kind, said));
        let text = prompt::render(self.packet, self.refused);
        let text = text.ok_or_else(|| fail(FailureKind::NotSetUp, "there are no stage instructions for this language"))?;
        if text.len() > MAX_PROMPT { Err(fail(FailureKind::PromptTooLong, "")) } else { Ok(text) }
    }

    /// The schema that the reply must fit, in the form that is sent.
    pub fn schema(&self) -> Value {
        schema::sent(self.packet.role.schema()).unwrap_or(Value::Null)
    }
}

/// The raw answer. Nothing in it is trusted.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    pub text: String,
    /// The model that answered, as far as it is known.
    pub model: Option<String>,
    /// The program that was asked, with its version.
    pub program: Option<String>,
    pub tokens: Option<Tokens>,
}

impl Reply {
    pub fn of(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), ..Reply::default() }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    pub sent: u64,
    pub received: u64,
    /// The part of those sent that a prompt cache had already.
    #[serde(default)]
    pub cached: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    #[error("{0}")]
    Failed(Failure),
    #[error("interrupted")]
    Interrupted,
}

impl ProviderError {
    pub fn failed(kind: FailureKind, said: impl AsRef<str>) -> ProviderError {
        ProviderError::Failed(Failure::new(kind, said))
    }

    /// A recorded failure, or something that a pack or a recording lacks.
    pub fn recorded(said: impl AsRef<str>) -> ProviderError {
        ProviderError::failed(FailureKind::Recorded, said)
    }
}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Failure {
        match error {
            ProviderError::Failed(failure) => failure,
            ProviderError::Interrupted => Failure::new(FailureKind::CutOff, "interrupted"),
        }
    }
}

/// Asked from a thread of its own while the learner sees the wait.
pub trait Provider: Sync {
    fn name(&self) -> &str;
    fn call(&self, call: &Call) -> Result<Reply, ProviderError>;

    /// Whether another call can bring another answer. What is recorded or written in a pack stays what it is.
    fn varies(&self) -> bool {
        false
    }
}

impl<P: Provider + ?Sized> Provider for &P {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        (**self).call(call)
    }

    fn varies(&self) -> bool {
        (**self).varies()
    }
}

/// The providers that ask a model, by the names a learner types.
pub const MODELS: [&str; 3] = ["codex", "claude", "openai"];

/// This provider makes exercises for any node: a model, or recorded replies in its place. The bank has only its own.
pub fn is_model(name: &str) -> bool {
    name == "replay" || MODELS.contains(&name)
}

/// A provider that asks a model; nothing for a name that is none.
pub fn model(name: &str, config: &Config) -> Option<Box<dyn Provider>> {
    match name {
        "codex" => Some(Box::new(codex::Codex::new(&config.codex))),
        "claude" => Some(Box::new(claude::Claude::new(&config.claude))),
        "openai" => Some(Box::new(openai::OpenAi::new(&config.openai))),
        _ => None,
    }
}

/// Whether what is told to this provider leaves the machine. A server on loopback is the learner's own.
pub fn leaves_the_machine(name: &str, config: &Config) -> bool {
    match name {
        "codex" | "claude" => true,
        "openai" => !openai::is_local(&config.openai),
        _ => false,
    }
}
