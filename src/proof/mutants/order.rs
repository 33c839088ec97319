//! Slips in what puts values in order: the wrong way round, or without one key of several. Owns what counts as such a comparison: in Rust calls that end in an
//! `Ordering` and the key that a list is sorted by, in C a function that answers which of two comes first.

use tree_sitter::Node;

use super::c::C;
use super::code::{named, within};
use super::rust::Rust;
use super::rust_unseen::{callee, chain};
use super::{Kind, Rank};

/// Calls that give an `Ordering`, or half of one.
const COMPARES: [&str; 6] = ["cmp", "partial_cmp", "total_cmp", "then", "then_with", "reverse"];

const BY_KEY: [&str; 6] = ["sort_by_key", "sort_unstable_by_key", "sort_by_cached_key", "min_by_key", "max_by_key", "binary_search_by_key"];

pub fn call<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let Some(name) = callee(rust, node) else { return };
    let receiver = node.child_by_field_name("function").and_then(|f| f.child_by_field_name("value"));
    let given = node.child_by_field_name("arguments").map(named).unwrap_or_default();
    let orders = receiver.is_some_and(|r| chain(rust, r).first().is_some_and(|name| COMPARES.contains(name)));
    match (name, &given[..], receiver) {
        ("cmp" | "partial_cmp" | "total_cmp", [other], Some(receiver)) => {
            turned_around(rust, node, receiver, *other);
            two_tuples(rust, node, receiver, *other);
        }
        ("then", [second], Some(first)) if orders => one_key(rust, node, first, Some(*second)),
        ("then_with", [second], Some(first)) => {
            let body = second.child_by_field_name("body").filter(|b| second.kind() == "closure_expression" && b.kind() != "block");
            one_key(rust, node, first, body);
        }
        ("reverse", [], Some(receiver)) if orders => rust.drafts.put(node, rust.drafts.text(receiver), node, Kind::Method, Rank::Best),
        ("Reverse", [key], None) if is_key(rust, path) => rust.drafts.put(node, rust.drafts.text(*key), node, Kind::Method, Rank::Best),
        (name, [key], Some(_)) if BY_KEY.contains(&name) => first_of_keys(rust, *key),
        _ => {}
    }
}

/// `a.cmp(&b)` as `b.cmp(&a)`. One's own `cmp` compares two of a kind as well.
fn turned_around<'a>(rust: &mut Rust<'a>, node: Node<'a>, receiver: Node<'a>, other: Node<'a>) {
    let (one, two) = (rust.drafts.text(receiver), rust.drafts.text(other));
    let (two, mark) = match two.strip_prefix('&') {
        Some(two) => (two, "&"),
        None => (two, ""),
    };
    let at = one.len();
    let between = rust.drafts.text(node).get(at..).and_then(|rest| rest.split('(').next()).unwrap_or_default();
    rust.drafts.put(node, format!("{two}{between}({mark}{one})"), node, Kind::SwappedArguments, Rank::Best);
}

/// Only the first key of two, or only the second.
fn one_key<'a>(rust: &mut Rust<'a>, node: Node<'a>, first: Node<'a>, second: Option<Node<'a>>) {
    rust.drafts.put(node, rust.drafts.text(first), node, Kind::Key, Rank::Best);
    if let Some(second) = second {
        rust.drafts.put(node, rust.drafts.text(second), node, Kind::Key, Rank::Fair);
    }
}

/// `|b| (b.price, b.name)` as `|b| b.price`: nothing decides among equals. Of three keys each may be the one that is missing.
fn first_of_keys<'a>(rust: &mut Rust<'a>, key: Node<'a>) {
    let body = key.child_by_field_name("body").filter(|b| key.kind() == "closure_expression" && b.kind() == "tuple_expression");
    let Some(body) = body else { return };
    for (less, rank) in each_missing(rust, &named(body)) {
        rust.drafts.put(body, less, key, Kind::Key, rank);
    }
}

