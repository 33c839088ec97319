//! What a sitting means for the day when its node comes back: a pass moves it, and so does leaving a due node without one. Goes to disk in the same
//! commit as the session.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use super::{Work, attempt};
use crate::error::Error;
use crate::event::Event;
use crate::evidence::{Evidence, Outcome, TestResult};
use crate::mastery::schedule::{Comeback, REVIEWS_FILE, Schedule, Sitting};
use crate::mastery::{Help, Mastery};
use crate::provider::Provider;
use crate::session::{Attempt, Review, Session, Status};
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

/// What a failing attempt means for a node that was due: nothing while it is a mere beginning, else a lapse, recorded at once. Waiting for `end` would let
/// the node sit as if it had never failed, and even grow its interval by a pass later in the same sitting.
pub(super) fn after_failure(
    work: &mut Work,
    session: &Session,
    review: &Review,
    evidence: &Evidence,
) -> Result<Option<NewProgress>, Error> {
    if !failed_in_earnest(session, review, evidence, work.now) {
        return Ok(None);
    }
    let mastery = work.mastery()?;
    let before = work.schedule(&mastery)?;
    let mut schedule = before.clone();
    schedule.record_lapse(sitting(session), work.now);
    Ok(if schedule == before { None } else { Some(NewProgress::new(REVIEWS_FILE, &schedule)?) })
}

/// One slip on the way is no sign of forgetting, whether a test, the compiler or a reviewer found it, and neither is code that is not written yet. A second
/// version that goes wrong is, or a first one on a later day.
fn failed_in_earnest(session: &Session, review: &Review, evidence: &Evidence, now: Timestamp) -> bool {
    if !matches!(evidence.outcome, Outcome::TestsFail | Outcome::DoesNotCompile) {
        return false;
    }
    let named = |a: &Attempt| {
        let now = a.index == review.attempt_index && review.report.dominant_tag.is_some();
        now || session.misconception_state.tags.iter().any(|t| t.attempt_index == a.index)
    };
    let went_wrong = |a: &&Attempt| named(a) || a.evidence.failing().any(TestResult::went_wrong);
    let wrong: Vec<&Attempt> = session.attempt_state.history.iter().filter(went_wrong).collect();
    let versions: HashSet<&str> = wrong.iter().map(|a| a.source_hash.as_str()).collect();
    let later_day = now.duration_since(session.started_at) >= SignedDuration::from_hours(24);
    wrong.iter().any(|a| a.index == review.attempt_index) && versions.len() >= if later_day { 1 } else { 2 }
}

/// A session that was closed.
#[derive(Debug)]
pub struct EndedSession {
    pub session: Session,
    pub passed: bool,
    /// When the node comes back, where it was ever passed.
    pub comeback: Option<Comeback>,
}

/// Closes a session. A green run whose review is missing gets it first: closing without it would lose the pass. A session that was begun because its
/// node was due, was tried and has no pass says that the node did not sit.
pub fn end(work: &mut Work, provider: Result<Box<dyn Provider + '_>, Error>, id: &str) -> Result<EndedSession, Error> {
    let session = work.store.load(id)?;
    if session.lacks_review() {
        provider.and_then(|provider| attempt::review(work, &*provider, &session)).map_err(|error| match error {
            Error::Interrupted => Error::Interrupted,
            other => Error::ReviewMissing { why: other.cause() },
        })?;
    }
    let lock = work.store.lock()?;
    let mut session = work.store.load(id)?;
    let green = session.attempt_state.history.iter().any(|a| a.evidence.passed());
    let passed = session.has_passed();
    let tried = session.attempt_state.attempt_index > 0 || !session.attempt_state.hints.is_empty();
    session.status = Status::Ended;
    session.last_accessed_at = work.now;
    let mastery = work.mastery()?;
    let before = work.schedule(&mastery)?;
    let mut schedule = before.clone();
    // That a broken exercise was not passed says nothing about the learner.
    if tried && !green && !session.is_reported_broken() {
        schedule.record_lapse(sitting(&session), work.now);
    }
    let level = mastery.level(&session.node_id);
    let comeback = schedule.card(&session.node_id).map(|card| Comeback::of(card, &session.id, session.depth_target, level, work.now));
    let moved = if schedule == before { Vec::new() } else { vec![NewProgress::new(REVIEWS_FILE, &schedule)?] };
    work.store.save_with(&lock, &session, moved)?;
    Ok(EndedSession { session, passed, comeback })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const BEGUN: &str = "2026-03-01T10:00:00Z";

    /// Whether the last of these attempts counts as a failure, so many hours after the beginning. An attempt is its source, and what its one test said.
    fn counts(attempts: &[(&str, &str)], tag: Option<&str>, hours: i64) -> bool {
        let history: Vec<Value> = attempts
            .iter()
            .enumerate()
            .map(|(at, (source, said))| {
                let outcome = if said.is_empty() { "does_not_compile" } else { "tests_fail" };
                let tests = if said.is_empty() { json!([]) } else { json!([{ "name": "t", "status": "failed", "message": said }]) };
                let evidence = json!({ "outcome": outcome, "command": "", "exitCode": 1, "durationMs": 1, "tests": tests });
                json!({ "index": at + 1, "at": BEGUN, "elapsedMinutes": 1.0, "hintLevel": 0, "sourceHash": source, "evidence": evidence })
            })
            .collect();
        let session: Session =
            serde_json::from_value(json!({ "id": "s", "nodeId": "S100", "startedAt": BEGUN, "attemptState": { "history": history } }))
                .expect("a session");
        let review: Review = serde_json::from_value(json!({ "attemptIndex": attempts.len(), "at": BEGUN, "verdict": "FAIL", "report": {
            "schema_version": "review_report_v1", "role": "reviewer", "report_id": "r", "exercise_id": "e", "node_id": "S100",
            "depth_target": "D1", "attempt_index": 1, "pass_fail": "FAIL", "score": 10, "dominant_tag": tag,
            "remediation": { "action": "retry_same", "reason": "because" } } }))
        .expect("a review");
        let now = session.started_at.saturating_add(SignedDuration::from_hours(hours)).expect("a time");
        failed_in_earnest(&session, &review, &session.latest_attempt().expect("an attempt").evidence, now)
    }

    #[test]
    fn a_beginning_is_no_failure_and_a_second_wrong_version_is() {
        let todo = "not yet implemented: ex-2";
        assert!(!counts(&[("a", "wrong")], None, 0), "one slip on the way");
        assert!(!counts(&[("a", "wrong"), ("a", "wrong")], None, 0), "the same code run again");
        assert!(counts(&[("a", "wrong"), ("b", "wrong")], None, 0));
        assert!(!counts(&[("a", todo), ("b", todo), ("c", todo)], None, 0), "what is not written is not wrong");
        assert!(!counts(&[("a", ""), ("b", ""), ("c", "")], None, 0), "nor is what does not compile yet");
        assert!(!counts(&[("a", "")], Some("missing-mut"), 0), "nor is one slip that has a name");
        assert!(counts(&[("a", "wrong"), ("b", "")], Some("missing-mut"), 0), "which counts as a wrong version");
        assert!(counts(&[("a", "wrong")], None, 25), "a day later the first wrong version is enough");
        assert!(!counts(&[("a", todo)], None, 25));
    }
}
