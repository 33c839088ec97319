//! `etude list`: all sessions, newest first.

use super::Done;
use super::app::App;
use crate::error::Error;
use crate::view::{ListLine, ListView, View};

/// List your sessions, the last used first.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let listing = app.store.list()?;
    for notice in listing.notices {
        app.event(crate::event::Event::Notice { text: notice.what });
    }
    let active = app.store.active(&app.cwd)?.map(|s| s.id);
    app.store.take_notices();
    let line = |entry: crate::store::IndexEntry| ListLine {
        active: active.as_deref() == Some(entry.id.as_str()),
        last_used: entry.last_accessed_at.strftime("%Y-%m-%d %H:%M").to_string(),
        id: entry.id,
        node: entry.node_id,
        language: entry.language,
        status: entry.status,
        attempts: entry.attempt_index,
    };
    let sessions: Vec<ListLine> = listing.entries.into_iter().map(line).collect();
    let next = if sessions.is_empty() { "start" } else { "resume" };
    Ok(Done::new(View::List(ListView { sessions }), next))
}
