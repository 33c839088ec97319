//! `etude status`: where you stand. Reads a derived index and one session, and writes nothing.

use super::app::App;
use super::{Done, next};
use crate::curriculum;
use crate::error::Error;
use crate::evidence::Outcome;
use crate::language::{self, Language};
use crate::map;
use crate::mastery::{MASTERY_FILE, Mastery};
use crate::session::{Session, Status};
use crate::view::{ActiveView, Counts, MasteryLine, StatusView, View};

/// Show what is going on and where you stand.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let listing = app.store.list()?;
    for notice in listing.notices {
        app.event(crate::event::Event::Notice { text: notice.what });
    }
    let mut sessions = Counts { all: listing.entries.len(), ..Counts::default() };
    for entry in &listing.entries {
        match entry.status {
            Status::Active => sessions.active += 1,
            Status::Passed => sessions.passed += 1,
            Status::Ended => sessions.ended += 1,
        }
    }
    let active = app.store.active(&app.cwd)?;
    // The listing has told the same already.
    app.store.take_notices();
    let (mastery, notice): (Mastery, _) = app.store.read_progress(MASTERY_FILE)?;
    if let Some(notice) = notice {
        app.event(crate::event::Event::Notice { text: notice.what });
    }
    let schedule = next::schedule(app, &mastery)?;
    let due = next::due(app, &schedule, &listing.entries);
    let begun = |l: &&Language| {
        let nodes = || mastery.nodes.iter().filter(|(_, n)| n.level > 0).filter_map(|(id, _)| curriculum::node(id));
        listing.entries.iter().any(|e| e.language == l.name) || nodes().any(|n| n.language == l.name)
    };
    let languages = language::all().iter().filter(begun).map(|l| map::bars(&l.name, &mastery)).collect();
    let title = |id: &str| curriculum::node(id).map_or_else(|| id.to_owned(), |n| n.title.clone());
    let mastery = mastery.nodes.iter().map(|(id, n)| MasteryLine { node: id.clone(), title: title(id), level: n.level }).collect();
    let next = next(active.as_ref(), !next::reported(&listing.entries).is_empty());
    let active = active.map(|session| active_view(app, &session));
    Ok(Done::new(View::Status(StatusView { active, sessions, mastery, due, languages }), next))
}

fn active_view(app: &App, session: &Session) -> ActiveView {
    let latest = session.latest_attempt().map(|a| &a.evidence);
    ActiveView {
        place: app.place(session, None),
        status: session.status,
        attempts: session.attempt_state.attempt_index,
        hint_level: session.attempt_state.hint_level_used,
        target_unit: session.target_unit(),
        elapsed_minutes: session.elapsed_minutes(app.now),
        outcome: latest.map(|e| e.outcome),
        passed: latest.map_or(0, |e| e.passed_count()),
        total: latest.map_or(0, |e| e.tests.len()),
        given_up: session.given_up,
        workspace_gone: !session.workspace(app.store.home().root()).is_dir(),
    }
}

fn next(active: Option<&Session>, reported: bool) -> &'static str {
    match active {
        // The chooser would begin with the exercise that was just reported.
        None if reported => "next",
        None => "start",
        Some(session) if session.is_reported_broken() => "next",
        Some(session) if session.status == Status::Passed => "end",
        Some(session) => match session.latest_attempt().map(|a| a.evidence.outcome) {
            None => "attempt",
            Some(Outcome::Passed) => "review",
            Some(_) => "attempt",
        },
    }
}
