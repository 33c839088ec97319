//! `etude status`: where you stand. Reads a derived index and one session, and writes nothing.

use super::app::{App, Sessions};
use super::{Done, next};
use crate::curriculum::Node;
use crate::error::Error;
use crate::evidence::Outcome;
use crate::language::{self, Language};
use crate::map;
use crate::mastery::{Mastery, NodeMastery};
use crate::session::{Session, Status};
use crate::topic::custom;
use crate::view::{ActiveView, Counts, DraftLine, MasteryLine, StatusView, View};

/// Show what is going on and where you stand.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let sessions = app.sessions()?;
    let mastery = app.mastery()?;
    show(app, sessions, &mastery)
}

/// Of what was read already.
pub(super) fn show(app: &mut App, Sessions { entries, active, .. }: Sessions, mastery: &Mastery) -> Result<Done, Error> {
    let mut sessions = Counts { all: entries.len(), ..Counts::default() };
    for entry in &entries {
        match entry.status {
            Status::Active => sessions.active += 1,
            Status::Passed => sessions.passed += 1,
            Status::Ended => sessions.ended += 1,
        }
    }
    let schedule = next::schedule(app, mastery)?;
    let due = next::due(app, &schedule, &entries);
    let passed: Vec<Node> = mastery.nodes.iter().filter(|(_, n)| n.level > 0).filter_map(|(id, _)| app.node(id)).collect();
    let begun = |l: &&Language| entries.iter().any(|e| e.language == l.name) || passed.iter().any(|n| n.language == l.name);
    let bars = |l: &Language| map::bars(&l.name, &custom::nodes(&app.store, &l.name), mastery);
    let languages = language::all().iter().filter(begun).map(bars).collect();
    let line = |(id, n): (&String, &NodeMastery)| MasteryLine {
        node: id.clone(),
        title: app.title(id),
        custom: custom::is_custom(id),
        level: n.level,
    };
    let mastery = mastery.nodes.iter().map(line).collect();
    let next = next(active.as_ref());
    let active = active.map(|session| active_view(app, &session));
    let draft = app.store.drafts().into_iter().next();
    let draft = draft.map(|(head, kept)| DraftLine { node: head.node_id, title: head.title, kept });
    Ok(Done::new(View::Status(StatusView { active, sessions, mastery, due, languages, draft }), next))
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

/// The command that comes next in a session, or without one.
pub(super) fn next(active: Option<&Session>) -> &'static str {
    match active {
        // Not `start`: it asks, and where nobody can answer it leads nowhere.
        None => "next",
        Some(session) if session.is_reported_broken() => "next",
        Some(session) if session.status == Status::Passed => "end",
        Some(session) => match session.latest_attempt().map(|a| a.evidence.outcome) {
            None => "attempt",
            Some(Outcome::Passed) => "review",
            Some(_) => "attempt",
        },
    }
}
