//! One of two in the place of both, and a division that rounds up done wrong: `a.max(b)` as `a` alone, `n.div_ceil(step)` as `n / step + 1`. Each is tried besides the
//! mutants, and a test must notice it whatever the share: who chooses has two ways, and who rounds up has a case in which nothing is left over. Leaves alone what only
//! says how much room is asked for: too much of it shows in nothing. Where the comment speaks of what a division leaves, one that rounds up and one that divides before it
//! multiplies are such slips too.

use tree_sitter::Node;

use super::Kind;
use super::c::C;
use super::c_values::{arguments, callee};
use super::code::{Function, named, within};
use super::known::Known;
use super::rust::Rust;
use super::shared::{Drafts, bare, comparison};
use crate::syntax::tree::text;

/// Functions of C, and helpers as people call them, that answer one of two.
const PICKS: [&str; 14] =
    ["max", "min", "MAX", "MIN", "fmax", "fmin", "fmaxf", "fminf", "max_int", "min_int", "int_max", "int_min", "larger", "smaller"];

/// Who is handed a size makes room of it.
const ROOMS: [&str; 12] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "alloca",
    "with_capacity",
    "reserve",
    "reserve_exact",
    "resize",
    "repeat",
    "vec",
];

/// How a comment says what becomes of what a division leaves.
const LEFT_OVER: [&str; 16] = [
    "part of a ",
    "parts of a ",
    "fraction",
    "remainder",
    "rounded",
    "rounding",
    "rounds up",
    "rounds down",
    "round up",
    "round down",
    "rest is dropped",
    "drops the rest",
    "behind the point",
    "after the point",
    "behind the comma",
    "decimals",
];

fn speaks_of_parts(known: &Known, function: &Function) -> bool {
    known.said.contract(&function.name).iter().any(|s| LEFT_OVER.iter().any(|words| s.contains(words)))
}

