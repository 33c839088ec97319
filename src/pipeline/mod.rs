//! What a session goes through: `start` makes an exercise, `attempt` runs and judges it, `hint` and `review` ask for words about it, `reset` repairs. Owns
//! the order of things and what is saved when; it prints nothing and takes time, events and the wish to stop as arguments.

pub mod assemble;
mod attempt;
mod blind;
mod calls;
mod clean;
mod compare;
mod complaint;
mod expand;
mod generation;
mod held;
mod hint;
mod packets;
mod prove;
mod prune;
mod remedy;
mod repair;
mod repeat;
mod report;
mod reset;
mod reveal;
mod start;
mod support;
mod words;

pub use attempt::{Attempted, ReviewOutcome, attempt, is_untouched, preview_attempt, review};
pub use calls::Ledger;
pub use clean::{Removal, What, clean, plan_clean};
pub use expand::cap;
pub use hint::{Hinted, hint, preview_hint};
pub use prove::{CallPlan, Proving, Scope, call_plan};
pub use remedy::advice;
pub use repeat::{EndedSession, end, schedule};
pub use report::{Reported, report};
pub use reset::{ResetReport, reset, undo_reset};
pub use reveal::{RevealCost, Revealed, reveal};
pub use start::{Plan, Started, preview, start};

use jiff::Timestamp;

use crate::error::Error;
use crate::event::Sink;
use crate::mastery::{MASTERY_FILE, MISCONCEPTIONS_FILE, Mastery, Misconceptions};
use crate::runner::Cancel;
use crate::session::{RevealRule, Session};
use crate::store::{Draft, Store};
use crate::testrun::Limits;
use crate::workspace::SealedExercise;

/// What every step works with.
pub struct Work<'a> {
    pub store: &'a Store,
    pub now: Timestamp,
    pub cancel: &'a Cancel,
    pub events: Sink<'a>,
    pub limits: Limits,
    pub reveal_rule: RevealRule,
    pub calls: Ledger,
    pub proving: Proving<'a>,
    /// The start that is under way, where its replies are worth keeping.
    pub draft: Option<Draft>,
}

impl Work<'_> {
    fn mastery(&mut self) -> Result<Mastery, Error> {
        self.read_progress(MASTERY_FILE)
    }

    fn misconceptions(&mut self) -> Result<Misconceptions, Error> {
        self.read_progress(MISCONCEPTIONS_FILE)
    }

    fn read_progress<T: serde::de::DeserializeOwned + Default>(&mut self, name: &str) -> Result<T, Error> {
        let (value, notice) = self.store.read_progress(name)?;
        if let Some(notice) = notice {
            (self.events)(crate::event::Event::Notice { text: notice.what });
        }
        Ok(value)
    }
}

/// What etude kept of the session's exercise.
pub fn sealed(store: &Store, session: &Session) -> Result<SealedExercise, Error> {
    let bytes = store.load_sealed(&session.id)?;
    SealedExercise::from_bytes(&bytes).map_err(|e| Error::SealBroken { session: session.id.clone(), why: e.to_string() })
}

/// Says that a session's workspace is gone, and what of it can be had back.
pub fn workspace_gone(store: &Store, session: &Session) -> Error {
    let sealed: Vec<&str> = session.sealed_files.iter().map(|f| f.path.as_str()).collect();
    let kept = store.latest_undo(&session.id).ok().flatten().map(|kept| kept.files).unwrap_or_default();
    let own = kept.into_iter().filter(|file| file.content.is_some() && !sealed.contains(&file.path.as_str()));
    let path = session.workspace(store.home().root());
    Error::WorkspaceGone { path, kept: own.map(|file| file.path).collect() }
}
