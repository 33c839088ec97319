//! Screens about the exercise at hand: made, attempted, hinted, reviewed, shown, repaired.

use super::super::page::{Mark, Page, WIDTH};
use super::{next, practice};
use crate::evidence::{Outcome, TamperKind, TestResult, TestStatus};
use crate::mastery::Change;
use crate::pipeline::RevealCost;
use crate::session::CallTotals;
use crate::stage::reply::PassFail;
use crate::view::{AttemptView, Further, HintView, Place, Preview, Problem, ResetView, RevealView, ReviewView, ShowView, Started};

pub(super) fn preview(page: &mut Page, view: &Preview) {
    if !matches!(view.provider.as_str(), "bank" | "replay") {
        let whither = if view.leaves_the_machine { "" } else { ", a server on this machine" };
        page.prose(0, &format!("This is what {}{whither} would be sent. Nothing was sent.", view.provider));
    } else {
        page.prose(
            0,
            &format!("The {} answers inside this program, so nothing is ever sent. A model would first be told this:", view.provider),
        );
    }
    if let Some(calls) = &view.calls {
        let mending = if calls.to_mend > 0 { format!(", and {} more where the proof finds faults", calls.to_mend) } else { String::new() };
        page.prose(0, &format!("It is the first of {} calls at most{mending}.", calls.most));
    }
    page.blank();
    page.verbatim(0, &view.prompt);
}

pub(super) fn started(page: &mut Page, view: &Started) {
    page.raw(&page.mark(Mark::Strong, &format!("{}: {}", view.place.node, view.place.title)));
    page.blank();
    page.prose(0, &view.description);
    page.blank();
    for unit in &view.units {
        let stubs: Vec<String> = unit.stubs.iter().map(|s| format!("`{}`", s.name)).collect();
        page.verbatim(2, &format!("{}  {}", unit.id, stubs.join(", ")));
    }
    page.blank();
    page.raw(&format!("It has {} small functions to write and {} tests that ask about them.", count_stubs(view), view.tests));
    page.blank();
    // What does not hold was said in words while it was made.
    if let Some(proof) = view.proof.as_ref().filter(|p| p.holds()) {
        page.prose(0, &proof.line());
        page.blank();
    }
    practice::extra(page, &view.extra);
    page.raw("1. Go there:");
    page.verbatim(3, &format!("cd {}", crate::text::quoted(&view.place.workspace)));
    let read = match view.extra.as_slice() {
        [] => "Read LESSON.md, section 1,".to_owned(),
        extra => {
            let lessons: Vec<&str> = extra.iter().filter_map(|part| part.lesson.as_deref()).collect();
            let first = if lessons.is_empty() { String::new() } else { format!("LESSON.md, section {}; ", lessons.join(" and ")) };
            format!("Read the beginning of README.md; then {first}then LESSON.md from section 1,")
        }
    };
    page.prose(0, &format!("2. {read} then open {}.", view.first_file));
    page.raw("3. Write ex-1, and see how it stands with the command below.");
    if let Some(calls) = &view.calls {
        page.blank();
        page.prose(0, &totals(calls));
    }
}

/// What the calls came to, in a sentence.
fn totals(calls: &CallTotals) -> String {
    let tokens = calls.tokens.map(|t| format!(", {} tokens sent ({} of them cached) and {} received", t.sent, t.cached, t.received));
    format!(
        "It took {} calls and {} s: {} KB sent, {} KB received{}.",
        calls.calls,
        calls.millis / 1000,
        calls.prompt_bytes.div_ceil(1024),
        calls.reply_bytes.div_ceil(1024),
        tokens.unwrap_or_default()
    )
}

fn count_stubs(view: &Started) -> usize {
    view.units.iter().map(|u| u.stubs.len()).sum()
}

