//! `etude end`: close the session with a summary. Nothing is deleted.

use super::app::App;
use super::{Done, next};
use crate::error::Error;
use crate::pipeline::{self, EndedSession};
use crate::view::{Ended, View};

/// End the session and see what came of it. Your files stay.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let active = app.active()?;
    let provider = app.sealed(&active).and_then(|sealed| app.provider_of(&active, &sealed));
    let EndedSession { session, passed, comeback } = app.work(|work| pipeline::end(work, provider, &active.id))?;
    let mut tags: Vec<String> = session.misconception_state.tags.iter().map(|t| t.tag.clone()).collect();
    tags.sort();
    tags.dedup();
    let (next_up, next) = next::after(app, &session.language, "next");
    let view = Ended {
        place: app.place(&session, None),
        attempts: session.attempt_state.attempt_index,
        hints: session.attempt_state.hints.len(),
        minutes: session.elapsed_minutes(app.now),
        passed,
        level_before: session.mastery_state.level_at_start,
        level_after: session.mastery_state.level,
        tags,
        comeback,
        next_up,
    };
    Ok(Done { next: Some(next), ..Done::new(View::Ended(view), None) })
}
