//! Unit ids across starter, tests and lesson, and the order of tests and sections.

use super::reading::{Reading, unit_number, units_in};
use crate::proof::report::Finding;
use crate::syntax::TokenKind;

/// Every id that a comment or a section names is the id of a unit, and sections come in the order of their units.
pub fn ids(reading: &Reading) -> Vec<Finding> {
    let known: Vec<&str> = reading.stubs.iter().map(|s| s.unit.as_str()).collect();
    let is_strange = |unit: &String| !known.contains(&unit.as_str());
    let subject = reading.subject;
    let mut findings = Vec::new();
    for file in subject.starter.iter().chain(&subject.tests) {
        for token in reading.syntax.tokens(&file.content).into_iter().filter(|t| t.kind == TokenKind::Comment) {
            for unit in units_in(&token.text).filter(is_strange) {
                let says = format!("a comment names {unit}, and no stub is marked so");
                findings.push(Finding { file: Some(file.path.clone()), line: Some(token.line), ..Finding::new(says) });
            }
        }
    }
    for section in subject.lesson.iter().flatten() {
        let (prose, _) = crate::text::split_fences(&section.content);
        if let Some(unit) = section.unit.iter().cloned().chain(units_in(&prose)).find(is_strange) {
            let says = format!("\"{}\" names {unit}, and no stub is marked so", section.title);
            findings.push(Finding { file: Some(section.name.clone()), ..Finding::new(says) });
        }
    }
    findings.extend(section_order(reading));
    findings
}

/// The first section of each unit comes after the first section of the unit before.
fn section_order(reading: &Reading) -> Option<Finding> {
    let mut first: Vec<(u32, usize)> = Vec::new();
    let sections: Vec<_> = reading.subject.lesson.iter().flatten().collect();
    for (at, section) in sections.iter().enumerate() {
        let number = section.unit.as_deref().map_or(u32::MAX, unit_number);
        if number < u32::MAX && !first.iter().any(|(n, _)| *n == number) {
            first.push((number, at));
        }
    }
    let (before, behind) = first.windows(2).map(|w| (w[0], w[1])).find(|(a, b)| a.0 > b.0)?;
    let (early, late) = (sections[before.1], sections[behind.1]);
    let says = format!(
        "\"{}\" (ex-{}) comes after \"{}\" (ex-{}); sections come in the order of their units",
        late.title, behind.0, early.title, before.0
    );
    Some(Finding { file: Some(late.name.clone()), unit: late.unit.clone(), ..Finding::new(says) })
}

/// Tests in the order of their units, file by file.
pub fn order(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &reading.subject.tests {
        let mut latest: Option<(&str, u32)> = None;
        for test in reading.tests.iter().filter(|t| t.file == file.path) {
            let Some(stub) = reading.named_stub(&test.name) else { continue };
            let number = unit_number(&stub.unit);
            match latest {
                Some((before, last)) if number < last => {
                    let says = format!(
                        "`{}` ({}) comes after `{before}` (ex-{last}); tests come in the order of their units",
                        test.name, stub.unit
                    );
                    findings.push(reading.about(test, says));
                }
                _ => latest = Some((&test.name, number)),
            }
        }
    }
    findings
}