pub(super) fn attempt(page: &mut Page, view: &AttemptView) {
    let seconds = view.duration_ms as f64 / 1000.0;
    let head = format!("Attempt {}: ", view.attempt_index);
    let (mark, verdict) = match view.outcome {
        Outcome::Passed => (Mark::Good, format!("all {} tests pass", view.total)),
        Outcome::Tampered => (Mark::Bad, "the tests are green, but it does not count".to_owned()),
        Outcome::NotStarted => (Mark::Strong, "not started yet".to_owned()),
        Outcome::DoesNotCompile => (Mark::Bad, "it does not compile yet".to_owned()),
        Outcome::TestsFail => (Mark::Bad, format!("{} of {} tests pass", view.passed, view.total)),
    };
    page.raw(&format!("{head}{} ({seconds:.1} s)", page.mark(mark, &verdict)));
    match view.outcome {
        Outcome::NotStarted => {
            page.prose(0, "Nothing in src/ has changed so far, so every test stops at its stub. That is expected before the first edit.");
        }
        Outcome::Passed => {}
        _ => first_problem(page, view),
    }
    tampered(page, view);
    if view.outcome == Outcome::Passed && view.warnings > 0 {
        page.blank();
        let worth = if view.warnings == 1 { "it is" } else { "they are" };
        page.prose(0, &format!("The compiler has {}. Your code passes; {worth} worth a look:", warnings(view.warnings)));
        listed(page, &view.warning_lines, view.warnings - view.warning_lines.len().min(view.warnings));
    }
    match &view.review {
        // What these two need to hear has been said.
        Some(_) if matches!(view.outcome, Outcome::NotStarted | Outcome::Tampered) => {}
        Some(review_view) => {
            page.blank();
            review(page, review_view);
        }
        None => {
            page.blank();
            let why = view.review_error.as_deref().map(|e| format!(" ({e})")).unwrap_or_default();
            page.prose(0, &format!("The attempt is recorded. Its review is missing{why}; the command below asks again."));
        }
    }
    if view.outcome == Outcome::Passed && view.review.is_some() {
        mastery(page, &view.place.node, view.mastery.as_ref(), view.given_up);
        next::comeback(page, view.comeback.as_ref());
        page.blank();
        next::next_up(page, view.next_up.as_ref());
        page.prose(0, "`end` closes this exercise with a summary.");
    }
}

fn warnings(count: usize) -> String {
    if count == 1 { "one warning".to_owned() } else { format!("{count} warnings") }
}

fn first_problem(page: &mut Page, view: &AttemptView) {
    let Some(problem) = &view.first_problem else { return };
    page.blank();
    match problem {
        Problem::Compiler(diagnostic) => {
            let stub = diagnostic.stub.as_deref().zip(diagnostic.unit.as_deref());
            let place = stub.map(|(stub, unit)| format!(" in `{stub}` ({unit})")).unwrap_or_default();
            page.raw(&page.mark(Mark::Strong, &format!("First problem{place}:")));
            let text = if diagnostic.rendered.trim().is_empty() { &diagnostic.message } else { &diagnostic.rendered };
            page.folded(2, text.trim_end());
        }
        Problem::Test(test) if test.is_unwritten() => next_unit(page, view, test),
        Problem::Test(test) => {
            let stub = test.stub.as_deref().zip(test.unit.as_deref());
            let place = stub.map(|(stub, unit)| format!(" in `{stub}` ({unit})")).unwrap_or_default();
            page.raw(&page.mark(Mark::Strong, &format!("First problem{place}:")));
            page.verbatim(2, &test.name);
            let message = match test.status {
                TestStatus::Timeout if test.message.is_empty() => "it did not come to an end in time",
                _ => test.message.trim_end(),
            };
            page.folded(4, &values_apart(message));
        }
    }
    if let [warning, ..] = view.warning_lines.as_slice() {
        page.blank();
        let unit = warning.unit.as_deref().map(|u| format!(" ({u})")).unwrap_or_default();
        page.prose(0, &format!("The compiler warns of something in a function that fails{unit}:"));
        page.hanging("  ", 4, &warning.what);
    }
    further(page, &view.further);
}

