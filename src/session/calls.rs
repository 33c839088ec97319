//! What the calls behind an exercise cost: one record per accepted reply, and their sums. Only counts and names; never what was said.

use serde::{Deserialize, Serialize};

use crate::provider::Tokens;
use crate::stage::Role;

/// One accepted reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallRecord {
    pub role: Role,
    pub provider: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The program that was asked, with its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    pub prompt_bytes: u64,
    pub reply_bytes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    pub millis: u64,
    /// How many calls it took to get it.
    pub calls: u32,
}

/// A long session asks often; the first calls made the exercise and stay, of the others the latest do.
const MOST: usize = 300;

impl super::Session {
    pub fn record_calls(&mut self, calls: Vec<CallRecord>) {
        self.calls.extend(calls);
        let over = self.calls.len().saturating_sub(MOST);
        let first = MOST / 2;
        if over > 0 {
            self.calls.drain(first..first + over);
        }
    }
}

/// The sums over some records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CallTotals {
    pub calls: u32,
    pub prompt_bytes: u64,
    pub reply_bytes: u64,
    /// Of those replies whose tokens are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    pub millis: u64,
}

impl CallTotals {
    pub fn of<'a>(records: impl IntoIterator<Item = &'a CallRecord>) -> CallTotals {
        records.into_iter().fold(CallTotals::default(), |sum, record| CallTotals {
            // A server may count as it likes.
            calls: sum.calls.saturating_add(record.calls),
            prompt_bytes: sum.prompt_bytes.saturating_add(record.prompt_bytes),
            reply_bytes: sum.reply_bytes.saturating_add(record.reply_bytes),
            tokens: match (sum.tokens, record.tokens) {
                (Some(a), Some(b)) => Some(Tokens {
                    sent: a.sent.saturating_add(b.sent),
                    received: a.received.saturating_add(b.received),
                    cached: a.cached.saturating_add(b.cached),
                }),
                (a, b) => a.or(b),
            },
            millis: sum.millis.saturating_add(record.millis),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_counts_without_end_does_not_overflow_the_sum() {
        let most = Tokens { sent: u64::MAX, received: u64::MAX, cached: u64::MAX };
        let record = |tokens| CallRecord {
            role: crate::stage::Role::Scaffold,
            provider: "openai".to_owned(),
            model: None,
            program: None,
            prompt_bytes: 1,
            reply_bytes: 1,
            tokens: Some(tokens),
            millis: 1,
            calls: 1,
        };
        assert_eq!(CallTotals::of(&[record(most), record(most)]).tokens, Some(most));
    }
}
