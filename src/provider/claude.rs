//! Placeholder.

use super::{Call, FailureKind, Provider, ProviderError, Reply};
use crate::config::ProgramSettings;

pub struct Claude {
    settings: ProgramSettings,
}

impl Claude {
    pub fn new(settings: &ProgramSettings) -> Claude {
        Claude { settings: settings.clone() }
    }
}

impl Provider for Claude {
    fn name(&self) -> &str {
        "claude"
    }

    fn call(&self, _: &Call) -> Result<Reply, ProviderError> {
        Err(ProviderError::failed(FailureKind::NotSetUp, self.settings.model.as_deref().unwrap_or("")))
    }

    fn varies(&self) -> bool {
        true
    }
}
