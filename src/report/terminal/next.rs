//! Screens and lines about what comes next: recommendations, what is due, when a node comes back.

use super::super::page::{Mark, Page};
use crate::mastery::schedule::Comeback;
use crate::view::{DueLine, NextLine, NextView};

pub(super) fn next(page: &mut Page, view: &NextView) {
    let of = view.language_title.as_deref().map(|title| format!(" in {title}")).unwrap_or_default();
    if view.items.is_empty() {
        page.prose(0, &format!("Nothing is left to take up{of}: all of it is passed, and nothing is due."));
    } else {
        page.raw(&page.mark(Mark::Strong, &format!("What to take up next{of}:")));
        page.blank();
    }
    for item in &view.items {
        page.verbatim(2, &format!("{:<6} {}", item.node, item.title));
        let model = if item.ready { "" } else { "; needs a model, and none is set up" };
        page.prose(9, &format!("{}{model}", item.why));
    }
    if view.more > 0 {
        page.raw(&format!("  and {} more", view.more));
    }
    if !view.items.is_empty() && !view.items.iter().any(|item| item.ready) {
        page.blank();
        page.prose(0, "None of these can be started without a model.");
    }
    if let Some(back) = view.comes_back.as_ref().filter(|_| !view.items.iter().any(|item| item.ready)) {
        page.blank();
        page.prose(0, &format!("{} comes back {}.", back.node, in_days(back.days)));
    }
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
        0 => format!("{} (today)", line.node),
        1 => format!("{} (since yesterday)", line.node),
        days => format!("{} (since {days} days)", line.node),
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
    match (back.for_level, back.sooner) {
        (Some(level), _) => page.prose(0, &format!("Again {when}, for level {level}.")),
        (None, true) => page.prose(0, &format!("Again {when}: sooner than after a clean pass.")),
        (None, false) => page.prose(0, &format!("It comes back {when}, to see whether it still sits.")),
    }
}

fn in_days(days: i64) -> String {
    match days {
        ..=0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    }
}
