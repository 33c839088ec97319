//! A store before its check: `self.used += n;` above the `if` that refuses it, so that what was refused has happened all the same. Owns which stores outlive
//! the function: those into a field, or into a place of somebody else's list.

use tree_sitter::Node;

use super::c::C;
use super::c_failing::Questions;
use super::c_values::peeled;
use super::code::{named, within};
use super::rust::Rust;
use super::shared::Drafts;
use super::{Kind, Rank};

pub fn rust(rust: &mut Rust<'_>) {
    let mut found = Vec::new();
    within(rust.function.body, |node, _| {
        if node.kind() == "block" {
            found.extend(pairs(node).into_iter().filter(|(check, store)| {
                let check = if check.kind() == "expression_statement" { named(*check).first().copied() } else { Some(*check) };
                let target =
                    named(*store).first().copied().filter(|s| matches!(s.kind(), "assignment_expression" | "compound_assignment_expr"));
                let target = target.and_then(|t| t.child_by_field_name("left"));
                check.is_some_and(|c| c.kind() == "if_expression" && only_leaves(c, "return_expression"))
                    && target.is_some_and(|t| t.kind() == "field_expression" && rust.drafts.text(t).starts_with("self."))
            }));
        }
        node.kind() != "closure_expression"
    });
    found.into_iter().for_each(|(check, store)| put_first(&mut rust.drafts, check, store));
}

pub fn c<'a>(c: &mut C<'a>, questions: &Questions<'_, 'a>) {
    let mut found = Vec::new();
    within(c.function.body, |node, _| {
        if node.kind() == "compound_statement" {
            found.extend(pairs(node).into_iter().filter(|(check, store)| {
                let target = named(*store).first().copied().filter(|_| store.kind() == "expression_statement");
                let target = target.and_then(|t| t.child_by_field_name("left").or_else(|| t.child_by_field_name("argument")));
                let asked = check.child_by_field_name("condition").map(peeled);
                check.kind() == "if_statement"
                    && only_leaves(*check, "return_statement")
                    && asked.is_some_and(|a| questions.asks(a).is_none())
                    && target.is_some_and(|t| outlives(c, t))
            }));
        }
        true
    });
    found.into_iter().for_each(|(check, store)| put_first(&mut c.drafts, check, store));
}

fn outlives(c: &C<'_>, target: Node<'_>) -> bool {
    let text = c.drafts.text(target);
    let list = target.child_by_field_name("argument").map(|a| c.drafts.text(a)).unwrap_or_default();
    match target.kind() {
        "field_expression" => text.contains("->"),
        "subscript_expression" => list.contains("->") || c.is_parameter(list),
        _ => false,
    }
}

fn pairs(block: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let all = named(block);
    all.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// An `if` without an `else` that does nothing but leave the function.
pub fn only_leaves(check: Node<'_>, leave: &str) -> bool {
    let part = |name| check.child_by_field_name(name);
    let Some(yes) = part("consequence").filter(|_| part("alternative").is_none()) else { return false };
    let mut last = yes;
    while let [only] = named(last)[..] {
        if only.kind() == leave {
            return true;
        }
        last = only;
    }
    last.kind() == leave
}

fn put_first(drafts: &mut Drafts<'_>, check: Node<'_>, store: Node<'_>) {
    let between = drafts.source.get(check.end_byte()..store.start_byte()).unwrap_or_default();
    let new = format!("{}{between}{}", drafts.text(store), drafts.text(check));
    let range = check.start_byte()..store.end_byte();
    drafts.put_range(range.clone(), new, range, Kind::Order, Rank::Good);
}
