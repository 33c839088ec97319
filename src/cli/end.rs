//! `etude end`: close the session with a summary. Nothing is deleted.

use super::Done;
use super::app::App;
use crate::error::Error;
use crate::session::Status;
use crate::view::{Ended, View};

/// End the session and see what came of it. Your files stay.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let session = app.active()?;
    let now = app.now;
    let passed = session.status == Status::Passed;
    let session = app.store.update(&session.id, |session| {
        session.status = Status::Ended;
        session.last_accessed_at = now;
        session.clone()
    })?;
    let mut tags: Vec<String> = session.misconception_state.tags.iter().map(|t| t.tag.clone()).collect();
    tags.sort();
    tags.dedup();
    let view = Ended {
        place: app.place(&session, None),
        attempts: session.attempt_state.attempt_index,
        hints: session.attempt_state.hints.len(),
        minutes: session.elapsed_minutes(now),
        passed,
        level_before: session.mastery_state.level_at_start,
        level_after: session.mastery_state.level,
        tags,
    };
    Ok(Done::new(View::Ended(view), "start"))
}
