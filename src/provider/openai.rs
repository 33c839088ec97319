//! Placeholder.

use super::{Call, FailureKind, Provider, ProviderError, Reply};
use crate::config::EndpointSettings;

pub struct OpenAi {
    settings: EndpointSettings,
}

impl OpenAi {
    pub fn new(settings: &EndpointSettings) -> OpenAi {
        OpenAi { settings: settings.clone() }
    }
}

impl Provider for OpenAi {
    fn name(&self) -> &str {
        "openai"
    }

    fn call(&self, _: &Call) -> Result<Reply, ProviderError> {
        Err(ProviderError::failed(FailureKind::NotSetUp, self.settings.model.as_deref().unwrap_or("")))
    }

    fn varies(&self) -> bool {
        true
    }
}

/// Whether the endpoint is on this machine.
pub fn is_local(settings: &EndpointSettings) -> bool {
    settings.base_url.is_none()
}
