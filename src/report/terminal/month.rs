//! Screens about any topic and the first month: topics, clean, export and import, report.

use super::super::page::{Mark, Page};
use crate::map::and;
use crate::pipeline::{Removal, What};
use crate::view::{CleanView, ExportView, ImportView, ReportView, TopicAdded, TopicFound, TopicListView, TopicMatch, TopicRemoved};

pub(super) fn topic_found(page: &mut Page, view: &TopicFound, etude: &str) {
    let typed = crate::text::bounded(&view.typed, 60);
    if view.matches.is_empty() {
        page.prose(0, &format!("Nothing on the map fits \"{typed}\"."));
        page.prose(0, "You can keep it as a topic of your own; a model makes exercises for such topics:");
    } else {
        page.raw(&page.mark(Mark::Strong, &format!("Nearest to \"{typed}\":")));
        page.blank();
        matches(page, &view.matches);
        page.blank();
        if view.matches.iter().any(TopicMatch::is_ready) {
            page.prose(0, "Nothing was started. The command at the end takes the nearest that you can start now; `--node` takes another.");
        } else {
            page.prose(0, "None of these can be started yet. The command at the end is a step towards them.");
        }
        if view.matches.iter().any(|m| !m.startable) {
            page.prose(0, "What needs a model is not in the bank, and no model is set up.");
        }
        page.blank();
        page.prose(0, "If none of these is what you mean, keep it as a topic of your own:");
    }
    for add in &view.adds {
        page.verbatim(2, &format!("{etude} {add}"));
    }
}

fn matches(page: &mut Page, matches: &[TopicMatch]) {
    for found in matches {
        let title = format!("{} ({})", found.title, found.language);
        if found.custom {
            page.prose(2, &title);
            page.verbatim(9, &found.node);
        } else {
            page.hanging(&format!("  {:<6} ", found.node), 9, &title);
        }
        page.prose(9, &format!("{}; {}", found.why, standing(found)));
    }
}

/// What stands between the learner and a node, in half a sentence.
fn standing(found: &TopicMatch) -> String {
    let model = if found.startable { "" } else { "; needs a model" };
    let state = match (found.level, found.missing.as_slice()) {
        (level @ 1.., _) => format!("passed, level {level}"),
        (_, []) => "open".to_owned(),
        (_, missing) if found.path.len() > missing.len() => {
            let (first, steps) = (found.path.first().map_or("", String::as_str), found.path.len());
            format!("opens after {} ({steps} steps, {first} first)", and(missing))
        }
        (_, missing) => format!("opens after {}", and(missing)),
    };
    format!("{state}{model}")
}

pub(super) fn topic_added(page: &mut Page, view: &TopicAdded) {
    let topic = &view.topic;
    let done = if view.known { "You have this topic already" } else { "Added to your topics" };
    page.raw(&page.mark(Mark::Strong, &format!("{done}: {}", topic.title)));
    page.prose(0, &format!("Its id is {}, its language {}; it stands under \"Custom\".", topic.id, topic.language));
    if !view.startable {
        page.prose(0, "Exercises for it are made by a model, and none is set up, so it cannot be started yet.");
    }
    if !view.near.is_empty() {
        page.blank();
        page.raw("The map has something near it:");
        matches(page, &view.near);
    }
}

pub(super) fn topic_list(page: &mut Page, view: &TopicListView) {
    if view.topics.is_empty() {
        page.raw("No topics of your own yet.");
    }
    for topic in &view.topics {
        let level = if topic.level > 0 { format!(", level {}", topic.level) } else { String::new() };
        page.prose(0, &format!("{} ({}{level})", topic.title, topic.language));
        page.verbatim(2, &topic.id);
    }
}

pub(super) fn topic_removed(page: &mut Page, view: &TopicRemoved) {
    page.prose(0, &format!("Removed your topic \"{}\" ({}).", view.removed.title, view.removed.language));
    page.prose(0, "Its sessions stay, and so does what you mastered; adding it again brings both together.");
}

