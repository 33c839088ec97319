//! A question for one key that takes more than that key: `p.code >= code` for `p.code == code`, which passes every test whose wrong keys are all on one
//! side. Owns where such a slip is worth making: one side is what the function was asked for, the other belongs to an element. A counter that only grows
//! towards its bound, a position, a length and a constant are left alone, since there the two may be the same.

use tree_sitter::Node;

use super::c::C;
use super::c_values::{arguments, callee, peeled};
use super::code::{Function, named, within};
use super::rust::{INTEGERS, Rust};
use super::shared::squeezed;
use super::{Kind, Rank};

/// What a question for sameness is written as when it takes too much.
fn wider(sign: &str) -> &'static [&'static str] {
    match sign {
        "==" => &[">=", "<="],
        "!=" => &["<", ">"],
        _ => &[],
    }
}

/// Whether a function looks only into the part of a table in which a key must be: hardly any test puts two keys there, let alone three.
fn is_spread(function: &Function<'_>) -> bool {
    let mut found = false;
    within(function.body, |node, _| {
        let text = |n: Node<'_>| crate::syntax::tree::text(n, function.source);
        found |= match node.kind() {
            "binary_expression" => node.child_by_field_name("operator").is_some_and(|o| text(o) == "%"),
            "identifier" | "field_identifier" => text(node).contains("hash"),
            _ => false,
        };
        true
    });
    found
}

pub fn rust<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let part = |name| node.child_by_field_name(name);
    let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
    let signs = wider(rust.drafts.text(operator));
    let steers = path.iter().any(|p| {
        p.kind() == "while_expression" && p.child_by_field_name("condition").is_some_and(|c| c.byte_range().contains(&node.start_byte()))
    });
    let key = [(left, right), (right, left)].into_iter().find_map(|(key, other)| {
        let of_type = key_type(rust, key)?;
        is_of_element(rust, other, path).then_some(of_type)
    });
    let Some(of_type) = key.filter(|_| !signs.is_empty() && !steers && !is_spread(rust.function)) else { return };
    for sign in signs {
        if matches!(of_type.as_str(), "str" | "String") {
            // The two may be different kinds of text, which are equal to each other but not in order.
            let (one, other) = (as_text(rust, left), as_text(rust, right));
            rust.drafts.put(node, format!("{one} {sign} {other}"), node, Kind::Boundary, Rank::Best);
        } else {
            rust.drafts.put(operator, *sign, node, Kind::Boundary, Rank::Best);
        }
    }
}

fn as_text<'a>(rust: &Rust<'a>, side: Node<'a>) -> String {
    let text = rust.drafts.text(side);
    match side.kind() {
        "call_expression" => text.to_owned(),
        "identifier" | "field_expression" | "index_expression" => format!("{text}.to_string()"),
        _ => format!("({text}).to_string()"),
    }
}

/// Without `*`, `&` and brackets.
fn bare(node: Node<'_>) -> Node<'_> {
    let mut inner = node;
    while matches!(inner.kind(), "unary_expression" | "reference_expression" | "parenthesized_expression") {
        match named(inner).last() {
            Some(next) => inner = *next,
            None => break,
        }
    }
    inner
}

/// The type of what the function was asked for, where such values have an order.
fn key_type<'a>(rust: &Rust<'a>, side: Node<'a>) -> Option<String> {
    let inner = bare(side);
    let name = rust.drafts.text(inner);
    let (_, of_type) = rust.parameters.iter().find(|(n, _)| inner.kind() == "identifier" && n == name)?;
    let plain = of_type.trim_start_matches('&').split_whitespace().last().unwrap_or_default().to_owned();
    let has_order = INTEGERS.contains(&plain.as_str()) || matches!(plain.as_str(), "char" | "str" | "String");
    (has_order && !rust.known.counted.contains(name)).then_some(plain)
}

