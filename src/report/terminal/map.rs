//! The map for people: languages, tracks and nodes as a tree, and tracks as bars.

use super::super::page::{Mark, Page, WIDTH};
use crate::view::{LanguageBars, LanguageMap, NodeLine, NodesView, Standing, TrackMap};

const BAR: usize = 20;

pub(super) fn nodes(page: &mut Page, view: &NodesView) {
    if let Some(file) = &view.drawn {
        page.raw("The map is drawn:");
        page.verbatim(2, file);
        return;
    }
    for (at, map) in view.languages.iter().enumerate() {
        if at > 0 {
            page.blank();
        }
        language(page, map);
    }
    page.blank();
    page.raw("+ passed   > can be started now   - open   . blocked until those are passed");
    if !view.model && view.languages.iter().flat_map(|m| &m.tracks).flat_map(|t| &t.nodes).any(|n| !n.startable) {
        page.prose(0, "* needs a model: the bank has no exercise for it, and no model is set up.");
    }
}

fn language(page: &mut Page, map: &LanguageMap) {
    page.raw(&page.mark(Mark::Strong, &format!("{}: {} of {} passed", map.title, map.passed, map.all)));
    for track in &map.tracks {
        page.blank();
        let count = format!("{} of {}", track.passed, track.all);
        page.raw(&format!("  {} [{}] {count}", page.mark(Mark::Strong, &track.title), bar(track.passed, track.all, track.all.min(BAR))));
        let widest = track.nodes.iter().map(label_width).max().unwrap_or(0);
        for (at, line) in track.nodes.iter().enumerate() {
            node(page, track, line, at + 1 == track.nodes.len(), widest);
        }
    }
}

fn label(node: &NodeLine) -> String {
    format!("{:<4}  {}", node.node, node.title)
}

fn label_width(node: &NodeLine) -> usize {
    label(node).chars().count()
}

fn node(page: &mut Page, track: &TrackMap, node: &NodeLine, last: bool, widest: usize) {
    let branch = if last { "└" } else { "├" };
    let (sign, mark, state) = match node.state {
        Standing::Passed => ('+', Mark::Good, format!("passed, level {}", node.level)),
        Standing::Open if node.startable => ('>', Mark::Strong, "start it now".to_owned()),
        Standing::Open => ('-', Mark::Faint, "open".to_owned()),
        Standing::Blocked => ('.', Mark::Faint, format!("after {}", node.missing.join(", "))),
    };
    let model = if node.startable { "" } else { " *" };
    let state = format!("{state}{model}");
    let (label, width) = (label(node), label_width(node));
    let head = format!("  {branch} {sign} {}", if node.state == Standing::Blocked { label } else { page.mark(mark, &label) });
    // Below the other states, or as far to the right as there is room. Titles can be long; the state then has a line of its own.
    if let Some(room) = WIDTH.checked_sub(8 + width + state.chars().count()) {
        page.raw(&format!("{head}{}  {}", " ".repeat(room.min(widest - width)), page.mark(mark, &state)));
    } else {
        let stem = if last || track.nodes.len() == 1 { " " } else { "│" };
        page.raw(&head);
        page.raw(&format!("  {stem}         {}", page.mark(mark, &state)));
    }
}

/// Full where it is passed. Something passed is never shown as nothing, nor something missing as all.
fn bar(passed: usize, all: usize, width: usize) -> String {
    let full = (passed * width).checked_div(all).unwrap_or(0);
    let full = if passed > 0 { full.max(1) } else { 0 };
    format!("{}{}", "#".repeat(full), ".".repeat(width - full))
}

pub(super) fn bars(page: &mut Page, languages: &[LanguageBars]) {
    for language in languages {
        page.blank();
        page.raw(&format!("{}: {} of {} passed", language.title, language.passed, language.all));
        for track in &language.tracks {
            page.verbatim(2, &format!("{:<34} [{}] {:>2} of {}", track.title, bar(track.passed, track.all, BAR), track.passed, track.all));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_rounds_towards_the_truth() {
        assert_eq!((bar(0, 7, 10), bar(7, 7, 10)), ("..........".into(), "##########".into()));
        assert_eq!((bar(1, 60, 10), bar(59, 60, 10)), ("#.........".into(), "#########.".into()));
        assert_eq!(bar(0, 0, 10), "..........");
    }
}
