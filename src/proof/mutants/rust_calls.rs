//! Slips in Rust calls: the method beside the right one, one left out of a chain, arguments in the wrong order, a test turned around.

use tree_sitter::Node;

use super::code::named;
use super::rust::{Rust, split_types};
use super::shared::squeezed;
use super::{Kind, Rank, order, rounds};
use crate::syntax::tree::children;

/// Methods that take the same and give the same, and that are easily mixed up.
const TWINS: [(&str, &str); 35] = [
    ("min", "max"),
    ("min_by", "max_by"),
    ("min_by_key", "max_by_key"),
    ("first", "last"),
    ("first_mut", "last_mut"),
    ("is_some", "is_none"),
    ("is_ok", "is_err"),
    ("any", "all"),
    ("take", "skip"),
    ("take_while", "skip_while"),
    ("sum", "product"),
    ("floor", "ceil"),
    ("push_front", "push_back"),
    ("pop_front", "pop_back"),
    ("front", "back"),
    ("starts_with", "ends_with"),
    ("trim_start", "trim_end"),
    ("strip_prefix", "strip_suffix"),
    ("to_uppercase", "to_lowercase"),
    ("to_ascii_uppercase", "to_ascii_lowercase"),
    ("is_uppercase", "is_lowercase"),
    ("is_ascii_uppercase", "is_ascii_lowercase"),
    ("checked_add", "checked_sub"),
    ("checked_mul", "checked_add"),
    ("checked_div", "checked_mul"),
    ("fetch_add", "fetch_sub"),
    ("fetch_max", "fetch_min"),
    ("split_once", "rsplit_once"),
    ("pop_first", "pop_last"),
    ("first_key_value", "last_key_value"),
    ("is_lt", "is_gt"),
    ("is_le", "is_ge"),
    ("count_ones", "count_zeros"),
    ("leading_zeros", "trailing_zeros"),
    ("rem_euclid", "div_euclid"),
];

/// One way only: what happens at the limit of a type, and what has another cost or another end.
const INSTEAD: [(&str, &str); 10] = [
    ("saturating_sub", "wrapping_sub"),
    ("saturating_add", "wrapping_add"),
    ("saturating_mul", "wrapping_mul"),
    ("wrapping_add", "wrapping_sub"),
    ("wrapping_sub", "wrapping_add"),
    ("wrapping_mul", "wrapping_add"),
    ("overflowing_add", "overflowing_sub"),
    ("find", "rfind"),
    ("abs_diff", "saturating_sub"),
    ("is_alphabetic", "is_alphanumeric"),
];

/// What can be left out of a chain that goes on.
const LEFT_OUT: [&str; 9] = ["rev", "skip", "take", "filter", "skip_while", "take_while", "step_by", "trim", "abs"];

/// The words for people in a call that gives up: nobody tests them.
pub fn is_unheard(rust: &Rust<'_>, arguments: Node<'_>) -> bool {
    let call = (arguments.kind() == "arguments").then(|| arguments.parent()).flatten();
    call.and_then(|c| c.child_by_field_name("function"))
        .and_then(|f| f.child_by_field_name("field"))
        .is_some_and(|field| matches!(rust.drafts.text(field), "expect" | "expect_err" | "context"))
}

pub fn visit<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) {
    match node.kind() {
        "call_expression" => {
            call(rust, node, path);
            order::call(rust, node, path);
            rounds::rust_chain(rust, node, path);
        }
        "parenthesized_expression" => rounds::rust_chain(rust, node, path),
        "struct_expression" => struct_literal(rust, node),
        "macro_invocation" => text_macro(rust, node),
        _ => {}
    }
}

