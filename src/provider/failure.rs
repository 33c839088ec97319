//! The ways a call can fail before there is a reply to judge. Each has its own sentence, its own next step, and says whether asking again can help.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The longest a server's wish to wait is heeded.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How often a call is tried in all, where trying again can help.
pub const TRIES: u32 = 3;

/// What failed, and what the program or server said of it (cleaned and bounded; may be empty).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub kind: FailureKind,
    pub said: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The program is missing, or a setting it needs.
    NotSetUp,
    /// No login, or a key that is not taken.
    Unauthorized,
    /// Too many calls; the server may say how long to wait.
    RateLimited { wait_seconds: Option<u64> },
    /// The server is in trouble.
    ServerError,
    /// Nobody listens there.
    Unreachable,
    /// The answer broke off on its way.
    CutOff,
    /// The model stopped at its own limit of length.
    TooLong,
    /// The model will not answer this.
    Refused,
    /// No answer within the limit of a call.
    TimedOut,
    /// The server does not take the request as it is.
    BadRequest,
    /// What came back is not what this program or server is known to answer.
    Odd,
    /// The program ended with an error that says nothing of the above.
    ProgramFailed,
    /// What a call would have to say is longer than may be sent.
    PromptTooLong,
    /// A recorded reply is missing, or is a recorded failure; a pack lacks what was asked for.
    Recorded,
}

impl Failure {
    pub fn new(kind: FailureKind, said: impl AsRef<str>) -> Failure {
        let said = crate::text::clean(said.as_ref());
        Failure { kind, said: crate::text::bounded(said.trim(), 400) }
    }

    /// The program is there and will not work as it is set up; in its own words.
    pub fn own_words(words: &str) -> Failure {
        Failure::new(FailureKind::NotSetUp, format!("the program ended with an error: {words}"))
    }

    /// How long to wait before the next try, or nothing where it would change nothing. `tried` counts from 1.
    pub fn pause(&self, tried: u32) -> Option<Duration> {
        use FailureKind::{CutOff, Odd, ProgramFailed, RateLimited, ServerError, Unreachable};
        if tried >= TRIES {
            return None;
        }
        let backoff = Duration::from_secs(1 << (2 * tried.saturating_sub(1)).min(4));
        match self.kind {
            // A wish beyond the longest is not heeded, and not ignored either: the learner is told.
            RateLimited { wait_seconds: Some(asked) } => Some(Duration::from_secs(asked)).filter(|w| *w <= LONGEST_WAIT),
            RateLimited { wait_seconds: None } | ServerError | Unreachable | CutOff | ProgramFailed | Odd => Some(backoff),
            _ => None,
        }
    }

    /// The next step, in words.
    pub fn advice(&self) -> &'static str {
        match self.kind {
            FailureKind::NotSetUp => "`doctor` says what is missing",
            FailureKind::Unauthorized => "Log in again, or check the key; `doctor` says what is used",
            FailureKind::RateLimited { .. } => "Wait a while, then go on where it stopped",
            FailureKind::ServerError => "The trouble is at the other end; go on in a few minutes",
            FailureKind::Unreachable => "Check the address and the network, then go on",
            FailureKind::CutOff => "Go on where it stopped",
            FailureKind::TooLong => "Allow longer answers at the server, or choose a model that gives them",
            FailureKind::Refused => "Try other words, another model, or an exercise of the bank",
            FailureKind::TimedOut => "Go on where it stopped, or set `timeout_seconds` under [models] in config.toml higher",
            FailureKind::BadRequest => "Check the model's name and the settings; `doctor` shows them",
            FailureKind::Odd => "Check that the address is one of an OpenAI-compatible server",
            FailureKind::ProgramFailed => "Run it by hand once to see more, then go on",
            FailureKind::PromptTooLong => "Choose a smaller depth",
            FailureKind::Recorded => "Try again, or take an exercise of the bank",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self.kind {
            // What is missing says it by itself.
            FailureKind::NotSetUp if !self.said.is_empty() => return f.write_str(&self.said),
            FailureKind::NotSetUp => "it is not set up",
            FailureKind::Unauthorized => "the login or key was not accepted (401)",
            FailureKind::RateLimited { .. } => "there were too many calls (429)",
            FailureKind::ServerError => "the server has a fault of its own (500)",
            FailureKind::Unreachable => "nobody answers at that address",
            FailureKind::CutOff => "the answer broke off",
            FailureKind::TooLong => "the answer was cut at the model's length limit",
            FailureKind::Refused => "the model declined to answer",
            FailureKind::TimedOut => "there was no answer in time",
            FailureKind::BadRequest => "the request was not accepted",
            FailureKind::Odd => "the answer has an unknown form",
            FailureKind::ProgramFailed => "the program ended with an error",
            FailureKind::PromptTooLong => "there is more to tell than one call may hold",
            FailureKind::Recorded => return f.write_str(&self.said),
        };
        if self.said.is_empty() { f.write_str(sentence) } else { write!(f, "{sentence}: {}", self.said) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause(kind: FailureKind, tried: u32) -> Option<u64> {
        Failure::new(kind, "").pause(tried).map(|p| p.as_secs())
    }

    #[test]
    fn what_may_pass_is_tried_three_times_with_growing_pauses() {
        for kind in [FailureKind::ServerError, FailureKind::Unreachable, FailureKind::CutOff, FailureKind::ProgramFailed] {
            assert_eq!([1, 2, 3].map(|tried| pause(kind, tried)), [Some(1), Some(4), None]);
        }
    }

    #[test]
    fn what_stays_as_it_is_is_not_tried_again() {
        use FailureKind::*;
        for kind in [NotSetUp, Unauthorized, TooLong, Refused, TimedOut, BadRequest, PromptTooLong, Recorded] {
            assert_eq!(pause(kind, 1), None, "{kind:?}");
        }
    }

    #[test]
    fn a_server_is_waited_for_as_told_within_bounds() {
        assert_eq!(pause(FailureKind::RateLimited { wait_seconds: Some(7) }, 1), Some(7));
        assert_eq!(pause(FailureKind::RateLimited { wait_seconds: Some(3600) }, 1), None);
        assert_eq!(pause(FailureKind::RateLimited { wait_seconds: None }, 2), Some(4));
    }
}
