//! A learner says that an exercise is broken: recorded in the log and in the session, and all it said about the learner (levels, the
//! schedule, mix-ups) is taken back in the same commit.

use serde_json::{Value, json};

use super::Work;
use crate::error::Error;
use crate::event::Event;
use crate::mastery::schedule::{REVIEWS_FILE, Schedule};
use crate::mastery::{Change, MASTERY_FILE, MISCONCEPTIONS_FILE};
use crate::session::{REPORTED_BROKEN, Session, Status};
use crate::store::{AuditLog, NewProgress};

/// A learner's words are a sentence or two; a pasted log is cut.
const MAX_TEXT: usize = 4000;

#[derive(Debug)]
pub struct Reported {
    pub session: Session,
    /// It had been reported before; nothing was changed.
    pub already: bool,
    /// What was taken back, where there was anything.
    pub mastery: Option<Change>,
}

pub fn report(work: &mut Work, session: &Session, text: &str) -> Result<Reported, Error> {
    let text = crate::text::bounded(&crate::text::clean(text), MAX_TEXT);
    let lock = work.store.lock()?;
    let mut fresh = work.store.load(&session.id)?;
    if fresh.is_reported_broken() {
        return Ok(Reported { session: fresh, already: true, mastery: None });
    }
    let (id, node, attempts) = (fresh.id.clone(), fresh.node_id.clone(), fresh.attempt_state.attempt_index);
    let (mut mastery, mut progress) = (work.mastery()?, Vec::new());
    let change = mastery.undo_session(&node, &id, attempts, work.now);
    if let Some(change) = &change {
        progress.push(NewProgress::new(MASTERY_FILE, &mastery)?);
        fresh.mastery_state.level = change.to;
    }
    // A lapse or a mix-up says as little about the learner as a pass, so these go whether or not a level fell.
    let schedule: Schedule = work.read_progress(REVIEWS_FILE)?;
    let mut left = schedule.clone();
    left.forget_session(&node, &id, mastery.level(&node));
    if left != schedule {
        progress.push(NewProgress::new(REVIEWS_FILE, &left)?);
    }
    let misconceptions = work.misconceptions()?;
    let mut left = misconceptions.clone();
    left.forget_session(&id);
    if left != misconceptions {
        progress.push(NewProgress::new(MISCONCEPTIONS_FILE, &left)?);
    }
    fresh.other.insert(REPORTED_BROKEN.to_owned(), json!({ "at": work.now, "text": text }));
    fresh.status = Status::Ended;
    fresh.last_accessed_at = work.now;
    work.store.save_with(&lock, &fresh, progress)?;
    drop(lock);
    audit(work, &fresh, &text, change.as_ref());
    Ok(Reported { session: fresh, already: false, mastery: change })
}

fn audit(work: &mut Work, session: &Session, text: &str, change: Option<&Change>) {
    let latest = session.latest_attempt();
    let entry: Value = json!({
        "at": work.now,
        "session": session.id,
        "language": session.language,
        "node": session.node_id,
        "exercise": session.exercise_id,
        "provider": session.provider,
        "model": session.model,
        "etude": env!("CARGO_PKG_VERSION"),
        "text": text,
        "attemptIndex": session.attempt_state.attempt_index,
        "outcome": latest.map(|a| a.evidence.outcome),
        "mastery": change,
    });
    if let Err(error) = work.store.append_audit(AuditLog::Reports, &entry) {
        (work.events)(Event::Notice { text: format!("The audit log could not be written: {error}.") });
    }
}