fn is_of_element<'a>(rust: &Rust<'a>, side: Node<'a>, path: &[Node<'a>]) -> bool {
    let inner = bare(side);
    let text = rust.drafts.text(inner);
    match inner.kind() {
        "field_expression" => {
            let field = inner.child_by_field_name("field").map(|f| rust.drafts.text(f)).unwrap_or_default();
            let is_place = field.bytes().all(|b| b.is_ascii_digit()) && counts_places(rust, path);
            !is_place && !rust.known.counted.contains(field)
        }
        "index_expression" => true,
        "identifier" => rust.known.constant(text).is_none() && is_looked_at(rust, text, path) && !counts_places(rust, path),
        "call_expression" => squeezed(text).ends_with(".as_str()"),
        _ => false,
    }
}

/// Whether a name is one of many: that of a closure, or of a loop over things.
fn is_looked_at<'a>(rust: &Rust<'a>, name: &str, path: &[Node<'a>]) -> bool {
    let binds = |node: Node<'a>| {
        let mut found = false;
        within(node, |inner, _| {
            found |= inner.kind() == "identifier" && rust.drafts.text(inner) == name;
            true
        });
        found
    };
    path.iter().any(|p| match p.kind() {
        "closure_expression" => p.child_by_field_name("parameters").is_some_and(binds),
        "for_expression" => p.child_by_field_name("pattern").is_some_and(binds),
        _ => false,
    })
}

/// Whether places are counted around here: the first that is not less than a place is that place.
fn counts_places<'a>(rust: &Rust<'a>, path: &[Node<'a>]) -> bool {
    path.iter().any(|p| {
        let from = match p.kind() {
            "for_expression" => p.child_by_field_name("value"),
            "call_expression" => p.child_by_field_name("function"),
            _ => None,
        };
        from.is_some_and(|f| {
            let text = squeezed(rust.drafts.text(f));
            text.contains(".enumerate()") || text.contains("..")
        })
    })
}

pub fn c<'a>(c: &mut C<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let part = |name| node.child_by_field_name(name);
    let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
    let steers = path.last().is_some_and(|p| matches!(p.kind(), "for_statement" | "while_statement" | "do_statement"))
        || path.iter().rev().take(2).any(|p| matches!(p.kind(), "while_statement" | "do_statement"));
    let is_key = |side: Node<'a>| {
        side.kind() == "identifier" && c.is_number_parameter(c.drafts.text(side)) && !c.known.counted.contains(c.drafts.text(side))
    };
    let of_element = |side: Node<'a>| match side.kind() {
        "field_expression" => side.child_by_field_name("field").is_some_and(|f| !c.known.counted.contains(c.drafts.text(f))),
        "subscript_expression" => true,
        "pointer_expression" => c.drafts.text(side).starts_with('*'),
        _ => false,
    };
    let same = (is_key(left) && of_element(right)) || (is_key(right) && of_element(left));
    let texts = c.drafts.text(right) == "0" && compares_texts(c, left);
    if steers || !(same || texts) || is_spread(c.function) {
        return;
    }
    for sign in wider(c.drafts.text(operator)) {
        c.drafts.put(operator, *sign, node, Kind::Boundary, Rank::Best);
    }
}

/// `!strcmp(a, b)`.
pub fn c_not<'a>(c: &mut C<'a>, node: Node<'a>) {
    let Some(inner) = node.child_by_field_name("argument").filter(|inner| compares_texts(c, *inner)) else { return };
    for sign in wider("==") {
        c.drafts.put(node, format!("({} {sign} 0)", c.drafts.text(inner)), node, Kind::Boundary, Rank::Best);
    }
}

fn compares_texts<'a>(c: &C<'a>, node: Node<'a>) -> bool {
    let compares = callee(node, c.drafts.source).is_some_and(|n| matches!(n, "strcmp" | "strncmp" | "memcmp" | "strcasecmp"));
    compares && arguments(node).iter().take(2).any(|a| c.is_parameter(c.drafts.text(peeled(*a))))
}
