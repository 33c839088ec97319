//! Whether the starter alone says what a learner needs: every constant of the exercise that a test uses, and every message or code that a test expects
//! when something goes wrong. A value that follows from a test's input is no part of the contract and is left alone.

use super::calls::text_at;
use super::reading::{Code, Reading, words};
use super::{capacity, errors, letters, limits, named, separators, wording};
use crate::proof::report::Finding;
use crate::syntax::{Definition, DefinitionKind, TokenKind};

pub fn visible(reading: &Reading) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for test in &reading.tests {
        let mut says = hidden_names(reading, test);
        says.extend(own_constants(reading, test));
        says.extend(errors::hidden(reading, test));
        says.extend(limits::hidden(reading, test));
        says.extend(limits::brought_along(reading, test));
        says.extend(capacity::hidden(reading, test));
        says.extend(letters::brought_along(reading, test));
        says.extend(named::factors(reading, test));
        says.extend(wording::hidden(reading, test));
        says.dedup();
        findings.extend(says.into_iter().map(|(line, says)| Finding { line: Some(line), ..reading.about(test, says) }));
    }
    findings.extend(separators::untold(reading));
    findings
}

/// What is hidden, each with its line.
pub type Said = Vec<(u32, String)>;

/// Names that the starter does not define although they are the exercise's.
fn hidden_names(reading: &Reading, test: &Code) -> Said {
    let in_reference = reference_definitions(reading);
    let defines = |list: &[Definition], name: &str| list.iter().any(|d| d.name == name);
    let mut says = Said::new();
    let mut told: Vec<&str> = Vec::new();
    for (at, token) in test.body.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Word && !t.binds) {
        let name = token.text.as_str();
        let of_type = (text_at(&test.body, at.wrapping_sub(1)) == "::").then(|| text_at(&test.body, at.wrapping_sub(2)));
        if test.body.iter().any(|t| t.binds && t.text == name) {
            continue;
        }
        let is_name = is_constant_name(name) || (of_type.is_some() && name.starts_with(char::is_uppercase));
        if !is_name || told.contains(&name) || reading.defined_in_starter(name) || defines(&reading.test_definitions, name) {
            continue;
        }
        let foreign = of_type.is_some_and(|of| !reading.starter_definitions.iter().any(|d| d.kind == DefinitionKind::Type && d.name == of));
        let only_in_reference = defines(&in_reference, name) && !foreign;
        if only_in_reference || (!foreign && is_missing(reading, test, name, of_type.is_some())) {
            told.push(name);
            let what = if is_nowhere(reading, name) {
                "neither the starter nor the reference defines: it may be misspelt"
            } else {
                "the starter does not define; what a test uses stands in the starter"
            };
            says.push((token.line, format!("`{}` uses `{name}`, which {what}", test.name)));
        }
    }
    says
}

fn reference_definitions(reading: &Reading) -> Vec<Definition> {
    reading.subject.reference.iter().flat_map(|file| reading.syntax.definitions(&file.content)).collect()
}

/// Defined nowhere, and nothing that the language or its library brings along.
fn is_missing(reading: &Reading, test: &Code, name: &str, of_starter_type: bool) -> bool {
    if of_starter_type {
        return !reading.subject.starter.iter().any(|f| words(&f.content).any(|w| w == name));
    }
    if reading.subject.language.name == "rust" {
        let file = reading.subject.tests.iter().find(|f| f.path == test.file);
        let imports = file.map(|f| (reading.syntax.outline(&f.content).imports, &f.content));
        let imported = imports.is_some_and(|(spans, text)| spans.iter().any(|s| words(&text[s.bytes.clone()]).any(|w| w == name)));
        // Read in the body of a nested item or as a generic it has another meaning.
        return !imported && !test.body.iter().any(|t| t.text == "use" || t.text == "macro_rules");
    }
    // Headers of the system define more names than anyone could list: it is the exercise's when its first word is.
    let family = |other: &str| other.split_once('_').map(|(first, _)| first.to_owned());
    let mine = family(name);
    mine.is_some()
        && reading.starter_definitions.iter().filter(|d| is_constant_name(&d.name) && d.value.is_some()).any(|d| family(&d.name) == mine)
}

/// Not in the reference either, where there is one: then it is hardly hidden.
fn is_nowhere(reading: &Reading, name: &str) -> bool {
    let reference = &reading.subject.reference;
    !reference.is_empty() && !reference.iter().any(|f| words(&f.content).any(|w| w == name))
}

/// `LIMIT`, `MAX_SEATS`; not `T`.
pub fn is_constant_name(name: &str) -> bool {
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Constants that stand in the tests and belong in the starter.
fn own_constants(reading: &Reading, test: &Code) -> Said {
    let mut says = Said::new();
    let assertions = reading.assertions(test);
    for constant in reading.test_definitions.iter().filter(|d| matches!(d.kind, DefinitionKind::Constant)) {
        let name = constant.name.as_str();
        let Some(used) = test.body.iter().find(|t| t.text == name && t.kind == TokenKind::Word) else { continue };
        if reading.defined_in_starter(name) {
            continue;
        }
        let spoken_of = is_constant_name(name) && reading.starter_words.contains(name);
        if spoken_of || named::is_hidden_result(reading, test, constant, &assertions) {
            says.push((
                used.line,
                format!("`{}` uses `{name}`, which only the tests define; what a test uses stands in the starter", test.name),
            ));
        }
    }
    says
}