pub fn rust(rust: &mut Rust<'_>) {
    let (body, source) = (rust.function.body, rust.function.source);
    let speaks = speaks_of_parts(rust.known, rust.function);
    within(body, |node, path| {
        match node.kind() {
            "call_expression" if !is_for_room(node, path, body, source) => rust_call(rust, node),
            "binary_expression" if !is_for_room(node, path, body, source) => {
                divided(&mut rust.drafts, node, speaks, false);
            }
            _ => {}
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
}

fn rust_call<'a>(rust: &mut Rust<'a>, node: Node<'a>) {
    let source = rust.function.source;
    let Some(function) = node.child_by_field_name("function") else { return };
    let method = function.child_by_field_name("field").filter(|_| function.kind() == "field_expression");
    let name = match method {
        Some(field) => text(field, source),
        None => text(function, source).rsplit("::").next().unwrap_or_default(),
    };
    // One's own function of such a name may do anything.
    if rust.known.parameters(name).is_some() {
        return;
    }
    let receiver = method.and_then(|_| function.child_by_field_name("value"));
    let given = node.child_by_field_name("arguments").map(named).unwrap_or_default();
    let both: Vec<Node<'a>> = receiver.into_iter().chain(given).collect();
    match (name, &both[..]) {
        ("max" | "min", [one, other]) => one_alone(&mut rust.drafts, node, *one, *other),
        ("div_ceil", [one, other]) => not_up(&mut rust.drafts, node, *one, *other),
        _ => {}
    }
}

pub fn c(c: &mut C<'_>) {
    let (body, source) = (c.function.body, c.function.source);
    let speaks = speaks_of_parts(c.known, c.function);
    within(body, |node, path| {
        if !is_for_room(node, path, body, source) {
            match node.kind() {
                "call_expression" if callee(node, source).is_some_and(|name| PICKS.contains(&name)) => {
                    if let [one, other] = arguments(node)[..] {
                        one_alone(&mut c.drafts, node, one, other);
                    }
                }
                "conditional_expression" => chosen(&mut c.drafts, node),
                "binary_expression" => {
                    divided(&mut c.drafts, node, speaks, true);
                }
                _ => {}
            }
        }
        true
    });
}

/// `a > b ? a : b`.
fn chosen(drafts: &mut Drafts<'_>, node: Node<'_>) {
    let part = |name| node.child_by_field_name(name);
    let (Some(asked), Some(yes), Some(no)) = (part("condition"), part("consequence"), part("alternative")) else { return };
    let asked = if asked.kind() == "parenthesized_expression" { named(asked).first().copied().unwrap_or(asked) } else { asked };
    let side = |name| asked.child_by_field_name(name).map(|n| bare(drafts.text(n)));
    let sign = asked.child_by_field_name("operator").filter(|_| asked.kind() == "binary_expression").map(|o| drafts.text(o));
    let (left, right) = (side("left"), side("right"));
    let arms = (Some(bare(drafts.text(yes))), Some(bare(drafts.text(no))));
    let picks = arms == (left.clone(), right.clone()) || arms == (right, left);
    if picks && sign.is_some_and(|s| comparison(s).is_some()) {
        one_alone(drafts, node, yes, no);
    }
}

fn one_alone(drafts: &mut Drafts<'_>, node: Node<'_>, one: Node<'_>, other: Node<'_>) {
    // What is beyond the largest of a type nobody can hand over.
    let is_extreme =
        |n: Node<'_>| drafts.text(n).split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "MAX" | "MIN" | "INFINITY"));
    if is_extreme(one) || is_extreme(other) || bare(drafts.text(one)) == bare(drafts.text(other)) {
        return;
    }
    for alone in [one, other] {
        drafts.put_beside(node.byte_range(), whole(drafts, alone), node.byte_range(), Kind::Operator);
    }
}

/// As one value, wherever it is put.
fn whole(drafts: &Drafts<'_>, node: Node<'_>) -> String {
    let text = drafts.text(node);
    let is_one = node.kind().ends_with("literal")
        || matches!(
            node.kind(),
            "identifier"
                | "self"
                | "call_expression"
                | "field_expression"
                | "index_expression"
                | "subscript_expression"
                | "parenthesized_expression"
        );
    if is_one { text.to_owned() } else { format!("({text})") }
}

fn divided(drafts: &mut Drafts<'_>, node: Node<'_>, speaks: bool, is_c: bool) {
    if !rounded_up(drafts, node) && speaks {
        left_over(drafts, node, is_c);
    }
}

/// `(a + b - 1) / b`, `(a + (b - 1)) / b` and `(a + 49) / 50`.
fn rounded_up(drafts: &mut Drafts<'_>, node: Node<'_>) -> bool {
    let Some((sum, by)) = sides(drafts, node, "/") else { return false };
    let sum = if sum.kind() == "parenthesized_expression" { named(sum).first().copied() } else { None };
    let by_text = bare(drafts.text(by));
    let one_less = |n: Node<'_>| {
        let inner = if n.kind() == "parenthesized_expression" { named(n).first().copied().unwrap_or(n) } else { n };
        let number = |t: &str| t.replace('_', "").trim_end_matches(|c: char| c.is_alphabetic()).parse::<u64>().ok();
        let spelt = sides(drafts, inner, "-").is_some_and(|(of, one)| bare(drafts.text(of)) == by_text && is_one(drafts.text(one)));
        spelt || number(drafts.text(inner)).zip(number(&by_text)).is_some_and(|(less, by)| by > 1 && less + 1 == by)
    };
    let Some(sum) = sum else { return false };
    let of = match (sides(drafts, sum, "+"), sides(drafts, sum, "-")) {
        (Some((of, less)), _) if one_less(less) => Some(of),
        (_, Some((more, one))) if is_one(drafts.text(one)) => {
            sides(drafts, more, "+").filter(|(_, step)| bare(drafts.text(*step)) == by_text).map(|(of, _)| of)
        }
        _ => None,
    };
    if let Some(of) = of {
        not_up(drafts, node, of, by);
    }
    of.is_some()
}

/// `a * b / c` rounded up, and with the division first. What is no whole number does not compile in this shape.
fn left_over(drafts: &mut Drafts<'_>, node: Node<'_>, is_c: bool) {
    let Some((of, by)) = sides(drafts, node, "/") else { return };
    let inner = if of.kind() == "parenthesized_expression" { named(of).first().copied().unwrap_or(of) } else { of };
    let product = sides(drafts, inner, "*");
    // One of two neighbours is even.
    let neighbours = product.is_some_and(|(a, b)| {
        let (a, b) = (bare(drafts.text(a)), bare(drafts.text(b)));
        [(&a, &b), (&b, &a)].iter().any(|(one, other)| {
            other.contains(one.as_str()) && (other.contains("+1") || other.contains("-1") || other.contains("+ 1") || other.contains("- 1"))
        })
    });
    if neighbours || drafts.text(by).contains('.') && by.kind() != "field_expression" {
        return;
    }
    let (all, part) = (whole(drafts, of), whole(drafts, by));
    let up = if is_c { format!("({all} / {part} + ({all} % {part} != 0))") } else { format!("(({all} + {part} - 1) / {part})") };
    let first = product.map(|(a, b)| format!("({} / {part} * {})", whole(drafts, a), whole(drafts, b)));
    for new in std::iter::once(up).chain(first) {
        drafts.put_beside(node.byte_range(), new, node.byte_range(), Kind::Operator);
    }
}

fn is_one(text: &str) -> bool {
    text.trim_end_matches(|c: char| c.is_alphabetic() || c == '_') == "1" || matches!(text, "1u32" | "1u64" | "1i32" | "1i64")
}

fn sides<'t>(drafts: &Drafts<'_>, node: Node<'t>, sign: &str) -> Option<(Node<'t>, Node<'t>)> {
    let part = |name| node.child_by_field_name(name);
    let fits = node.kind() == "binary_expression" && part("operator").is_some_and(|o| drafts.text(o) == sign);
    if fits { part("left").zip(part("right")) } else { None }
}

fn not_up(drafts: &mut Drafts<'_>, node: Node<'_>, of: Node<'_>, by: Node<'_>) {
    let (of, by) = (whole(drafts, of), whole(drafts, by));
    for new in [format!("({of} / {by} + 1)"), format!("({of} / {by})")] {
        drafts.put_beside(node.byte_range(), new, node.byte_range(), Kind::Operator);
    }
}

/// Whether a value is handed to who makes room, by itself or under a name.
fn is_for_room(node: Node<'_>, path: &[Node<'_>], body: Node<'_>, source: &str) -> bool {
    let makes_room = |call: Node<'_>| {
        let function = call.child_by_field_name("function").or_else(|| call.child_by_field_name("macro"));
        let name = function.map(|f| text(f.child_by_field_name("field").unwrap_or(f), source).rsplit("::").next().unwrap_or_default());
        name.is_some_and(|name| ROOMS.contains(&name))
    };
    if path.iter().any(|p| makes_room(*p)) {
        return true;
    }
    let declared = path.iter().rev().find(|p| matches!(p.kind(), "let_declaration" | "init_declarator"));
    let name = declared.and_then(|d| d.child_by_field_name("pattern").or_else(|| d.child_by_field_name("declarator")));
    let Some(name) = name.map(|n| text(n, source)) else { return false };
    let mut found = false;
    within(body, |inner, _| {
        let words = |n: Node<'_>| text(n, source).split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        found |= inner.start_byte() > node.end_byte() && makes_room(inner) && words(inner);
        true
    });
    found
}
