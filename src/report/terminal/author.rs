//! Screens for those who write packs: a new one, a converted one, the starter for a blind solver, and what a learner would be told.

use super::super::page::{Mark, Page};
use crate::view::{BankBlindView, BankConvertView, BankNewView, BankTryView};

pub(super) fn bank_new(page: &mut Page, view: &BankNewView) {
    page.prose(0, &format!("A skeleton for {} is in", view.node));
    page.verbatim(2, &view.folder);
    page.blank();
    for file in &view.files {
        page.verbatim(2, file);
    }
    page.blank();
    page.prose(
        0,
        "docs/packs.md shows a whole pack. The check below says, rule by rule, what is still missing; it will say so until nothing is.",
    );
}

pub(super) fn bank_convert(page: &mut Page, view: &BankConvertView) {
    for pack in &view.packs {
        page.verbatim(0, &pack.folder);
        if pack.was_converted {
            page.prose(2, &format!("now in format 2; {} other solutions keep only what differs", pack.versions));
        } else {
            page.prose(2, "is in format 2 already");
        }
        for note in &pack.notes {
            page.hanging(&format!("  {} ", page.mark(Mark::Bad, "look at")), 10, note);
        }
    }
}

pub(super) fn bank_blind(page: &mut Page, view: &BankBlindView) {
    if view.taken {
        page.prose(0, &format!("The pack of {} has {} functions written from the starter alone.", view.node, view.functions.len()));
    } else {
        page.prose(0, &format!("The starter of {}, and nothing else, is in", view.node));
    }
    page.verbatim(2, &view.folder);
    for file in &view.files {
        page.verbatim(4, file);
    }
    if !view.taken {
        page.blank();
        page.prose(0, "Whoever writes the functions there sees no test and no solution. When all are written, take them in:");
    }
}

pub(super) fn bank_try(page: &mut Page, view: &BankTryView) {
    if view.passes {
        page.raw(&page.mark(Mark::Good, "Every test passes: no test tells this body from a correct one."));
        return;
    }
    if let Some(error) = &view.error {
        page.raw(&page.mark(Mark::Bad, "It does not compile."));
        page.folded(2, error);
    }
    for test in &view.failing {
        page.raw(&format!("{} {}", page.mark(Mark::Bad, "fails"), crate::text::clean(&test.name)));
        page.folded(6, &test.message);
    }
    page.blank();
    match &view.tag {
        Some(tag) => page.hanging(&format!("{} ", page.mark(Mark::Strong, &tag.tag)), 2, &format!("{} {}", tag.says, tag.fix)),
        None => page.prose(0, "No misconception is named."),
    }
    if let Some(hint) = &view.hint {
        page.blank();
        page.prose(0, &format!("Hint 1 would begin: {hint}"));
    }
}
