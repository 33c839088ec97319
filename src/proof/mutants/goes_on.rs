//! A loop that goes on behind the first that is refused, and hands that refusal on only at the end. Where the comment says that nothing more is done then, some test must
//! have something behind a bad one. Tried besides the mutants. Owns of which loops that can show: those that change something of the caller's in a round; one that only
//! gathers what is lost with the refusal is left alone.

use tree_sitter::Node;

use super::Kind;
use super::code::{named, within};
use super::rust::Rust;
use super::sequence::says;
use crate::syntax::tree::text;

/// How a comment says that nothing is done behind the first bad one.
const STOPS: [&str; 20] = [
    "no later",
    "no further",
    "none after",
    "none behind",
    "nothing after",
    "nothing behind",
    "nothing more",
    "stops at",
    "stop at",
    "stops there",
    "stops with",
    "ends the",
    "ends at the first",
    "the rest is not",
    "the rest are not",
    "the rest stay",
    "those after it",
    "those behind it",
    "not looked at",
    "are left alone",
];

/// Methods of lists, maps and writers that change what they are called on.
const CHANGES: [&str; 22] = [
    "push",
    "push_str",
    "push_back",
    "push_front",
    "insert",
    "remove",
    "pop",
    "pop_front",
    "pop_back",
    "extend",
    "clear",
    "entry",
    "append",
    "truncate",
    "drain",
    "write",
    "write_all",
    "set",
    "take",
    "replace",
    "retain",
    "swap_remove",
];

pub fn rust(rust: &mut Rust<'_>) {
    let (function, source) = (rust.function, rust.function.source);
    let Some(error) = error_of(&rust.returns).filter(|_| says(rust.known, function, &STOPS)) else { return };
    let mut changed: Vec<String> =
        rust.parameters.iter().filter(|(_, of_type)| of_type.starts_with("&mut")).map(|(name, _)| name.clone()).collect();
    let head = function.node.child_by_field_name("parameters").map(|p| text(p, source)).unwrap_or_default();
    changed.extend(head.contains("&mut self").then(|| "self".to_owned()));
    for statement in named(function.body) {
        let inner = if statement.kind() == "expression_statement" { named(statement)[0] } else { statement };
        let body = inner.child_by_field_name("body").filter(|_| matches!(inner.kind(), "for_expression" | "while_expression"));
        let Some(body) = body.filter(|body| leaves(*body) && shows(*body, &changed, source)) else { continue };
        let head = source.get(inner.start_byte()..body.start_byte()).unwrap_or_default();
        let round = text(body, source);
        let new = format!(
            "let mut etude_first: Option<{error}> = None; {head} {{ let etude_done = (|| -> Result<(), {error}> {{ {round}; Ok(()) }})(); \
             if let Err(etude_bad) = etude_done {{ etude_first.get_or_insert(etude_bad); }} }} \
             if let Some(etude_bad) = etude_first {{ return Err(etude_bad); }}"
        );
        rust.drafts.put_beside(statement.byte_range(), new, statement.byte_range(), Kind::EarlyReturn);
    }
}

/// The second of `Result<value, error>`.
fn error_of(returns: &str) -> Option<String> {
    let inner = returns.strip_prefix("Result<")?.strip_suffix('>')?;
    let mut depth = 0;
    let comma = inner.char_indices().find(|(_, c)| {
        depth += match c {
            '<' | '(' | '[' => 1,
            '>' | ')' | ']' => -1,
            _ => 0,
        };
        *c == ',' && depth == 0
    })?;
    Some(inner[comma.0 + 1..].trim().to_owned())
}

fn leaves(body: Node<'_>) -> bool {
    let mut found = false;
    within(body, |node, _| {
        found |= matches!(node.kind(), "try_expression" | "return_expression");
        !matches!(node.kind(), "closure_expression" | "token_tree" | "function_item")
    });
    found
}

/// Whether a round changes one of these: writes into it, hands it on, or calls on it what changes it.
fn shows(body: Node<'_>, changed: &[String], source: &str) -> bool {
    let root = |node: Node<'_>| {
        text(node, source).trim_start_matches(['*', '&']).trim_start_matches("mut ").split(['.', '[']).next().unwrap_or_default().to_owned()
    };
    let is_whole = |node: Node<'_>| changed.contains(&text(node, source).trim_start_matches("&mut ").trim_start_matches('*').to_owned());
    let mut found = false;
    within(body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        match node.kind() {
            "assignment_expression" | "compound_assignment_expr" => {
                found |= part("left").is_some_and(|left| changed.contains(&root(left)) && !is_name(left));
            }
            "call_expression" => {
                found |= part("arguments").map(named).unwrap_or_default().into_iter().any(is_whole);
                let method = part("function").filter(|f| f.kind() == "field_expression");
                if let (Some(on), Some(name)) =
                    (method.and_then(|m| m.child_by_field_name("value")), method.and_then(|m| m.child_by_field_name("field")))
                {
                    let name = text(name, source);
                    found |= changed.contains(&root(on)) && (CHANGES.contains(&name) || is_whole(on) && takes_mut(name, source));
                }
            }
            _ => {}
        }
        true
    });
    found
}

fn is_name(node: Node<'_>) -> bool {
    node.kind() == "identifier"
}

/// Whether a method of this name changes what it is called on.
fn takes_mut(name: &str, source: &str) -> bool {
    let head = format!("fn {name}");
    let heads = source.match_indices(&head).map(|(at, m)| &source[at + m.len()..]);
    heads
        .filter(|rest| rest.starts_with(['(', '<']))
        .any(|rest| rest.split_once('(').is_some_and(|(_, rest)| rest.trim_start().starts_with("&mut self")))
}
