//! Screens about where things stand: welcome, status, lists, resuming and ending.

use super::super::page::{Mark, Page};
use super::exercise::where_it_is;
use super::{map, next};
use crate::evidence::Outcome;
use crate::session::Status;
use crate::view::{ActiveView, Ended, ListLine, ListView, Offer, Resumed, StatusView, Welcome};

/// The bars below say the rest.
const MASTERY_LINES: usize = 8;

/// Three lines of greeting, then what can be begun with.
pub(super) fn greeting(page: &mut Page, offers: &[Offer]) {
    page.raw(&page.mark(Mark::Strong, "Welcome to etude, a programming tutor for your terminal."));
    page.prose(0, "You get a lesson, stubs to fill in and tests; your own editor does the rest.");
    page.prose(0, "Everything works offline, without an account and with nothing to set up.");
    page.blank();
    for offer in offers {
        page.verbatim(2, &format!("{:<5} {}  {}", offer.language_title, offer.node, offer.title));
        if let Some(program) = &offer.lacks {
            page.prose(8, &format!("(needs `{program}`, which was not found here)"));
        }
    }
}

pub(super) fn welcome(page: &mut Page, view: &Welcome) {
    if view.offers.is_empty() {
        page.raw("Nothing was made. Whenever you like:");
        return;
    }
    greeting(page, &view.offers);
    page.blank();
    page.raw("The command below makes the first of these.");
}

pub(super) fn status(page: &mut Page, view: &StatusView) {
    match &view.active {
        Some(active) => active_session(page, active),
        None => page.raw("No exercise in progress."),
    }
    if let Some(draft) = &view.draft {
        let replies = if draft.kept == 1 { "one reply is".to_owned() } else { format!("{} replies are", draft.kept) };
        page.blank();
        page.prose(0, &format!("{}, {}, is half made: {replies} kept. `start --continue` goes on with it.", draft.node, draft.title));
    }
    let counts = &view.sessions;
    if counts.all > 1 {
        page.blank();
        page.raw(&format!("Sessions: {} in progress, {} passed, {} ended.", counts.active, counts.passed, counts.ended));
    }
    if !view.mastery.is_empty() {
        page.blank();
        page.raw("Mastery (0 to 3):");
        for line in view.mastery.iter().take(MASTERY_LINES) {
            let bar = format!("{}{}", "#".repeat(usize::from(line.level.min(3))), ".".repeat(usize::from(3 - line.level.min(3))));
            let label = if line.custom { "custom" } else { line.node.as_str() };
            page.hanging(&format!("  {label:<6} [{bar}] "), 15, &line.title);
        }
        let more = view.mastery.len().saturating_sub(MASTERY_LINES);
        if more > 0 {
            page.raw(&format!("  and {more} more; `nodes` shows them all"));
        }
    }
    map::bars(page, &view.languages);
    next::due(page, &view.due);
}

fn active_session(page: &mut Page, active: &ActiveView) {
    page.raw(&page.mark(Mark::Strong, &format!("{}: {}", active.place.node, active.place.title)));
    let attempts = match active.attempts {
        0 => "no attempt yet".to_owned(),
        1 => "1 attempt".to_owned(),
        n => format!("{n} attempts"),
    };
    let state = match (active.status, active.outcome) {
        (Status::Active, Some(Outcome::Passed)) => "all tests pass, but the review that makes it count is missing".to_owned(),
        (Status::Passed, _) | (_, Some(Outcome::Passed)) => "passed".to_owned(),
        (_, None) => "ready".to_owned(),
        (_, Some(Outcome::NotStarted)) => "not started yet".to_owned(),
        (_, Some(Outcome::DoesNotCompile)) => "does not compile yet".to_owned(),
        (_, Some(Outcome::Tampered)) => "a file that judges was changed".to_owned(),
        (_, Some(Outcome::TestsFail)) => format!("{} of {} tests pass", active.passed, active.total),
    };
    page.raw(&format!("{state}, {attempts}, begun {} ago", ago(active.elapsed_minutes)));
    if active.status == Status::Active {
        let hint = if active.hint_level > 0 { format!(", hint level {}", active.hint_level) } else { String::new() };
        page.raw(&format!("You are at {}{hint}.", active.target_unit));
    }
    where_it_is(page, &active.place);
    if active.workspace_gone {
        page.prose(0, "That folder is gone. `reset` makes it again from what etude kept.");
    }
}

