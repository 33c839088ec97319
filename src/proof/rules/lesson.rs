//! The lesson: each stub is named in backticks by a section of its unit, behind a worked example.

use super::reading::{Reading, words};
use crate::proof::lesson::fences::{Promise, fences};
use crate::proof::report::Finding;
use crate::proof::subject::LessonSection;

/// Whether a text has this name as code, alone or in a call or path.
fn names(text: &str, stub: &str) -> bool {
    text.split('`').skip(1).step_by(2).any(|code| words(code).any(|word| word == stub))
}

/// The lines outside of fences, each with its number.
fn prose(content: &str) -> Vec<(u32, &str)> {
    let fences = fences(content);
    let inside =
        |line: u32| fences.iter().any(|f| (f.line..=f.line + 1 + u32::try_from(f.content.lines().count()).unwrap_or(0)).contains(&line));
    (1..).zip(content.lines()).filter(|(line, _)| !inside(*line)).collect()
}

/// The sections that can prepare a unit: its own, and those of no unit.
fn sections_for<'r>(reading: &'r Reading, unit: &str) -> Vec<&'r LessonSection> {
    let is_for = |section: &&LessonSection| section.unit.as_deref().is_none_or(|u| u == unit);
    let teaches = |section: &&LessonSection| section.kind != "bridge" && section.kind != "resources";
    reading.subject.lesson.iter().flatten().filter(is_for).filter(teaches).collect()
}

pub fn names_stub(reading: &Reading) -> Vec<Finding> {
    let named = |unit: &str, stub: &str| {
        sections_for(reading, unit).into_iter().any(|section| {
            let text = prose(&section.content).into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n");
            names(&text, stub)
        })
    };
    let missing = reading.stubs.iter().filter(|stub| !named(&stub.unit, &stub.name));
    missing.map(|stub| stub.finding(format!("no section for {} names `{}` in backticks", stub.unit, stub.name))).collect()
}

/// Some section asks for the stub behind a worked example of its own or of an earlier section for the same unit.
pub fn worked_example_first(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let (mut shown, mut named, mut in_order) = (false, false, false);
        for section in sections_for(reading, &stub.unit) {
            let worked = |f: &crate::proof::lesson::fences::Fence| f.promise(&reading.subject.language.fence) == Some(Promise::Works);
            let first = fences(&section.content).into_iter().find(worked).map(|f| f.line);
            for (line, text) in prose(&section.content).into_iter().filter(|(_, text)| names(text, &stub.name)) {
                named = true;
                in_order |= shown || first.is_some_and(|first| first < line) && !text.is_empty();
            }
            shown |= first.is_some() && section.unit.is_some();
        }
        if named && !in_order {
            let says = format!("no section for {} asks for `{}` behind a worked example", stub.unit, stub.name);
            findings.push(stub.finding(says));
        }
    }
    findings
}
