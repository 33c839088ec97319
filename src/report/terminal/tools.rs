//! Screens of the tools: doctor, bank, validate.

use super::super::page::{Mark, Page};
use crate::view::{BankListView, DoctorView, Health, ValidateView};

pub(super) fn doctor(page: &mut Page, view: &DoctorView) {
    let mut area = "";
    for check in &view.checks {
        if check.area != area {
            page.raw(&page.mark(Mark::Strong, &check.area));
            area = &check.area;
        }
        let word = match check.state {
            Health::Works => page.mark(Mark::Good, "works"),
            Health::Note => page.mark(Mark::Faint, "note "),
            Health::Missing => page.mark(Mark::Bad, "needs"),
        };
        page.hanging(&format!("  {word}  "), 9, &check.what);
        if let Some(advice) = &check.advice {
            page.prose(9, &format!("{advice}."));
        }
    }
}

pub(super) fn bank_list(page: &mut Page, view: &BankListView) {
    for line in &view.packs {
        match &line.broken {
            Some(why) => page.prose(0, &format!("{:<5} {:<6} broken: {why}", line.language, line.node)),
            None => {
                let depth = line.depth.map(|d| format!("{d:?}")).unwrap_or_default();
                let size = format!("{} units, {} tests", line.units, line.tests);
                page.verbatim(0, &format!("{:<5} {:<6} {depth}  {} ({size})", line.language, line.node, line.title));
            }
        }
    }
}

pub(super) fn validate(page: &mut Page, view: &ValidateView) {
    for line in &view.files {
        let schema = line.schema.as_deref().unwrap_or("unknown");
        let file = crate::text::clean(&line.file);
        let odd = if line.as_expected == Some(false) { "  (not as expected)" } else { "" };
        if line.accepted {
            page.raw(&format!("{}  {schema}  {file}{odd}", page.mark(Mark::Good, "accepted")));
            continue;
        }
        page.raw(&format!("{}  {schema}  {file}{odd}", page.mark(Mark::Bad, "rejected")));
        let rules = if line.rules.is_empty() { String::new() } else { format!(" ({})", line.rules.join(", ")) };
        page.prose(10, &format!("{}{rules}: {}", line.reason.as_deref().unwrap_or(""), line.detail.as_deref().unwrap_or("")));
    }
    page.blank();
    for (schema, tally) in &view.by_schema {
        page.raw(&format!("  {schema:<20} {:>4} accepted {:>4} rejected", tally.accepted, tally.rejected));
    }
    for (rule, count) in &view.by_rule {
        page.raw(&format!("  {rule:<27} {count:>4}"));
    }
    page.raw(&format!("{} accepted, {} rejected", view.accepted, view.rejected));
    if view.unexpected > 0 {
        page.raw(&format!("{} not as expected", view.unexpected));
    }
}