/// Nothing that was written is wrong; the next stub waits.
fn next_unit(page: &mut Page, view: &AttemptView, test: &TestResult) {
    let mut done: Vec<&str> = Vec::new();
    for unit in view.evidence.tests.iter().filter_map(|t| t.unit.as_deref()) {
        let all_ok = view.evidence.tests.iter().filter(|t| t.unit.as_deref() == Some(unit)).all(|t| t.status == TestStatus::Ok);
        if all_ok && !done.contains(&unit) {
            done.push(unit);
        }
    }
    if !done.is_empty() {
        page.prose(0, &format!("Done so far: {}. Everything you have written holds.", done.join(", ")));
    }
    let (stub, unit) = (test.stub.as_deref().unwrap_or("the next stub"), test.unit.as_deref().unwrap_or("ex-1"));
    page.raw(&page.mark(Mark::Strong, &format!("Next is {unit}: `{stub}` is not written yet.")));
}

/// A long assertion goes on in a second line where its values begin.
fn values_apart(message: &str) -> String {
    let fold = |line: &str| match line.rfind(": expected ") {
        Some(at) if line.chars().count() > WIDTH - 4 => format!("{}:\n  {}", &line[..at], &line[at + 2..]),
        _ => line.to_owned(),
    };
    message.lines().map(fold).collect::<Vec<_>>().join("\n")
}

fn further(page: &mut Page, lines: &[Further]) {
    const SHOWN: usize = 12;
    if lines.is_empty() {
        return;
    }
    page.blank();
    page.raw("Then:");
    listed(page, &lines[..lines.len().min(SHOWN)], lines.len().saturating_sub(SHOWN));
}

fn listed(page: &mut Page, lines: &[Further], more: usize) {
    for line in lines {
        page.hanging(&format!("  {:<5} ", line.unit.as_deref().unwrap_or("")), 8, &line.what);
    }
    if more > 0 {
        page.raw(&format!("  and {more} more"));
    }
}

fn tampered(page: &mut Page, view: &AttemptView) {
    if view.tampered.is_empty() {
        return;
    }
    page.blank();
    page.prose(0, "These files judge your work and are not as etude wrote them, so the attempt cannot pass:");
    for file in &view.tampered {
        let how = match file.how {
            TamperKind::Changed => "changed",
            TamperKind::Missing => "missing",
            TamperKind::NotAFile => "not a plain file any more",
        };
        page.verbatim(2, &format!("{} ({how})", file.path));
    }
    page.prose(0, "`reset` brings them back and leaves your own code alone.");
}

fn mastery(page: &mut Page, node: &str, change: Option<&Change>, given_up: bool) {
    page.blank();
    match change {
        Some(change) if change.to > change.from => {
            page.prose(0, &format!("Mastery of {node}: level {} to {} ({}).", change.from, change.to, change.why));
        }
        Some(change) => page.prose(0, &format!("Mastery of {node} stays at level {} ({}).", change.to, change.why)),
        None if given_up => {
            page.prose(0, "The solution was shown early, so mastery does not rise from this exercise. A fresh start counts again.")
        }
        None => {}
    }
}

pub(super) fn review(page: &mut Page, view: &ReviewView) {
    let (mark, word) = match view.verdict {
        PassFail::Pass => (Mark::Good, "PASS"),
        PassFail::ProvisionalPass => (Mark::Good, "PROVISIONAL PASS"),
        PassFail::Fail => (Mark::Bad, "not yet"),
        PassFail::InvalidContext => (Mark::Bad, "no verdict"),
    };
    page.raw(&format!("Review: {}, {} of 100", page.mark(mark, word), view.score));
    if let (PassFail::ProvisionalPass, Some(PassFail::Fail)) = (view.verdict, view.opinion) {
        page.prose(0, "The tests decide, and they pass. The reviewer would still change something; this is its opinion:");
    }
    page.prose(2, &view.remediation.reason);
    if let Some(tag) = &view.tag {
        page.prose(2, &format!("(This mix-up has a name: {tag}.)"));
    }
    if let Some(change) = &view.mastery {
        mastery(page, &view.node, Some(change), false);
        next::comeback(page, view.comeback.as_ref());
    }
}

/// What a fence of a lesson says to the proof, said to a reader: `rust compile_fail,E0384` is code that the compiler refuses.
pub(super) fn told_fences(lesson: &str) -> String {
    let told = |line: &str| {
        let Some((language, kind)) = line.strip_prefix("```").and_then(|info| info.split_once(' ')) else { return line.to_owned() };
        match kind.trim().strip_prefix("compile_fail") {
            Some("") => format!("```{language} (does not compile)"),
            Some(code) => format!("```{language} (does not compile: {})", code.trim_start_matches(',')),
            None => format!("```{language}"),
        }
    };
    lesson.split('\n').map(told).collect::<Vec<_>>().join("\n")
}