pub(super) fn clean(page: &mut Page, view: &CleanView) {
    let (gone, kept): (Vec<&Removal>, Vec<&Removal>) = view.items.iter().partition(|i| i.kept.is_none());
    if gone.is_empty() && kept.is_empty() {
        page.raw("There is nothing to clean up.");
        return;
    }
    for item in &gone {
        page.prose(2, &format!("{:>8}  {}", size(item.bytes), name(item)));
    }
    for item in &kept {
        page.prose(2, &format!("{:>8}  {}: {}", "stays", name(item), item.kept.as_deref().unwrap_or_default()));
    }
    page.blank();
    let total = size(view.freed);
    if view.dry {
        page.prose(0, &format!("{total} could be freed. Nothing was touched."));
    } else {
        page.raw(&page.mark(Mark::Strong, &format!("{total} freed.")));
    }
    if gone.iter().any(|i| i.what == What::Workspace) {
        let when = if view.dry { "A workspace that goes can come back" } else { "A workspace that went can come back" };
        page.prose(
            0,
            &format!("{when}: `resume` its session, `reset` makes it again, and `reset --undo` then brings back your own files."),
        );
    }
}

fn name(item: &Removal) -> String {
    let folder = |path: &std::path::Path| path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    match item.what {
        What::BuildFolder => format!("build folder of {}", item.path.parent().map(folder).unwrap_or_default()),
        What::Workspace => format!("workspace {} (session {}, ended)", folder(&item.path), item.session),
        What::LeftOver => "what a start that was stopped left behind".to_owned(),
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

pub(super) fn export(page: &mut Page, view: &ExportView) {
    page.verbatim(0, &format!("Your progress is in {}", view.file));
    let parts = [(view.nodes, "node", "nodes"), (view.topics, "own topic", "own topics"), (view.sessions, "session", "sessions")];
    let parts: Vec<String> = parts.iter().map(|(n, one, many)| count(*n, one, many)).collect();
    page.prose(0, &format!("In it: {} ({}). Your source code is not.", parts.join(", "), size(view.bytes as u64)));
    page.prose(0, "On another machine, `import` adds it to what is there.");
}

pub(super) fn import(page: &mut Page, view: &ImportView) {
    let brought = &view.brought;
    if brought.files.is_empty() && brought.topics_left_out == 0 {
        page.prose(0, "Everything in that file was known here already; nothing changed.");
        return;
    }
    page.raw(&page.mark(Mark::Strong, "Your progress was brought together."));
    for change in &brought.levels {
        page.verbatim(2, &format!("{:<6} level {} to {}", change.node, change.from, change.to));
    }
    let parts = [
        (brought.entries, "new entry in your histories", "new entries in your histories"),
        (brought.topics.len(), "new topic of your own", "new topics of your own"),
        (brought.sessions, "session from elsewhere", "sessions from elsewhere"),
    ];
    let parts: Vec<String> = parts.iter().filter(|(n, ..)| *n > 0).map(|(n, one, many)| count(*n, one, many)).collect();
    if !parts.is_empty() {
        page.prose(0, &format!("{}.", parts.join(", ")));
    }
    if brought.topics_left_out > 0 {
        let left_out = count(brought.topics_left_out, "topic", "topics");
        page.prose(0, &format!("{left_out} found no room; `topic remove` makes some."));
    }
    if brought.levels.iter().any(|change| change.to < change.from) {
        page.prose(0, "A level that fell came from an exercise that you reported as broken.");
    } else {
        page.prose(0, "Nothing that was here was lowered or removed.");
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

pub(super) fn report(page: &mut Page, view: &ReportView) {
    let title = format!("{} ({})", view.place.node, view.place.title);
    if view.already {
        page.raw(&page.mark(Mark::Strong, &format!("{title} was reported before.")));
    } else {
        page.raw(&page.mark(Mark::Strong, &format!("Noted: {title} is broken.")));
        page.prose(0, "Sorry about that. The session has ended, and nothing in it counts any more.");
    }
    if let Some(change) = view.mastery.as_ref().filter(|c| c.from != c.to) {
        page.raw(&format!("Mastery of {}: level {} back to {}", view.place.node, change.from, change.to));
    }
    page.prose(0, "What you wrote stays where it is, and your words are in etude's log on this machine only.");
    match &view.replacement {
        Some(new) if new.fresh => page.prose(0, &format!("In its place you can have a fresh exercise for {}.", new.node)),
        Some(new) if new.again => {
            page.prose(0, "There is no other new exercise here without a model.");
            page.prose(0, &format!("You can practise {} again: {}.", new.node, new.title));
        }
        Some(new) => {
            page.prose(0, &format!("In its place you can take {}: {}.", new.node, new.title));
            if new.anyway {
                page.prose(0, "It builds on what you have not passed; this once that is not your fault.");
            }
        }
        None => {}
    }
}
