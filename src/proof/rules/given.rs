//! What the starter gives, and the reference has to leave as it is: a constant with another value, or a given function with another body, and what a learner
//! starts from is not what was proven. Layout, comments, types, attributes, imports and whatever is new are free.

use super::reading::Reading;
use crate::exercise::TextFile;
use crate::proof::report::Finding;
use crate::syntax::{DefinitionKind, Function, Syntax, TokenKind};

pub fn changed(reading: &Reading) -> Vec<Finding> {
    let subject = reading.subject;
    let mut findings = Vec::new();
    for new in &subject.reference {
        let Some(old) = subject.starter.iter().find(|file| file.path == new.path) else { continue };
        findings.extend(constants(reading.syntax, old, new));
        findings.extend(functions(reading, old, new));
    }
    findings
}

fn constants(syntax: &dyn Syntax, old: &TextFile, new: &TextFile) -> Vec<Finding> {
    let of = |file: &TextFile| -> Vec<(String, Vec<String>, u32)> {
        let all = syntax.definitions(&file.content).into_iter().filter(|d| d.kind == DefinitionKind::Constant);
        all.filter_map(|d| Some((d.name, code(syntax, &d.value?), d.line))).collect()
    };
    let (given, kept) = (of(old), of(new));
    // A name that stands for several things belongs to its types; which is which is not told here.
    let once = |list: &[(String, Vec<String>, u32)], name: &str| list.iter().filter(|(n, ..)| n == name).count() == 1;
    let mut findings = Vec::new();
    for (name, value, _) in given.iter().filter(|(name, value, _)| once(&given, name) && once(&kept, name) && !is_open(value)) {
        if let Some((.., line)) = kept.iter().find(|(n, other, _)| n == name && other != value) {
            let says = format!(
                "the reference gives `{name}` another value than the starter, `{}`; a learner starts from the starter",
                value.join(" ")
            );
            findings.push(Finding { file: Some(new.path.clone()), line: Some(*line), ..Finding::new(says) });
        }
    }
    findings
}

fn functions(reading: &Reading, old: &TextFile, new: &TextFile) -> Vec<Finding> {
    let syntax = reading.syntax;
    let retyped = retyped(syntax, old, new);
    let is_stub = |f: &Function| f.unwritten.is_some() || reading.stubs.iter().any(|s| s.name == f.name && s.owner == f.owner);
    let (given, kept) = (syntax.outline(&old.content).functions, syntax.outline(&new.content).functions);
    let same = |one: &Function, other: &Function| one.name == other.name && one.owner == other.owner && other.has_body;
    let mut findings = Vec::new();
    for function in given.iter().filter(|f| f.has_body && !is_stub(f) && given.iter().filter(|g| same(f, g)).count() == 1) {
        let Some(body) = body(syntax, function, &old.content).filter(|body| !is_open(body)) else { continue };
        // Another field asks for another constructor.
        let of_retyped = |name: &String| function.owner.as_ref() == Some(name) || body.contains(name);
        if retyped.iter().any(of_retyped) {
            continue;
        }
        let mut others = kept.iter().filter(|other| same(function, other));
        let (Some(other), None) = (others.next(), others.next()) else { continue };
        if self::body(syntax, other, &new.content).is_some_and(|changed| changed != body) {
            let says = format!(
                "the reference changes the body of `{}`, which the starter gives; a learner starts from the starter",
                function.name
            );
            findings.push(Finding { file: Some(new.path.clone()), line: Some(*other.lines.start()), ..Finding::new(says) });
        }
    }
    findings
}

/// The types that the reference lays out otherwise.
fn retyped(syntax: &dyn Syntax, old: &TextFile, new: &TextFile) -> Vec<String> {
    let (given, kept) = (code(syntax, &old.content), code(syntax, &new.content));
    let types = syntax.definitions(&old.content).into_iter().filter(|d| d.kind == DefinitionKind::Type);
    types.map(|d| d.name).filter(|name| layout(&given, name) != layout(&kept, name)).collect()
}

/// From `struct Name` to the end of its braces.
fn layout<'t>(tokens: &'t [String], name: &str) -> &'t [String] {
    let is_head = |two: &[String]| matches!(two[0].as_str(), "struct" | "enum" | "union") && two[1] == name;
    let Some(start) = tokens.windows(2).position(is_head) else { return &[] };
    let mut depth = 0usize;
    let end = tokens[start..].iter().position(|text| {
        match text.as_str() {
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(text.as_str(), "}" | ")" | ";")
    });
    &tokens[start..end.map_or(tokens.len(), |end| start + end)]
}

fn body(syntax: &dyn Syntax, function: &Function, source: &str) -> Option<Vec<String>> {
    Some(code(syntax, source.get(function.body.clone()?)?))
}

/// The tokens without comments, and without the commas that only layout asks for.
fn code(syntax: &dyn Syntax, text: &str) -> Vec<String> {
    let tokens: Vec<String> = syntax
        .tokens(text)
        .iter()
        .filter(|t| t.kind != TokenKind::Comment)
        .map(|t| if t.kind == TokenKind::Number { t.text.replace('_', "") } else { t.text.clone() })
        .collect();
    let ends = |at: usize| matches!(tokens.get(at + 1).map(String::as_str), Some(")" | "]" | "}"));
    tokens.iter().enumerate().filter(|(at, text)| !(*text == "," && ends(*at))).map(|(_, text)| text.clone()).collect()
}

/// Left for the learner to write, whatever marks it.
fn is_open(tokens: &[String]) -> bool {
    tokens.iter().any(|text| matches!(text.as_str(), "todo" | "unimplemented" | "ETUDE_TODO"))
}
