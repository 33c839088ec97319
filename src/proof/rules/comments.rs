//! The comment that leads a learner to a stub: its unit, the first principle, the section of the lesson, a test, and last where to start. Only the labels, names
//! and numbers are read.

use super::reading::{Reading, Stub, squeezed, units_in, words};
use crate::proof::report::Finding;

pub fn comments(reading: &Reading) -> Vec<Finding> {
    reading.stubs.iter().flat_map(|stub| missing(reading, stub).into_iter().map(|says| stub.finding(says))).collect()
}

fn missing(reading: &Reading, stub: &Stub) -> Vec<String> {
    let (name, comment) = (&stub.name, squeezed(&stub.comment));
    let lower = comment.to_lowercase();
    let mut found = Vec::new();
    if comment.is_empty() {
        return vec![format!(
            "`{name}` has no comment above it; it says unit, \"First principle:\", lesson section, test and \"Start here:\""
        )];
    }
    if !units_in(&comment).any(|u| u == stub.unit) {
        found.push(format!("the comment above `{name}` does not name its unit, {}", stub.unit));
    }
    for (label, says) in [("first principle:", "\"First principle: …\""), ("start here", "a cue \"Start here: …\"")] {
        if !has_text_behind(&lower, label) {
            found.push(format!("the comment above `{name}` lacks {says}"));
        }
    }
    if lower.contains("the learner must") {
        found.push(format!("the comment above `{name}` says \"the learner must\"; it speaks to the learner"));
    }
    found.extend(wrong_test(reading, stub, &comment));
    found.extend(wrong_section(reading, stub, &comment));
    found
}

fn has_text_behind(text: &str, label: &str) -> bool {
    text.find(label).is_some_and(|at| text[at + label.len()..].contains(char::is_alphanumeric))
}

fn wrong_test(reading: &Reading, stub: &Stub, comment: &str) -> Option<String> {
    let name = &stub.name;
    let said: Vec<&str> = words(comment).filter(|w| w.starts_with("test_")).collect();
    if let Some(unknown) = said.iter().find(|test| !reading.tests.iter().any(|t| t.name == **test)) {
        return Some(format!("the comment above `{name}` names `{unknown}`, and there is no such test"));
    }
    let is_own = |test: &&str| reading.named_stub(test).is_some_and(|s| s.name == *name);
    // That it has no test at all is told by the rule about stubs.
    let has_tests = reading.tests_of(stub).next().is_some();
    (has_tests && !said.iter().any(is_own)).then(|| format!("the comment above `{name}` names no test of it"))
}

/// A section of the lesson by number, by title, or both.
fn wrong_section(reading: &Reading, stub: &Stub, comment: &str) -> Option<String> {
    let (name, lower) = (&stub.name, comment.to_lowercase());
    let numbers = section_numbers(&lower);
    let Some(lesson) = &reading.subject.lesson else {
        let named = lower.contains("lesson") || !numbers.is_empty();
        return (!named).then(|| format!("the comment above `{name}` names no section of LESSON.md"));
    };
    if let Some(number) = numbers.iter().find(|n| **n == 0 || **n > lesson.len()) {
        return Some(format!("the comment above `{name}` names section {number}, and LESSON.md has {}", lesson.len()));
    }
    let by_title = lesson.iter().any(|section| !section.title.is_empty() && lower.contains(&squeezed(&section.title).to_lowercase()));
    (numbers.is_empty() && !by_title).then(|| format!("the comment above `{name}` names no section of LESSON.md by its number or title"))
}

/// Each `section 3`, `sections 3 and 4`, `§3`.
fn section_numbers(lower: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for key in ["section", "§"] {
        for (at, _) in lower.match_indices(key) {
            let rest = lower[at + key.len()..].trim_start_matches(['s', ' ', '#', '§']);
            let list = rest.split(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | ' ' | '-' | '–')).next().unwrap_or_default();
            found.extend(list.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<usize>().ok()));
        }
    }
    found
}
