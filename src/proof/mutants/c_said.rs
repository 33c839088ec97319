//! Slips that are made in a C function because its comment promises otherwise: another `errno` than the one it names, a byte kept where it does not fit although
//! any byte may come, a place of the caller's that is written although it is to stay as it was. Without the promise none of them is wrong.

use tree_sitter::Node;

use super::c::C;
use super::c_failing::Questions;
use super::c_values::{Values, callee, mentions, peeled};
use super::code::{c_declarator, named, within};
use super::known::{c_name, c_type};
use super::parameters::is_number;
use super::stores::only_leaves;
use super::{Kind, Rank};
use crate::syntax::tree::text;

/// Reads that answer a byte or EOF.
const READS: [&str; 5] = ["fgetc", "getc", "getchar", "getc_unlocked", "getchar_unlocked"];

/// What makes another number of any, whatever a test begins with and however often it is refused before it looks.
pub const CHANGED: &str = "+= 1";

pub fn promised(c: &mut C<'_>) {
    other_errno(c);
    if c.known.said.promises_any_byte() {
        narrow_reads(c);
    }
    early_stores(c);
}

/// `errno = EINVAL;` where the comment says which it is.
fn other_errno(c: &mut C<'_>) {
    let mut found = Vec::new();
    within(c.function.body, |node, _| {
        if is_errno(node, c.function.source) && c.known.said.speaks_of(&c.function.name, &c.drafts.text(node).to_lowercase()) {
            found.push(node);
        }
        true
    });
    for node in found {
        let other = if c.drafts.text(node) == "EINVAL" { "ERANGE" } else { "EINVAL" };
        c.drafts.put(node, other, node, Kind::Constant, Rank::Good);
    }
}

/// A name that `errno` is given.
pub fn is_errno(node: Node<'_>, source: &str) -> bool {
    let name = text(node, source);
    let is_name = node.kind() == "identifier" && name.starts_with('E') && name.len() > 3;
    if !is_name || !name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()) {
        return false;
    }
    let mut value = node;
    while let Some(parent) = value.parent().filter(|p| matches!(p.kind(), "conditional_expression" | "parenthesized_expression")) {
        if parent.child_by_field_name("condition") == Some(value) {
            return false;
        }
        value = parent;
    }
    let set = value.parent().filter(|p| p.kind() == "assignment_expression" && p.child_by_field_name("right") == Some(value));
    set.and_then(|s| s.child_by_field_name("left")).is_some_and(|left| text(left, source) == "errno")
}

/// `int c` as `signed char c`, where it keeps the answer of a read.
fn narrow_reads(c: &mut C<'_>) {
    let source = c.function.source;
    let mut kept: Vec<&str> = Vec::new();
    within(c.function.body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        let (to, value) = match node.kind() {
            "init_declarator" => (part("declarator"), part("value")),
            "assignment_expression" => (part("left"), part("right")),
            _ => (None, None),
        };
        if value.and_then(|v| callee(v, source)).is_some_and(|name| READS.contains(&name)) {
            kept.extend(to.filter(|t| t.kind() == "identifier").map(|t| text(t, source)));
        }
        true
    });
    let mut found = Vec::new();
    within(c.function.body, |node, _| {
        let is_kept = |d: Node<'_>| c_name(d, source).is_some_and(|name| kept.contains(&name));
        if node.kind() == "declaration"
            && let ([of_type, only], Some(written)) = (&named(node)[..], node.child_by_field_name("type"))
            && of_type == &written
            && text(written, source) == "int"
            && is_kept(*only)
        {
            found.push((written, node));
        }
        true
    });
    found.into_iter().for_each(|(written, node)| c.drafts.put(written, "signed char", node, Kind::Width, Rank::Good));
}

/// A write to what the caller handed over, before the check after which it is to be as it was.
fn early_stores(c: &mut C<'_>) {
    let (function, source) = (c.function, c.function.source);
    let parameters = c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")).map(named).unwrap_or_default();
    let values = Values::of(function.body, source);
    let questions = Questions { values: &values, source, own: &c.known.fails_with_system };
    let mut found = Vec::new();
    for parameter in parameters {
        let Some(name) = parameter.child_by_field_name("declarator").and_then(|d| c_name(d, source)) else { continue };
        let targets = targets(function.body, name, source);
        let Some(first) = targets.first().filter(|_| c.known.said.leaves_alone(&function.name, name)) else { continue };
        let refuses = |statement: &Node<'_>| {
            let asked = statement.child_by_field_name("condition").map(peeled);
            statement.kind() == "if_statement"
                && only_leaves(*statement, "return_statement")
                && asked.is_some_and(|a| questions.asks(a).is_none())
        };
        let check = named(function.body).into_iter().take_while(|s| s.end_byte() <= first.start_byte()).find(refuses);
        let of_type = match first.child_by_field_name("field") {
            Some(field) => c.known.field_type(text(field, source)).unwrap_or_default().to_owned(),
            None => c_type(parameter, source).trim_end_matches('*').to_owned(),
        };
        if let Some(check) = check.filter(|_| is_number(of_type.trim())) {
            found.push((check, format!("{} {CHANGED}; ", text(*first, source))));
        }
    }
    for (check, new) in found {
        let at = check.start_byte();
        c.drafts.put_range(at..at, new, check.byte_range(), Kind::Order, Rank::Good);
    }
}

/// `*which` and `window->from` where they are set; nothing where the name is used in any other way.
pub fn targets<'t>(body: Node<'t>, name: &str, source: &str) -> Vec<Node<'t>> {
    let uses = mentions(body, name, source);
    let target = |at: &Node<'t>| {
        let place = at.parent().filter(|p| matches!(p.kind(), "pointer_expression" | "field_expression"))?;
        let set = place.parent().filter(|p| p.kind() == "assignment_expression" && p.child_by_field_name("left") == Some(place))?;
        set.child_by_field_name("operator").filter(|o| o.kind() == "=").map(|_| place)
    };
    let found: Vec<Node<'t>> = uses.iter().filter_map(target).collect();
    if found.len() == uses.len() { found } else { Vec::new() }
}
