//! To whom the learner has agreed to send their source: asked once per provider, kept in one small file.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::atomic::{self, Keep};
use super::error::StoreError;
use super::{StateLock, Store};

const MAX_BYTES: u64 = 64 * 1024;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Consent {
    format_version: u32,
    /// The provider, and since when.
    send_source: BTreeMap<String, Timestamp>,
}

impl Store {
    /// What cannot be read is no consent: the learner is asked again.
    pub fn may_send_source(&self, provider: &str) -> bool {
        self.consent().send_source.contains_key(provider)
    }

    pub fn allow_sending_source(&self, _lock: &StateLock, provider: &str, now: Timestamp) -> Result<(), StoreError> {
        let mut consent = self.consent();
        consent.format_version = 1;
        consent.send_source.insert(provider.to_owned(), now);
        let unstorable = |e: serde_json::Error| StoreError::Unstorable { what: "your consent".to_owned(), why: e.to_string() };
        atomic::write(&self.home().consent_file(), &serde_json::to_vec_pretty(&consent).map_err(unstorable)?, Keep::Surely)
    }

    fn consent(&self) -> Consent {
        let bytes = atomic::read(&self.home().consent_file(), MAX_BYTES).ok().flatten();
        bytes.and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default()
    }
}
