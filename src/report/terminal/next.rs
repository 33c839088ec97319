//! Screens and lines about what comes next: recommendations, what is due, when a node comes back.

use super::super::page::{Mark, Page};
use crate::mastery::schedule::{Comeback, Rating};
use crate::view::{DueLine, NextLine, NextView};

pub(super) fn next(page: &mut Page, view: &NextView) {
    let of = view.language_title.as_deref().map(|title| format!(" in {title}")).unwrap_or_default();
    if view.items.is_empty() {
        page.prose(0, &format!("Nothing is left to take up{of}: all of it is passed, and nothing is due."));
    } else {
        page.raw(&page.mark(Mark::Strong, &format!("What to take up next{of}:")));
        page.blank();
    }
    let any_ready = view.items.iter().any(|item| item.ready);
    for item in &view.items {
        // An own topic is known by its title; its id is too long for the margin.
        let label = if item.custom { "custom" } else { item.node.as_str() };
        page.hanging(&format!("  {label:<6} "), 9, &item.title);
        // Said of all of them below where it holds for all.
        let model = if item.ready || !any_ready { "" } else { "; needs a model, and none is set up" };
        page.prose(9, &format!("{}{model}", item.why));
    }
    if view.more > 0 {
        page.raw(&format!("  and {} more", view.more));
    }
    if any_ready {
        return;
    }
    page.blank();
    if !view.items.is_empty() {
        page.prose(0, "None of these is in the bank: each needs a model, and none is set up.");
    }
    match (&view.comes_back, &view.practise) {
        (Some(back), Some(node)) if back.node == node.node => {
            let when = in_days(back.days);
            page.prose(0, &format!("{}, {}, comes back {when}, and can be practised again now.", node.node, node.title));
        }
        (back, node) => {
            if let Some(back) = back {
                page.prose(0, &format!("{} comes back {}.", named(back), in_days(back.days)));
            }
            if let Some(node) = node {
                page.prose(0, &format!("{}, {}, can be practised again now.", node.node, node.title));
            }
        }
    }
    if let Some(other) = &view.elsewhere {
        page.prose(0, &format!("{other} has something to take up now."));
    }
}

fn named(line: &DueLine) -> &str {
    if line.custom { &line.title } else { &line.node }
}

/// One line for a pass or an end: where it goes on.
pub(super) fn next_up(page: &mut Page, line: Option<&NextLine>) {
    if let Some(line) = line {
        page.prose(0, &format!("Then {}, {}: {}.", line.node, line.title, line.why));
    }
}

/// What is due, in a line of `status`.
pub(super) fn due(page: &mut Page, lines: &[DueLine]) {
    const SHOWN: usize = 6;
    if lines.is_empty() {
        return;
    }
    let since = |line: &DueLine| match line.days {
        0 => format!("{} (today)", named(line)),
        1 => format!("{} (since yesterday)", named(line)),
        days => format!("{} (for {days} days)", named(line)),
    };
    let mut named: Vec<String> = lines.iter().take(SHOWN).map(since).collect();
    if lines.len() > SHOWN {
        named.push(format!("{} more", lines.len() - SHOWN));
    }
    page.blank();
    page.prose(0, &format!("Due: {}. `next` begins with these.", named.join(", ")));
}

/// When a node that was just passed comes back.
pub(super) fn comeback(page: &mut Page, back: Option<&Comeback>) {
    let Some(back) = back else { return };
    let when = in_days(back.days);
    let words = match (back.for_level, back.after) {
        (Some(level), Some(Rating::Again)) => format!("It did not hold this time: again {when}, for level {level}."),
        (None, Some(Rating::Again)) => format!("It did not hold this time, so it comes back {when}."),
        (Some(level), _) => format!("Again {when}, for level {level}."),
        (None, Some(Rating::Hard)) => format!("Again {when}: sooner than after a clean pass."),
        (None, Some(Rating::Good) | None) => format!("It comes back {when}, to see whether it still holds."),
    };
    page.prose(0, &words);
}

fn in_days(days: i64) -> String {
    match days {
        ..=0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    }
}
