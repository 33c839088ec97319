//! `etude resume`: go on with a session.

use super::Done;
use super::app::App;
use crate::error::Error;
use crate::session::Status;
use crate::view::{Resumed, View};

/// Go on with a session: the last one, or the one whose id begins like this.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The beginning of a session's id, or of its node's.
    id: Option<String>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let listing = app.store.list()?;
    let id = match args.id.as_deref().map(str::trim).filter(|p| !p.is_empty()) {
        None => match listing.entries.iter().find(|e| e.status != Status::Ended).or(listing.entries.first()) {
            Some(entry) => entry.id.clone(),
            None => return Err(Error::NoSession),
        },
        Some(prefix) => {
            let by_id: Vec<_> = listing.entries.iter().filter(|e| e.id.starts_with(prefix)).collect();
            let by_node = || listing.entries.iter().filter(|e| e.node_id.eq_ignore_ascii_case(prefix)).collect::<Vec<_>>();
            let found = if by_id.is_empty() { by_node() } else { by_id };
            let shown = crate::text::bounded(&crate::text::clean(prefix), 40);
            match found.as_slice() {
                [] => return Err(Error::AmbiguousSession(format!("no session begins with \"{shown}\""))),
                [one] => one.id.clone(),
                several => {
                    let ids: Vec<&str> = several.iter().take(6).map(|e| e.id.as_str()).collect();
                    return Err(Error::AmbiguousSession(format!("\"{shown}\" could be any of {}", ids.join(", "))));
                }
            }
        }
    };
    let now = app.now;
    let session = app.store.update(&id, |session| {
        session.last_accessed_at = now;
        if session.status == Status::Ended {
            session.status = if session.has_passed() { Status::Passed } else { Status::Active };
        }
        session.clone()
    })?;
    let attempts = session.attempt_state.attempt_index;
    app.lead_to(&session);
    let workspace_gone = !session.workspace(app.store.home().root()).is_dir();
    let next = match session.status {
        _ if workspace_gone => "reset",
        Status::Passed => "end",
        _ if session.lacks_review() => "review",
        _ => "attempt",
    };
    Ok(Done::new(View::Resumed(Resumed { place: app.place(&session, None), status: session.status, attempts, workspace_gone }), next))
}