fn ago(minutes: f64) -> String {
    match minutes {
        m if m < 1.0 => "less than a minute".to_owned(),
        m if m < 90.0 => format!("{m:.0} min"),
        m if m < 48.0 * 60.0 => format!("{:.0} h", m / 60.0),
        m => format!("{:.0} days", m / 1440.0),
    }
}

pub(super) fn list(page: &mut Page, view: &ListView) {
    if view.sessions.is_empty() {
        page.raw(if view.elsewhere.is_empty() { "No sessions yet." } else { "No sessions on this machine yet." });
    } else {
        rows(page, &view.sessions);
    }
    if !view.elsewhere.is_empty() {
        page.blank();
        page.raw("From another machine, by `import`:");
        rows(page, &view.elsewhere);
        page.prose(0, "What you did there counts here; the workspaces stayed there, so these cannot be resumed.");
    }
}

fn rows(page: &mut Page, lines: &[ListLine]) {
    page.raw("  id          node    lang  state   tries  last used (UTC)");
    for line in lines {
        let mark = if line.active { '>' } else { ' ' };
        let state = match line.status {
            Status::Active => "active",
            Status::Passed => "passed",
            Status::Ended => "ended",
        };
        page.verbatim(
            0,
            &format!(
                "{mark} {:<10}  {:<6}  {:<4}  {state:<6}  {:>5}  {}",
                line.id, line.node, line.language, line.attempts, line.last_used
            ),
        );
    }
}

pub(super) fn resumed(page: &mut Page, view: &Resumed) {
    page.raw(&page.mark(Mark::Strong, &format!("Back to {}: {}", view.place.node, view.place.title)));
    page.raw(&format!("{} so far.", attempts(view.attempts)));
    if view.workspace_gone {
        where_it_is(page, &view.place);
        page.prose(0, "That folder is gone. `reset` makes it again from what etude kept.");
        return;
    }
    page.verbatim(0, &format!("cd {}", crate::text::quoted(&view.place.workspace)));
}

fn attempts(count: u32) -> String {
    if count == 1 { "1 attempt".to_owned() } else { format!("{count} attempts") }
}

pub(super) fn ended(page: &mut Page, view: &Ended) {
    page.raw(&page.mark(Mark::Strong, &format!("Ended {}: {}", view.place.node, view.place.title)));
    let hints = if view.hints == 1 { "1 hint".to_owned() } else { format!("{} hints", view.hints) };
    let result = match (view.passed, view.level_before) {
        (true, _) => "passed",
        (false, 0) => "not passed yet",
        (false, _) => "not passed this time",
    };
    page.raw(&format!("{result}, with {} and {hints}, begun {} ago", attempts(view.attempts), ago(view.minutes)));
    if view.level_after > view.level_before {
        page.raw(&format!("Mastery: level {} to {}", view.level_before, view.level_after));
    } else {
        page.raw(&format!("Mastery: level {}", view.level_after));
    }
    if !view.tags.is_empty() {
        page.prose(0, &format!("Mix-ups met on the way: {}.", view.tags.join(", ")));
    }
    next::comeback(page, view.comeback.as_ref());
    page.prose(0, "Your files stay where they are; `resume` goes on with them.");
    where_it_is(page, &view.place);
    if view.next_up.is_some() {
        page.blank();
        next::next_up(page, view.next_up.as_ref());
    }
}