fn call<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let part = |name| node.child_by_field_name(name);
    let (Some(mut function), Some(arguments)) = (part("function"), part("arguments")) else { return };
    if function.kind() == "generic_function" {
        function = function.child_by_field_name("function").unwrap_or(function);
    }
    let given = named(arguments);
    let method = function.child_by_field_name("field").filter(|_| function.kind() == "field_expression");
    let name = match method {
        Some(field) => rust.drafts.text(field),
        None => rust.drafts.text(function).rsplit("::").next().unwrap_or_default(),
    };
    if let Some(types) = rust.known.parameters(name).filter(|types| types.len() == given.len()) {
        for at in 1..given.len() {
            if types[at] == types[at - 1] && movable(given[at]) && movable(given[at - 1]) {
                rust.drafts.swap(given[at - 1], given[at], node, Rank::Good);
            }
        }
    }
    if method.is_none() && matches!(name, "min" | "max") && function.kind() != "generic_function" {
        let other = if name == "min" { "max" } else { "min" };
        let at = function.end_byte() - name.len();
        rust.drafts.put_range(at..function.end_byte(), other, node.byte_range(), Kind::Method, Rank::Best);
    }
    if let Some(field) = method {
        method_call(rust, node, function, field, &given, path);
    }
}

fn movable(argument: Node<'_>) -> bool {
    !matches!(argument.kind(), "closure_expression")
}

fn method_call<'a>(rust: &mut Rust<'a>, node: Node<'a>, function: Node<'a>, field: Node<'a>, given: &[Node<'a>], path: &[Node<'a>]) {
    let name = rust.drafts.text(field);
    let receiver = function.child_by_field_name("value");
    let before = receiver.map(|r| squeezed(rust.drafts.text(r))).unwrap_or_default();
    // One's own method of such a name may have no twin.
    let own = rust.known.parameters(name).is_some();
    let endless = ["repeat(", ".cycle()", "successors(", "from_fn(", "..)", "spawn"].iter().any(|w| before.contains(w));
    let is_text = before.ends_with("as_str()") || given.first().is_some_and(|g| matches!(g.kind(), "char_literal" | "string_literal"));
    let fits = |new: &str| match new {
        "rfind" => is_text,
        // Of an Option, of a Cell, of the front of a queue that is one.
        "skip" | "take" => !given.is_empty() && !endless,
        _ => true,
    };
    // An iterator has a last, but no first.
    let of_iterator = name == "last" && before.ends_with(')');
    if !own && !of_iterator {
        let twin = TWINS.iter().find_map(|(a, b)| if *a == name { Some(*b) } else { (*b == name).then_some(*a) });
        let other = twin.or_else(|| INSTEAD.iter().find(|(a, _)| *a == name).map(|(_, b)| *b));
        if let Some(other) = other.filter(|new| fits(new)) {
            // From which end makes no difference to most texts.
            let rank = if matches!(name, "split_once" | "rsplit_once" | "find") { Rank::Filler } else { Rank::Best };
            rust.drafts.put(field, other, node, Kind::Method, rank);
        }
    }
    let goes_on =
        path.last().is_some_and(|p| p.kind() == "field_expression") && path.len() > 1 && path[path.len() - 2].kind().contains("call");
    let looped = name == "rev" && path.last().is_some_and(|p| p.kind() == "for_expression");
    if !own
        && LEFT_OUT.contains(&name)
        && (goes_on || looped)
        && !endless
        && let Some(receiver) = receiver
    {
        rust.drafts.put(node, rust.drafts.text(receiver), node, Kind::Method, Rank::Best);
    }
    match (name, given) {
        ("len", []) if !own && !before.ends_with("()") => {
            let compared = path.last().is_some_and(|p| p.kind() == "binary_expression" || p.kind() == "range_expression");
            let rank = if compared { Rank::Filler } else { Rank::Fair };
            rust.drafts.put(node, format!("({} + 1)", rust.drafts.text(node)), node, Kind::OffByOne, rank);
        }
        ("push", [value]) if !own && !value.kind().ends_with("_literal") && !is_pushed_text(rust, &before) => {
            let new = format!("insert(0, {})", rust.drafts.text(*value));
            rust.drafts.put_range(field.start_byte()..node.end_byte(), new, node.byte_range(), Kind::Method, Rank::Good);
        }
        ("filter" | "any" | "all" | "position" | "retain" | "take_while" | "skip_while", [test]) if test.kind() == "closure_expression" => {
            if let Some(body) = test.child_by_field_name("body").filter(|b| b.kind() != "block") {
                let covered = super::rust::operator_of(body, rust);
                if covered.is_empty() && body.kind() != "unary_expression" && body.kind() != "match_expression" {
                    rust.drafts.put(body, format!("!{}", rust.drafts.text(body)), node, Kind::Condition, Rank::Good);
                }
            }
        }
        _ => {}
    }
}

