//! Screens of the proof: one block per pack with each rule, its verdict and what it is based on.

use super::super::page::{Mark, Page};
use crate::proof::{Check, Finding, RuleId};
use crate::view::{BankCheckView, PackView};

/// So many findings of one thing, and so many lines of what a program said, tell enough on one screen; `--json` has the rest.
const FINDINGS: usize = 4;
/// What does not hold has to be mended, each by itself.
const FAULTS: usize = 12;
const OUTPUT_LINES: usize = 8;

pub(super) fn bank_check(page: &mut Page, view: &BankCheckView) {
    for pack in &view.packs {
        block(page, pack);
        page.blank();
    }
    for skipped in &view.skipped {
        page.prose(0, &format!("skipped {skipped}"));
    }
    let mutants = &view.mutants;
    if mutants.tried > 0 && view.packs.len() > 1 {
        let share = mutants.rejected * 100 / mutants.tried;
        page.prose(0, &format!("{} of {} mutants are rejected over all packs ({share}%).", mutants.rejected, mutants.tried));
    }
    if !mutants.enough {
        page.prose(0, &format!("That is too few: {}% are asked for.", mutants.asked_percent));
    }
    named(page, view);
}

fn block(page: &mut Page, pack: &PackView) {
    let report = &pack.report;
    let seconds = report.millis as f64 / 1000.0;
    let name = page.mark(Mark::Strong, &format!("{} {}", report.language, report.node));
    page.raw(&format!("{name} ({seconds:.1} s)"));
    let mut rules: Vec<RuleId> = report.checks.iter().map(|c| c.rule).collect();
    rules.sort();
    rules.dedup();
    for rule in rules {
        let checks: Vec<&Check> = report.checks.iter().filter(|c| c.rule == rule).collect();
        rule_line(page, rule, &checks);
        // One that holds may still have something to tell.
        for check in checks {
            findings(page, check);
        }
    }
    let mark = if pack.proven { Mark::Good } else { Mark::Bad };
    page.hanging("  ", 2, &pack.line);
    if let Some(next) = &pack.next {
        let word = page.mark(mark, "Next");
        page.hanging(&format!("  {word}  "), 8, &format!("{}: {}", next.rule.name(), next.step));
    }
}

fn rule_line(page: &mut Page, rule: RuleId, checks: &[&Check]) {
    let held = checks.iter().filter(|c| c.ok).count();
    let word = if held == checks.len() { page.mark(Mark::Good, "ok   ") } else { page.mark(Mark::Bad, "FAILS") };
    let count = if checks.len() > 1 { format!("{held} of {}", checks.len()) } else { String::new() };
    let millis: u64 = checks.iter().map(|c| c.millis).sum();
    let time = if millis >= 50 { format!("{:.1} s", millis as f64 / 1000.0) } else { String::new() };
    let line = format!("  {word} {:<26} {count:>9} {time:>8}", rule.name());
    page.raw(line.trim_end());
}

fn findings(page: &mut Page, check: &Check) {
    let shown = if check.ok { FINDINGS } else { FAULTS };
    for finding in check.findings.iter().take(shown) {
        one(page, check, finding);
    }
    if check.findings.len() > shown {
        page.prose(8, &format!("and {} more", check.findings.len() - shown));
    }
}

fn one(page: &mut Page, check: &Check, finding: &Finding) {
    let of = check.of.as_deref().map(|of| format!("{of}: ")).unwrap_or_default();
    let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
    let place = finding.file.as_deref().filter(|file| check.of.as_deref() != Some(*file)).map(|file| format!("{file}{line}: "));
    // The section is the file already.
    let place = place.unwrap_or_else(|| if line.is_empty() { String::new() } else { format!("line {}: ", line.trim_start_matches(':')) });
    let label = if check.ok { "note" } else { "    " };
    page.hanging(&format!("  {}  ", page.mark(Mark::Faint, label)), 8, &format!("{of}{place}{}", finding.says));
    if let Some(output) = finding.output.as_deref().filter(|_| !check.ok) {
        let lines: Vec<&str> = output.lines().collect();
        page.folded(10, &lines[..lines.len().min(OUTPUT_LINES)].join("\n"));
    }
}

/// How well misconceptions are named over all packs: the wrong solutions by their tag.
fn named(page: &mut Page, view: &BankCheckView) {
    let of_rule = |rule: RuleId| view.packs.iter().flat_map(|p| &p.report.checks).filter(move |c| c.rule == rule);
    // One that passes every test is never named.
    let (right, all) = (of_rule(RuleId::WrongIsNamed).filter(|c| c.ok).count(), of_rule(RuleId::WrongIsRejected).count());
    if all > 0 {
        page.prose(0, &format!("{right} of {all} typical wrong solutions are named by their misconception."));
    }
}