/// A tuple without one of its parts, the last first; what would be one part alone loses its brackets.
fn each_missing<'a>(rust: &Rust<'a>, parts: &[Node<'a>]) -> Vec<(String, Rank)> {
    let without = |missing: usize| {
        let kept: Vec<&str> = (0..parts.len()).filter(|at| *at != missing).map(|at| rust.drafts.text(parts[at])).collect();
        if let [only] = kept[..] { only.to_owned() } else { format!("({})", kept.join(", ")) }
    };
    let rank = |missing: usize| if missing + 1 == parts.len() { Rank::Best } else { Rank::Fair };
    let many = if parts.len() > 1 { parts.len() } else { 0 };
    (0..many).rev().map(|missing| (without(missing), rank(missing))).collect()
}

/// `(a.x, a.y).cmp(&(b.x, b.y))` without one of its pairs.
fn two_tuples<'a>(rust: &mut Rust<'a>, node: Node<'a>, receiver: Node<'a>, other: Node<'a>) {
    let inner = if other.kind() == "reference_expression" { other.child_by_field_name("value").unwrap_or(other) } else { other };
    let (one, two) = (named(receiver), named(inner));
    if receiver.kind() != "tuple_expression" || inner.kind() != "tuple_expression" || one.len() != two.len() {
        return;
    }
    let mark = if inner == other { "" } else { "&" };
    let function = rust.drafts.source.get(receiver.end_byte()..other.start_byte()).unwrap_or_default();
    for ((left, rank), (right, _)) in each_missing(rust, &one).into_iter().zip(each_missing(rust, &two)) {
        rust.drafts.put(node, format!("{left}{function}{mark}{right})"), node, Kind::Key, rank);
    }
}

/// `Ordering::Equal => a.name.cmp(&b.name)`: those that are equal by the first key stay so.
pub fn arm<'a>(rust: &mut Rust<'a>, arm: Node<'a>) {
    let (Some(pattern), Some(value)) = (arm.child_by_field_name("pattern"), arm.child_by_field_name("value")) else { return };
    let (pattern, decides) = (rust.drafts.text(pattern), chain(rust, value).first().is_some_and(|name| COMPARES.contains(name)));
    if decides && pattern.rsplit("::").next() == Some("Equal") {
        rust.drafts.put(value, pattern, arm, Kind::Key, Rank::Best);
    }
}

/// What a function that orders comes to when none of its earlier questions has decided.
pub fn last_answer<'a>(rust: &mut Rust<'a>, tail: Node<'a>) {
    let orders = rust.returns.rsplit("::").next() == Some("Ordering") && named(rust.function.body).len() > 1;
    if orders && chain(rust, tail).first().is_some_and(|name| COMPARES.contains(name)) {
        rust.drafts.put(tail, "std::cmp::Ordering::Equal", tail, Kind::Key, Rank::Best);
    }
}

/// A C function that takes two of a kind and answers which comes first, by one key after the other: the last one is never asked.
pub fn c<'a>(c: &mut C<'a>) {
    let statements = named(c.function.body);
    let questions: Vec<(Node<'a>, Vec<&str>)> = statements
        .into_iter()
        .filter(|s| matches!(s.kind(), "if_statement" | "return_statement"))
        .map(|s| (s, fields(c, s)))
        .filter(|(_, fields)| !fields.is_empty())
        .collect();
    let Some((_, last)) = questions.last().filter(|_| c.compares_two_of_a_kind()).cloned() else { return };
    let Some(first) = questions.iter().rposition(|(_, fields)| *fields != last).map(|at| at + 1) else { return };
    let (from, to) = (questions[first].0, questions[questions.len() - 1].0);
    c.drafts.put_range(from.start_byte()..from.start_byte(), "return 0; ", from.start_byte()..to.end_byte(), Kind::Key, Rank::Best);
}

/// What a statement asks of the two: the names of their fields.
fn fields<'a>(c: &C<'a>, statement: Node<'a>) -> Vec<&'a str> {
    let mut found = Vec::new();
    within(statement, |node, _| {
        if node.kind() == "field_identifier" {
            found.push(c.drafts.text(node));
        }
        true
    });
    found.sort_unstable();
    found.dedup();
    found
}

fn is_key<'a>(rust: &Rust<'a>, path: &[Node<'a>]) -> bool {
    path.iter().any(|p| callee(rust, *p).is_some_and(|name| BY_KEY.contains(&name)))
}
