//! Slips in what puts Rust values in order: the wrong way round, or by one key of several. Owns what counts as such a comparison: calls that end in an
//! `Ordering`, and the key that a list is sorted by.

use tree_sitter::Node;

use super::code::named;
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
        ("cmp" | "partial_cmp" | "total_cmp", [other], Some(receiver)) => turned_around(rust, node, receiver, *other),
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
    rust.drafts.put(node, rust.drafts.text(first), node, Kind::Method, Rank::Best);
    if let Some(second) = second {
        rust.drafts.put(node, rust.drafts.text(second), node, Kind::Method, Rank::Fair);
    }
}

/// `|b| (b.price, b.name)` as `|b| b.price`: nothing decides among equals.
fn first_of_keys<'a>(rust: &mut Rust<'a>, key: Node<'a>) {
    let body = key.child_by_field_name("body").filter(|b| key.kind() == "closure_expression" && b.kind() == "tuple_expression");
    let Some(body) = body else { return };
    if let [first, _, ..] = named(body)[..] {
        rust.drafts.put(body, rust.drafts.text(first), key, Kind::Method, Rank::Best);
    }
}

fn is_key<'a>(rust: &Rust<'a>, path: &[Node<'a>]) -> bool {
    path.iter().any(|p| callee(rust, *p).is_some_and(|name| BY_KEY.contains(&name)))
}
