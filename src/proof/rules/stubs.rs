//! The stubs themselves: their marks, their tests, and what the reference makes of them.

use super::calls::{closing, text_at};
use super::reading::{Code, Reading, Stub, unit_number};
use crate::proof::report::Finding;
use crate::syntax::Token;

/// `todo!("ex-1")` or `ETUDE_TODO("ex-1")` among the tokens of a body,
/// each by the place behind its closing bracket.
fn marks(tokens: &[Token]) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let open = match (token.text.as_str(), text_at(tokens, at + 1)) {
            ("todo", "!") => at + 2,
            ("ETUDE_TODO", "(") => at + 1,
            _ => continue,
        };
        found.push(closing(tokens, open) + 1);
    }
    found
}

fn mark_of(reading: &Reading, unit: &str) -> String {
    if reading.subject.language.name == "c" { format!("ETUDE_TODO(\"{unit}\")") } else { format!("todo!(\"{unit}\")") }
}

pub fn about(stub: &Stub, says: String) -> Finding {
    let unit = Some(stub.unit.clone()).filter(|unit| !unit.is_empty());
    Finding { file: Some(stub.file.clone()), line: Some(stub.line), unit, ..Finding::new(says) }
}

pub fn inventory(reading: &Reading) -> Vec<Finding> {
    let mut findings: Vec<Finding> =
        reading.stubs.iter().filter_map(|stub| wrong_mark(reading, stub).map(|says| about(stub, says))).collect();
    findings.extend(missing_units(reading));
    for name in reading.stub_names() {
        let Some(stub) = reading.stubs.iter().find(|s| s.name == name) else { continue };
        findings.extend(tests_of(reading, name).map(|says| about(stub, says)));
    }
    findings.extend(unwritten_in_reference(reading));
    findings
}

/// So many tests a stub has at the most: what a third one asks is a second first principle, or a case that belongs into one of the two.
const MOST_TESTS: usize = 2;

/// What is wrong with the number of tests for a stub.
fn tests_of(reading: &Reading, name: &str) -> Option<String> {
    let is_named = |t: &&Code| reading.named_stub(&t.name).is_some_and(|s| s.name == name);
    let named = reading.tests.iter().filter(is_named).count();
    // Types may each have a stub of one name, and each stub its tests.
    let stubs = reading.stubs.iter().filter(|s| s.name == name).count();
    if named > MOST_TESTS * stubs {
        return Some(format!("`{name}` has {named} tests; a stub has one or two, with several assertions each where that helps"));
    }
    let called = || reading.tests.iter().any(|t| reading.stubs_called(t).contains(&name));
    (named == 0 && !called()).then(|| format!("no test is for `{name}`; each stub has one test at least, named `test_{name}_…`"))
}

fn wrong_mark(reading: &Reading, stub: &Stub) -> Option<String> {
    let (name, marks) = (&stub.name, marks(&stub.body));
    let right = mark_of(reading, "ex-N");
    if stub.is_lost {
        return Some(format!("`{name}` has no mark with its unit; a stub ends with `{right}`"));
    }
    if unit_number(&stub.unit) == u32::MAX {
        return Some(format!("the mark of `{name}` says \"{}\"; it names its unit, as in `{right}`", stub.unit));
    }
    if marks.len() > 1 {
        return Some(format!("`{name}` has {} marks; a stub has one, and ends with it", marks.len()));
    }
    let rest: Vec<&str> =
        marks.first().map(|end| &stub.body[*end.min(&stub.body.len())..]).unwrap_or_default().iter().map(|t| t.text.as_str()).collect();
    let is_end = matches!(rest.as_slice(), ["}"] | [";", "}"]) || stub.body.is_empty();
    (!is_end).then(|| format!("`{name}` goes on behind its mark; a stub ends with `{}`", mark_of(reading, &stub.unit)))
}

/// `ex-1`, `ex-2`, … without a gap.
fn missing_units(reading: &Reading) -> Vec<Finding> {
    let numbers: Vec<u32> = reading.stubs.iter().map(|s| unit_number(&s.unit)).filter(|n| *n < u32::MAX).collect();
    let most = numbers.iter().copied().max().unwrap_or(0);
    let Some(missing) = (1..=most).find(|n| !numbers.contains(n)) else { return Vec::new() };
    let Some(stub) = reading.stubs.iter().find(|s| unit_number(&s.unit) > missing) else { return Vec::new() };
    vec![about(
        stub,
        format!("`{}` is marked {}, and there is no ex-{missing}; units are counted from ex-1 without a gap", stub.name, stub.unit),
    )]
}

fn unwritten_in_reference(reading: &Reading) -> Vec<Finding> {
    let files = reading.subject.source_with(&reading.subject.reference);
    let mut written = Vec::new();
    let mut findings = Vec::new();
    for file in &files {
        for function in reading.syntax.outline(&file.content).functions.into_iter().filter(|f| f.has_body) {
            if function.unwritten.is_some() {
                let says = format!("the reference leaves `{}` unwritten; it has no mark left", function.name);
                findings.push(Finding {
                    file: Some(file.path.clone()),
                    line: Some(*function.lines.start()),
                    unit: function.unwritten,
                    ..Finding::new(says)
                });
            }
            written.push((function.owner, function.name));
        }
    }
    for stub in &reading.stubs {
        if !written.iter().any(|(owner, name)| *name == stub.name && (*owner == stub.owner || owner.is_none())) {
            findings.push(about(stub, format!("the reference does not define `{}`", stub.name)));
        }
    }
    findings
}