/// A String has `push` too, and its `insert` takes the same.
fn is_pushed_text(rust: &Rust<'_>, receiver: &str) -> bool {
    let body = squeezed(rust.drafts.text(rust.function.body));
    body.contains(&format!("letmut{receiver}=String")) || body.contains("BinaryHeap") || body.contains("PathBuf")
}

/// Two fields of one type that get each other's value.
fn struct_literal<'a>(rust: &mut Rust<'a>, node: Node<'a>) {
    let name = node.child_by_field_name("name").map(|n| rust.drafts.text(n)).unwrap_or_default();
    let name = if name == "Self" { rust.function.owner.as_deref().unwrap_or_default() } else { name };
    let Some(fields) = rust.known.structs.get(name) else { return };
    let list = node.child_by_field_name("body").map(named).unwrap_or_default();
    let mut set: Vec<(Node<'a>, &str, &str)> = Vec::new();
    for entry in list {
        let field = if entry.kind() == "field_initializer" { entry.child_by_field_name("field") } else { Some(entry) };
        let value = entry.child_by_field_name("value").unwrap_or(entry);
        let Some(field) = field.filter(|_| entry.kind() != "base_field_initializer").map(|f| rust.drafts.text(f)) else { continue };
        if let Some((_, of_type)) = fields.iter().find(|(f, _)| f == field) {
            set.push((entry, rust.drafts.text(value), of_type));
        }
    }
    for at in 1..set.len() {
        let ((one, one_value, one_type), (two, two_value, two_type)) = (set[at - 1], set[at]);
        if one_type == two_type && squeezed(one_value) != squeezed(two_value) && one.end_byte() < two.start_byte() {
            let names = |entry: Node<'a>| rust.drafts.text(entry).split(':').next().unwrap_or_default().trim().to_owned();
            let between = rust.drafts.source.get(one.end_byte()..two.start_byte()).unwrap_or_default();
            let new = format!("{}: {two_value}{between}{}: {one_value}", names(one), names(two));
            let range = one.start_byte()..two.end_byte();
            rust.drafts.put_range(range.clone(), new, range, Kind::SwappedArguments, Rank::Good);
        }
    }
}

/// The arguments of a text that is made, not of one that is only printed.
fn text_macro<'a>(rust: &mut Rust<'a>, node: Node<'a>) {
    let name = node.child_by_field_name("macro").map(|m| rust.drafts.text(m)).unwrap_or_default();
    if !matches!(name, "format" | "write" | "writeln") {
        return;
    }
    let Some(tokens) = children(node).into_iter().find(|c| c.kind() == "token_tree") else { return };
    let text = rust.drafts.text(tokens);
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    let Some(quote) = inner.find('"') else { return };
    let Some(end) = inner[quote + 1..].find("\",").map(|at| quote + 1 + at + 2) else { return };
    let rest = inner[end..].trim_end().trim_end_matches(',');
    let parts = split_types(rest);
    if let [one, two, ..] = parts[..]
        && squeezed(one) != squeezed(two)
        && !rest.contains('"')
        && !rest.contains('=')
    {
        let base = tokens.start_byte() + 1 + end;
        let (first, behind) = rest.split_once(one).unwrap_or_default();
        let between = behind.split(two).next().unwrap_or_default();
        let range = base + first.len()..base + first.len() + one.len() + between.len() + two.len();
        rust.drafts.put_range(range, format!("{two}{between}{one}"), node.byte_range(), Kind::SwappedArguments, Rank::Good);
    }
}
