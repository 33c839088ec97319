//! Who answers a stage call. A provider turns a call into text and knows nothing of sessions, files or policy; whatever it answers goes to the guard.

pub mod bank;
pub mod replay;

use crate::runner::Cancel;
use crate::stage::packet::Packet;

/// One call: the packet says everything, its role included.
pub struct Call<'a> {
    pub packet: &'a Packet,
    pub cancel: &'a Cancel,
}

/// The raw answer. Nothing in it is trusted.
#[derive(Debug, Clone)]
pub struct Reply {
    pub text: String,
    pub model: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// In the provider's words; shown to the learner after cleaning.
    #[error("{0}")]
    Failed(String),
    #[error("interrupted")]
    Interrupted,
}

impl<P: Provider + ?Sized> Provider for &P {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        (**self).call(call)
    }
}

pub trait Provider {
    fn name(&self) -> &str;
    fn call(&self, call: &Call) -> Result<Reply, ProviderError>;
}

/// This provider makes exercises for any node: a model, or recorded replies in its place. The bank has only its own.
pub fn is_model(name: &str) -> bool {
    name == "replay"
}
