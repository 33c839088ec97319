//! Unit ids across starter, tests, lesson and hints, and the order of tests. Which unit a hint speaks of, `hints` says.

use super::reading::{Code, Reading, squeezed, unit_number, units_in};
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

/// Every id that is spoken of is the id of a unit, and a heading above tests names their unit.
pub fn ids(reading: &Reading) -> Vec<Finding> {
    let known = known_units(reading);
    let strange = |unit: &&str| !known.iter().any(|k| k == unit);
    let mut findings = Vec::new();
    let subject = reading.subject;
    for file in subject.starter.iter().chain(&subject.tests) {
        for token in reading.syntax.tokens(&file.content) {
            // A mark is the rule about stubs' own; so is a comment that should have the id of its stub.
            let own_comment = reading.stubs.iter().any(|s| s.file == file.path && comment_lacks_unit(s) && belongs(&token, &s.comment));
            if token.kind != TokenKind::Comment || own_comment {
                continue;
            }
            for (at, line) in token.text.lines().enumerate() {
                for unit in units_in(line).filter(|u| strange(u)) {
                    let says = format!("the comment speaks of {unit}, and no stub is marked so; the units are {}", known.join(", "));
                    let line = token.line + u32::try_from(at).unwrap_or(0);
                    findings.push(Finding { file: Some(file.path.clone()), line: Some(line), ..Finding::new(says) });
                }
            }
        }
    }
    findings.extend(wrong_headings(reading));
    for section in subject.lesson.iter().flatten() {
        let said = section.unit.as_deref().filter(strange);
        let (prose, _) = crate::text::split_fences(&section.content);
        if let Some(unit) = said.or_else(|| units_in(&prose).find(strange)) {
            let says = format!("\"{}\" speaks of {unit}, and no stub is marked so; the units are {}", section.title, known.join(", "));
            findings.push(Finding { file: Some(section.name.clone()), ..Finding::new(says) });
        }
    }
    findings.extend(lesson_order(reading));
    findings.extend(super::hints::exchanged(reading));
    findings.extend(super::hints::upside_down(reading));
    findings
}

/// A unit whose sections all stand behind those of a later one: a learner would read about the second step first.
fn lesson_order(reading: &Reading) -> Option<Finding> {
    let sections: Vec<_> = reading.subject.lesson.iter().flatten().filter(|s| s.kind != "bridge" && s.kind != "resources").collect();
    let number = |at: usize| sections[at].unit.as_deref().map(unit_number).filter(|n| *n < u32::MAX);
    let is_first = |at: &usize| !(0..*at).any(|before| number(before) == number(*at));
    (0..sections.len()).filter(is_first).find_map(|at| {
        let own = number(at)?;
        let last = |n: u32| (0..sections.len()).rev().find(|i| number(*i) == Some(n));
        let later = (0..at).find(|i| number(*i).is_some_and(|n| n > own && last(n).is_some_and(|last| last < at)))?;
        let (unit, other) = (sections[at].unit.clone()?, sections[later].unit.clone()?);
        let says = format!(
            "\"{}\" ({unit}) stands behind \"{}\" ({other}); sections stand in the order of their units",
            sections[at].title, sections[later].title
        );
        Some(Finding { file: Some(sections[at].name.clone()), unit: Some(unit), ..Finding::new(says) })
    })
}

/// The units of the marks, with those that are missing between them: the rule about stubs says so once.
fn known_units(reading: &Reading) -> Vec<String> {
    let numbers: Vec<u32> = reading.stubs.iter().map(|s| unit_number(&s.unit)).filter(|n| *n < u32::MAX).collect();
    let most = numbers.iter().copied().max().unwrap_or(0).min(99);
    (1..=most).map(|n| format!("ex-{n}")).collect()
}

fn comment_lacks_unit(stub: &super::reading::Stub) -> bool {
    !units_in(&stub.comment).any(|u| u == stub.unit)
}

fn belongs(token: &Token, comment: &str) -> bool {
    let said = squeezed(&token.text);
    !said.is_empty() && squeezed(comment).contains(&said)
}

/// `// ex-2` above a test that is for another unit.
fn wrong_headings(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    let misplaced = out_of_order(reading);
    for file in &reading.subject.tests {
        let tokens = reading.syntax.tokens(&file.content);
        let mut before = 0;
        for test in reading.tests.iter().filter(|t| t.file == file.path) {
            let gap = tokens.iter().filter(|t| t.kind == TokenKind::Comment && t.line > before && t.line <= test.line);
            let heading = gap.filter_map(|t| heading_of(&t.text)).last();
            before = *test.lines.end();
            let (Some(heading), Some(unit)) = (heading, reading.unit_of(test)) else { continue };
            let is_unit = reading.stubs.iter().any(|s| s.unit == heading);
            if heading != unit && is_unit && !misplaced.iter().any(|(name, _)| *name == test.name) {
                findings.push(reading.about(test, format!("`{}` stands under {heading}, and its stub is of {unit}", test.name)));
            }
        }
    }
    findings
}

/// The unit that a comment begins with, whatever decorates it.
fn heading_of(comment: &str) -> Option<String> {
    let said = squeezed(comment);
    let said = said.trim_start_matches(|c: char| !c.is_alphanumeric());
    let said = said.strip_prefix("Unit ").or_else(|| said.strip_prefix("unit ")).unwrap_or(said);
    units_in(said).next().filter(|unit| said.starts_with(unit)).map(str::to_owned)
}

pub fn order(reading: &Reading) -> Vec<Finding> {
    let says = |(test, after): (&str, &str)| {
        let code = reading.tests.iter().find(|t| t.name == test)?;
        let (unit, other) = (reading.unit_of(code)?, reading.tests.iter().find(|t| t.name == after).and_then(|t| reading.unit_of(t))?);
        Some(reading.about(code, format!("`{test}` ({unit}) stands behind `{after}` ({other}); tests stand in the order of their units")))
    };
    out_of_order(reading).into_iter().filter_map(says).collect()
}

/// Each test that stands behind one of a later unit in its file, with that one.
fn out_of_order<'r>(reading: &'r Reading) -> Vec<(&'r str, &'r str)> {
    let mut found = Vec::new();
    for file in &reading.subject.tests {
        let mut latest: Option<(&Code, u32)> = None;
        for test in reading.tests.iter().filter(|t| t.file == file.path) {
            let Some(unit) = reading.unit_of(test).map(unit_number).filter(|n| *n < u32::MAX) else { continue };
            match latest {
                Some((before, number)) if unit < number => found.push((test.name.as_str(), before.name.as_str())),
                _ => latest = Some((test, unit)),
            }
        }
    }
    found
}