pub(super) fn hint(page: &mut Page, view: &HintView) {
    page.raw(&page.mark(Mark::Strong, &format!("Hint {} for {}", view.level, view.unit)));
    page.blank();
    if view.instead {
        page.prose(0, "The model's hint would have given the solution away, so this one is etude's own.");
        page.blank();
    }
    if let Some(since) = &view.since {
        page.prose(0, &format!("Now: {since}"));
        page.prose(0, "The hint, from the run before:");
        page.blank();
    }
    page.prose(2, &view.text);
    page.blank();
    if let Some(lesson) = &view.lesson {
        page.prose(0, &format!("In LESSON.md: {lesson}"));
    }
    if view.level >= 3 {
        page.prose(0, "This is as far as hints go for this unit. Try it, run it, and look at what changes.");
        if view.since.is_some() && view.can_ask {
            page.prose(0, "About what is wrong now you can ask in your own words: hint --message \"…\".");
        }
    } else {
        page.prose(0, "Change something and run it before you ask for more: what the run shows makes the next hint better.");
    }
}

pub(super) fn reveal(page: &mut Page, view: &RevealView) {
    page.prose(0, &view.text);
    page.blank();
    page.verbatim(4, &view.code);
    page.blank();
    page.prose(
        0,
        match view.cost {
            RevealCost::Nothing => "You had passed this before, so it changes nothing.",
            RevealCost::LevelOne => "A pass of this exercise now counts as level 1.",
            RevealCost::GivenUp => {
                "You asked for it early, so this exercise no longer raises mastery. A fresh start of the node counts again."
            }
        },
    );
}

pub(super) fn show(page: &mut Page, view: &ShowView) {
    page.raw(&page.mark(Mark::Strong, &format!("{}: {}", view.place.node, view.place.title)));
    page.blank();
    page.prose(0, &view.description);
    for need in &view.needs {
        page.prose(0, need.sentence());
    }
    for unit in &view.units {
        page.blank();
        let stubs: Vec<String> = unit.unit.stubs.iter().map(|s| format!("`{}` in {}", s.name, s.file)).collect();
        let state = match unit.green {
            Some(green) => format!("{green} of {} tests pass", unit.tests.len()),
            None => format!("{} tests", unit.tests.len()),
        };
        page.prose(0, &format!("{}  {}, {state}", unit.unit.id, stubs.join(", ")));
        page.prose(6, &unit.unit.principle);
        for lesson in &unit.unit.lesson {
            page.prose(6, &format!("LESSON.md, section {lesson}"));
        }
        for test in &unit.tests {
            page.verbatim(6, test);
        }
    }
    page.blank();
    where_it_is(page, &view.place);
}

pub(super) fn where_it_is(page: &mut Page, place: &Place) {
    page.verbatim(0, &format!("Workspace: {}", place.workspace));
}

pub(super) fn reset(page: &mut Page, view: &ResetView) {
    if view.restored.is_empty() {
        page.prose(
            0,
            "Every generated file is as it was; nothing to bring back. Name one of your own files to set it back to the starter.",
        );
        return;
    }
    page.raw(if view.undone { "Put back as before the reset:" } else { "Brought back:" });
    for path in &view.restored {
        page.verbatim(2, path);
    }
    if !view.undone {
        page.prose(0, "What was there is kept: `reset --undo` puts it back.");
    }
}

#[cfg(test)]
mod tests {
    use super::told_fences;

    #[test]
    fn a_fence_is_told_to_a_reader() {
        assert_eq!(told_fences("a\n```c worked\nint x;\n```\n"), "a\n```c\nint x;\n```\n");
        assert_eq!(told_fences("```rust compile_fail,E0384"), "```rust (does not compile: E0384)");
        assert_eq!(told_fences("```c compile_fail\n```text"), "```c (does not compile)\n```text");
    }
}
