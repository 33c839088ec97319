//! Less than all: a loop that walks on as an `if` that takes one step, and a mask of which any part will do (`(a & m) != 0` for `(a & m) == m`, also with the empty mask apart). Each is tried besides the
//! mutants, and a test must notice it whatever the share. Leaves alone loops that call somebody: how often those go round may be up to the system.

use tree_sitter::Node;

use super::Kind;
use super::c::C;
use super::code::{named, within};
use super::known::Known;
use super::rust::Rust;
use super::shared::{Drafts, bare};
use crate::proof::rules::is_constant_name;

/// What a walk along links calls without asking anybody.
const LINKS: [&str; 8] = ["as_ref", "as_mut", "as_deref", "as_deref_mut", "is_some", "is_none", "len", "Some"];

pub fn rust(rust: &mut Rust<'_>) {
    let body = rust.function.body;
    within(body, |node, _| {
        match node.kind() {
            "while_expression" => one_step(&mut rust.drafts, node),
            "binary_expression" => any_part(&mut rust.drafts, rust.known, body, node),
            _ => {}
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
}

pub fn c(c: &mut C<'_>) {
    let body = c.function.body;
    within(body, |node, _| {
        match node.kind() {
            "while_statement" => one_step(&mut c.drafts, node),
            "binary_expression" => any_part(&mut c.drafts, c.known, body, node),
            _ => {}
        }
        true
    });
}

fn one_step(drafts: &mut Drafts<'_>, node: Node<'_>) {
    const WHILE: usize = "while".len();
    let Some(body) = node.child_by_field_name("body") else { return };
    let (start, is_while) = (node.start_byte(), drafts.text(node).starts_with("while"));
    if is_while && !calls(drafts, node) {
        drafts.put_beside(start..start + WHILE, "if".to_owned(), start..body.start_byte(), Kind::Operator);
    }
}

fn calls(drafts: &Drafts<'_>, node: Node<'_>) -> bool {
    let mut found = false;
    within(node, |inner, _| {
        let function = inner.child_by_field_name("function").filter(|_| inner.kind() == "call_expression");
        let name = function.map(|f| drafts.text(f.child_by_field_name("field").unwrap_or(f)));
        found |= name.is_some_and(|name| !LINKS.contains(&name)) || inner.kind() == "macro_invocation";
        true
    });
    found
}

/// `(frame & pulled) == pulled` as any part of it, and as any part of it where it is not empty: tests of the empty mask alone do not tell all from any.
fn any_part(drafts: &mut Drafts<'_>, known: &Known, body: Node<'_>, node: Node<'_>) {
    let sides = [node.child_by_field_name("left"), node.child_by_field_name("right")];
    let (Some(sign), [Some(left), Some(right)]) = (node.child_by_field_name("operator"), sides) else { return };
    if drafts.text(sign) != "==" {
        return;
    }
    for (masked, whole) in [(left, right), (right, left)] {
        let inner = if masked.kind() == "parenthesized_expression" { named(masked).first().copied().unwrap_or(masked) } else { masked };
        let (Some(one), Some(other)) = (inner.child_by_field_name("left"), inner.child_by_field_name("right")) else { continue };
        let is_mask = inner.kind() == "binary_expression" && inner.child_by_field_name("operator").is_some_and(|o| drafts.text(o) == "&");
        let mask = [one, other].into_iter().find(|side| bare(drafts.text(*side)) == bare(drafts.text(whole)));
        if let Some(mask) = mask.filter(|mask| is_mask && has_parts(drafts, known, body, *mask)) {
            let part = format!("({}) != 0", drafts.text(inner));
            let unless_empty = format!("({} == 0 || {part})", drafts.text(mask));
            for new in [part, unless_empty] {
                drafts.put_beside(node.byte_range(), new, node.byte_range(), Kind::Operator);
            }
        }
    }
}

/// Of a number in digits.
fn bits(number: &str) -> u32 {
    let plain = number.replace('_', "").to_lowercase();
    let (digits, radix) = match (plain.strip_prefix("0x"), plain.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => (plain.as_str(), 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    u64::from_str_radix(&digits[..end], radix).map_or(0, u64::count_ones)
}

/// One bit has no parts. A number may be one, and so may a name that stands for it.
fn has_parts(drafts: &Drafts<'_>, known: &Known, body: Node<'_>, mask: Node<'_>) -> bool {
    let name = drafts.text(mask);
    if name.contains("<<") || matches!(mask.kind(), "number_literal" | "integer_literal") {
        return false;
    }
    let last = name.rsplit("::").next().unwrap_or(name);
    if let Some(constant) = known.constant(last) {
        return constant.value.contains('|') || bits(&constant.value) > 1;
    }
    let mut is_bit = false;
    within(body, |inner, _| {
        let declares = matches!(inner.kind(), "init_declarator" | "let_declaration");
        let declared = inner.child_by_field_name("declarator").or_else(|| inner.child_by_field_name("pattern")).filter(|_| declares);
        is_bit |= declared.is_some_and(|d| drafts.text(d).trim_start_matches("mut ") == name) && drafts.text(inner).contains("<<");
        true
    });
    !is_bit && !is_constant_name(last)
}
