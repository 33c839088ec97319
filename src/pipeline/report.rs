//! A learner says that an exercise is broken: recorded in the log and in the session, and what its passes gave is taken back in the same commit.

use serde_json::{Value, json};

use super::Work;
use super::attempt::help;
use crate::error::Error;
use crate::event::Event;
use crate::mastery::schedule::{REVIEWS_FILE, Schedule};
use crate::mastery::{Change, MASTERY_FILE, worth};
use crate::session::{REPORTED_BROKEN, Session, Status};
use crate::store::{AuditLog, NewProgress, Store};

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
    let mut mastery = work.mastery()?;
    let (id, node, attempts) = (fresh.id.clone(), fresh.node_id.clone(), fresh.attempt_state.attempt_index);
    let change = mastery.undo_session(&node, &id, attempts, work.now, |change| worth_by_itself(work.store, change));
    let mut progress = Vec::new();
    if let Some(change) = &change {
        progress.push(NewProgress::new(MASTERY_FILE, &mastery)?);
        let mut schedule: Schedule = work.read_progress(REVIEWS_FILE)?;
        let before = schedule.clone();
        schedule.forget_session(&node, &id, change.to);
        if schedule != before {
            progress.push(NewProgress::new(REVIEWS_FILE, &schedule)?);
        }
        fresh.mastery_state.level = change.to;
    }
    fresh.other.insert(REPORTED_BROKEN.to_owned(), json!({ "at": work.now, "text": text }));
    fresh.status = Status::Ended;
    fresh.last_accessed_at = work.now;
    work.store.save_with(&lock, &fresh, progress)?;
    drop(lock);
    audit(work, &fresh, &text, change.as_ref());
    Ok(Reported { session: fresh, already: false, mastery: change })
}

/// What a pass of another session was worth, whatever the level was at the time. A session that is gone gets the benefit of the doubt.
fn worth_by_itself(store: &Store, change: &Change) -> u8 {
    let Ok(session) = store.load(&change.session_id) else { return change.to };
    let Some(review) = session.review_of(change.attempt_index) else { return change.to };
    worth(session.depth_target, help(&session, review.verdict)).unwrap_or(0)
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
