//! `etude list`: all sessions, newest first, and those that an import told of.

use super::Done;
use super::app::App;
use crate::error::Error;
use crate::event::Event;
use crate::store::{IndexEntry, StoreError};
use crate::transfer::{self, SessionSummary};
use crate::view::{ListLine, ListView, View};

/// List your sessions, the last used first.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let here = app.sessions()?;
    let active = here.active.map(|s| s.id);
    let (mut elsewhere, told) = match transfer::past_sessions(&app.store) {
        Ok((past, notice)) => (past, notice.map(|n| n.what)),
        // What a newer etude imported does not hide what is here.
        Err(error @ StoreError::TooNew { .. }) => (Vec::new(), Some(error.to_string())),
        Err(error) => return Err(error.into()),
    };
    if let Some(text) = told {
        app.event(Event::Notice { text });
    }
    elsewhere.retain(|past| !here.entries.iter().any(|e| e.id == past.id));
    elsewhere.sort_by_key(|past| std::cmp::Reverse(past.last_accessed_at));
    let line = |entry: IndexEntry| ListLine {
        active: active.as_deref() == Some(entry.id.as_str()),
        last_used: shown(entry.last_accessed_at),
        id: entry.id,
        node: entry.node_id,
        language: entry.language,
        status: entry.status,
        attempts: entry.attempt_index,
    };
    let sessions: Vec<ListLine> = here.entries.into_iter().map(line).collect();
    let next = match (sessions.is_empty(), elsewhere.is_empty()) {
        (false, _) => "resume",
        (true, false) => "next",
        (true, true) => "start",
    };
    Ok(Done::new(View::List(ListView { sessions, elsewhere: elsewhere.into_iter().map(past).collect() }), next))
}

fn past(past: SessionSummary) -> ListLine {
    ListLine {
        active: false,
        last_used: shown(past.last_accessed_at),
        id: past.id,
        node: past.node_id,
        language: past.language,
        status: past.status,
        attempts: past.attempts,
    }
}

fn shown(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M").to_string()
}
