//! Placeholder.

use super::{Call, FailureKind, Provider, ProviderError, Reply};
use crate::config::ProgramSettings;

pub struct Codex {
    settings: ProgramSettings,
}

impl Codex {
    pub fn new(settings: &ProgramSettings) -> Codex {
        Codex { settings: settings.clone() }
    }
}

impl Provider for Codex {
    fn name(&self) -> &str {
        "codex"
    }

    fn call(&self, _: &Call) -> Result<Reply, ProviderError> {
        Err(ProviderError::failed(FailureKind::NotSetUp, self.settings.model.as_deref().unwrap_or("")))
    }

    fn varies(&self) -> bool {
        true
    }
}
