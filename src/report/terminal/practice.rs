//! What a learner is told when the same misconception comes back: how often, what to read again, what to practise alone, and where to begin again.

use super::super::page::{Mark, Page};
use crate::misconception::{Advice, Extra, Step};

/// After a run, whose review has said what is true instead.
pub(super) fn after_run(page: &mut Page, advice: Option<&Advice>, etude: &str) {
    if let Some(advice) = advice {
        told(page, advice, Place::Run, etude);
    }
}

/// Beside a hint. At a repeat the hint stays as small as ever, and what is true instead stands next to it.
pub(super) fn beside_hint(page: &mut Page, advice: Option<&Advice>, etude: &str) {
    if let Some(advice) = advice {
        told(page, advice, Place::Hint, etude);
    }
}

/// Under what it stands. The run has told what to practise alone; a hint after it does not say so again.
#[derive(PartialEq)]
enum Place {
    Run,
    Hint,
}

fn told(page: &mut Page, advice: &Advice, under: Place, etude: &str) {
    page.blank();
    page.raw(&page.mark(Mark::Strong, "Before the next try:"));
    let among = if advice.of > advice.seen { format!(" in your last {} attempts", advice.of) } else { " in a row".to_owned() };
    page.prose(2, &format!("{} was seen {} times{among}. That happens to many; a smaller step helps.", advice.tag, advice.seen));
    if under == Place::Hint && advice.step == Step::Repeat && !advice.fix.is_empty() {
        page.prose(2, &format!("What is true instead: {}", advice.fix));
    }
    if let Some(lesson) = &advice.lesson {
        page.prose(2, &format!("Read again: LESSON.md, section {lesson}"));
    }
    if let Some(unit) = advice.unit.as_ref().filter(|_| under == Place::Run) {
        alone(page, unit, advice);
    }
    if let Some(by) = &advice.taught_by {
        page.prose(2, &format!("{} ({}) teaches it from the ground:", by.node, by.title));
        page.verbatim(4, &format!("{etude} {}", by.command));
    }
    if let Some(command) = &advice.fresh_start {
        page.prose(2, "Or begin again in a fresh workspace, where small steps stand above the stub (the old one stays):");
        page.verbatim(4, &format!("{etude} {command}"));
    }
}

fn alone(page: &mut Page, unit: &str, advice: &Advice) {
    let stubs: Vec<String> = advice.stubs.iter().map(|s| format!("`{s}`")).collect();
    let names = if stubs.is_empty() { String::new() } else { format!(", {}", stubs.join(" and ")) };
    page.prose(2, &format!("Then only {unit}{names}; leave the rest as it is. Its tests:"));
    for test in &advice.tests {
        page.verbatim(4, test);
    }
    if let Some(command) = &advice.run_alone {
        page.prose(2, "They run alone, in the workspace, with:");
        page.verbatim(4, command);
    }
}

/// What a fresh start adds.
pub(super) fn extra(page: &mut Page, extra: &[Extra]) {
    for part in extra {
        page.prose(
            0,
            &format!(
                "{} was seen {} times lately, so there is more to hold on to this time: README.md begins with it, and small steps stand above \
                 `{}` in {}.",
                part.tag, part.seen, part.stub, part.file
            ),
        );
        page.blank();
    }
}
