//! What a sitting means for the day when its node comes back: a pass moves it, and so does leaving a due node without one. Goes to disk in the same
//! commit as the session.

use super::Work;
use crate::error::Error;
use crate::event::Event;
use crate::mastery::schedule::{Comeback, REVIEWS_FILE, Schedule, Sitting};
use crate::mastery::{Help, Mastery};
use crate::session::{Session, Status};
use crate::store::{NewProgress, Notice, Store, StoreError};

/// The stored schedule, with what was passed before there was one. To be read before a pass is added to the mastery it is given.
pub fn schedule(store: &Store, mastery: &Mastery) -> Result<(Schedule, Option<Notice>), StoreError> {
    let (mut schedule, notice): (Schedule, _) = store.read_progress(REVIEWS_FILE)?;
    schedule.adopt(mastery);
    Ok((schedule, notice))
}

impl Work<'_> {
    pub(super) fn schedule(&mut self, mastery: &Mastery) -> Result<Schedule, Error> {
        let (schedule, notice) = schedule(self.store, mastery)?;
        if let Some(notice) = notice {
            (self.events)(Event::Notice { text: notice.what });
        }
        Ok(schedule)
    }
}

fn sitting(session: &Session) -> Sitting<'_> {
    Sitting { node: &session.node_id, session_id: &session.id, begun: session.started_at }
}

/// Moves the node after a pass. Answers what to save and when it comes back; a pass that never counted for mastery brings nothing back.
pub(super) fn after_pass(
    work: &Work,
    mut schedule: Schedule,
    session: &Session,
    help: Help,
    level: u8,
) -> Result<(NewProgress, Option<Comeback>), Error> {
    schedule.record_pass(sitting(session), help, work.now);
    let card = schedule.card(&session.node_id);
    let comeback = card.map(|card| Comeback::of(card, &session.id, session.depth_target, level, work.now));
    Ok((NewProgress::new(REVIEWS_FILE, &schedule)?, comeback))
}

/// A session that was closed.
#[derive(Debug)]
pub struct EndedSession {
    pub session: Session,
    pub passed: bool,
    /// When the node comes back, where it was ever passed.
    pub comeback: Option<Comeback>,
}

/// Closes a session. One that was begun because its node was due, was tried and has no pass says that the node did not sit.
pub fn end(work: &mut Work, id: &str) -> Result<EndedSession, Error> {
    let lock = work.store.lock()?;
    let mut session = work.store.load(id)?;
    let green = session.attempt_state.history.iter().any(|a| a.evidence.passed());
    let passed = session.status == Status::Passed || (session.status == Status::Ended && green);
    let tried = session.attempt_state.attempt_index > 0 || !session.attempt_state.hints.is_empty();
    session.status = Status::Ended;
    session.last_accessed_at = work.now;
    let mastery = work.mastery()?;
    let before = work.schedule(&mastery)?;
    let mut schedule = before.clone();
    if tried && !green {
        schedule.record_lapse(sitting(&session), work.now);
    }
    let level = mastery.level(&session.node_id);
    let comeback = schedule.card(&session.node_id).map(|card| Comeback::of(card, &session.id, session.depth_target, level, work.now));
    let moved = if schedule == before { Vec::new() } else { vec![NewProgress::new(REVIEWS_FILE, &schedule)?] };
    work.store.save_with(&lock, &session, moved)?;
    Ok(EndedSession { session, passed, comeback })
}
