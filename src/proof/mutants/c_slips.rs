//! Slips in how a C function flows, and those that only C has: sizes of pointers, places one off, strings without room for their end, memory that is not
//! given back, a pointer that is not checked.

use tree_sitter::Node;

use super::c::{C, is_pointer, shown};
use super::c_sizes::{bytes, size, size_of};
use super::code::{named, within};
use super::shared::{comparison, squeezed};
use super::{Kind, Rank, order, passed_on, rounds};
use crate::syntax::tree::text;

/// Whether the walk goes into a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    GoOn,
    Leave,
}

pub const ALLOCATORS: [&str; 6] = ["malloc", "calloc", "realloc", "strdup", "strndup", "aligned_alloc"];

/// What concerns the function as a whole.
pub fn whole_body(c: &mut C<'_>) {
    order::c(c);
    let body = c.function.body;
    let statements = named(body);
    if let [first, _, ..] = statements[..] {
        let early = if c.returns == "void" { "return; " } else { "return 0; " };
        if !c.returns.starts_with("struct ") || is_pointer(&c.returns) {
            let start = first.start_byte();
            c.drafts.put_range(start..start, early, first.byte_range(), Kind::EarlyReturn, Rank::Filler);
        }
    }
}

/// What malloc and its kin were asked for, by the name it got.
pub fn allocated(node: Node<'_>, source: &str) -> Option<String> {
    let (to, value) = match node.kind() {
        "init_declarator" => (node.child_by_field_name("declarator")?, node.child_by_field_name("value")?),
        "assignment_expression" => (node.child_by_field_name("left")?, node.child_by_field_name("right")?),
        _ => return None,
    };
    let value = if value.kind() == "cast_expression" { value.child_by_field_name("value")? } else { value };
    let called = text(value.child_by_field_name("function")?, source);
    ALLOCATORS.contains(&called).then(|| squeezed(text(to, source)).trim_start_matches('*').to_owned())
}

pub fn visit<'a>(c: &mut C<'a>, node: Node<'a>, path: &[Node<'a>]) -> Then {
    match node.kind() {
        "if_statement" => if_statement(c, node),
        "while_statement" | "for_statement" | "do_statement" => {
            let counted = rounds::c_loop(c, node, path);
            one_round(c, node, counted);
        }
        "conditional_expression" => {
            if let Some(condition) = node.child_by_field_name("condition") {
                c.drafts.put(condition, "0", node, Kind::Condition, Rank::Fair);
                c.drafts.put(condition, "1", node, Kind::Condition, Rank::Fair);
            }
        }
        "call_expression" => return call(c, node),
        "sizeof_expression" => {
            size(c, node, path);
            return Then::Leave;
        }
        "pointer_expression" if c.drafts.text(node).starts_with('*') => dereference(c, node, path),
        "char_literal" if c.drafts.text(node) == "'\\0'" => {
            c.drafts.put(node, "'0'", shown(node, path), Kind::NulSlot, Rank::Good);
            return Then::Leave;
        }
        "return_statement" => {
            answer(c, node);
            passed_on::c(c, node);
        }
        "break_statement" => leave_early(c, node, path),
        "continue_statement" => c.drafts.put(node, "break;", node, Kind::EarlyReturn, Rank::Good),
        "expression_statement" => statement(c, node, path),
        _ => {}
    }
    Then::GoOn
}

fn if_statement<'a>(c: &mut C<'a>, node: Node<'a>) {
    let part = |name| node.child_by_field_name(name);
    let Some(condition) = part("condition").and_then(|p| named(p).first().copied()) else { return };
    let text = c.drafts.text(condition);
    let sign = condition.child_by_field_name("operator").map(|o| c.drafts.text(o)).unwrap_or_default();
    if comparison(sign).is_none() && !matches!(sign, "==" | "!=" | "!") {
        c.drafts.put(condition, format!("!({text})"), condition, Kind::Condition, Rank::Best);
    }
    let acts = text.contains("++") || text.contains("--") || holds(condition, "assignment_expression");
    if !acts {
        let yes = part("consequence").map(|y| c.drafts.text(y)).unwrap_or_default();
        let leaves = yes.contains("return") || yes.contains("goto");
        let (never, always) = if leaves { (Rank::Good, Rank::Filler) } else { (Rank::Fair, Rank::Fair) };
        c.drafts.put(condition, "0", condition, Kind::Condition, never);
        c.drafts.put(condition, "1", condition, Kind::Condition, always);
    }
    if let Some(otherwise) = part("alternative") {
        c.drafts.put(otherwise, "", otherwise, Kind::Condition, Rank::Fair);
    }
}

fn holds(node: Node<'_>, kind: &str) -> bool {
    let mut found = false;
    within(node, |node, _| {
        found |= node.kind() == kind;
        true
    });
    found
}

/// What notices that a loop ends after the second round notices that it ends after the first.
fn one_round<'a>(c: &mut C<'a>, node: Node<'a>, counted: bool) {
    let Some(body) = node.child_by_field_name("body").filter(|b| b.kind() == "compound_statement") else { return };
    let Some(last) = named(body).last().copied() else { return };
    let rank = if counted { Rank::Filler } else { Rank::Good };
    if !matches!(last.kind(), "break_statement" | "return_statement" | "continue_statement") {
        c.drafts.put_range(last.end_byte()..last.end_byte(), " break;", last.byte_range(), Kind::EarlyReturn, rank);
    }
}

/// Leaves what is only printed; what is asked of malloc has slips of its own, and asking for more is not noticed.
fn call<'a>(c: &mut C<'a>, node: Node<'a>) -> Then {
    let part = |name| node.child_by_field_name(name);
    let (Some(function), Some(arguments)) = (part("function"), part("arguments")) else { return Then::GoOn };
    let (name, given) = (c.drafts.text(function), named(arguments));
    let to_people = given.first().is_some_and(|g| c.drafts.text(*g) == "stderr");
    if matches!(name, "printf" | "puts" | "perror" | "assert" | "putchar") || to_people {
        return Then::Leave;
    }
    if !ALLOCATORS.contains(&name) {
        return Then::GoOn;
    }
    for argument in given {
        within(argument, |inner, path| {
            match inner.kind() {
                "binary_expression" => asked_for(c, inner),
                "sizeof_expression" => size(c, inner, path),
                _ => {}
            }
            inner.kind() != "sizeof_expression"
        });
    }
    Then::Leave
}

fn asked_for<'a>(c: &mut C<'a>, node: Node<'a>) {
    let part = |name| node.child_by_field_name(name);
    let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
    let (one, sign, other) = (c.drafts.text(left), c.drafts.text(operator), c.drafts.text(right));
    if sign == "+" && (other == "1" || one == "1") {
        let rest = if other == "1" { one } else { other };
        c.drafts.put(node, rest, node, Kind::NulSlot, Rank::Best);
    } else if sign == "+" {
        c.drafts.put(node, one, node, Kind::Sizeof, Rank::Best);
        c.drafts.put(node, other, node, Kind::Sizeof, Rank::Best);
    } else if sign == "*" {
        for (kept, lost) in [(left, right), (right, left)] {
            let is_size = lost.kind() == "sizeof_expression";
            if !is_size || size_of(c, lost).is_none_or(|size| size > 1) {
                let rank = if is_size { Rank::Best } else { Rank::Good };
                c.drafts.put(node, c.drafts.text(kept), node, Kind::Sizeof, rank);
            }
        }
    }
}

fn dereference<'a>(c: &mut C<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let (Some(pointer), Some(parent)) = (node.child_by_field_name("argument"), path.last()) else { return };
    let asked = match parent.kind() {
        "unary_expression" => c.drafts.text(*parent).starts_with('!'),
        "binary_expression" => parent.child_by_field_name("operator").is_some_and(|o| matches!(c.drafts.text(o), "&&" | "||")),
        "parenthesized_expression" => path.len() > 1 && matches!(path[path.len() - 2].kind(), "if_statement" | "while_statement"),
        "for_statement" => parent.child_by_field_name("condition") == Some(node),
        _ => false,
    };
    if asked {
        c.drafts.put(node, c.drafts.text(pointer), shown(node, path), Kind::Pointer, Rank::Good);
    }
    if pointer.kind() == "identifier" {
        c.drafts.put(node, format!("*({} + 1)", c.drafts.text(pointer)), shown(node, path), Kind::Pointer, Rank::Fair);
    }
}

fn answer<'a>(c: &mut C<'a>, node: Node<'a>) {
    let Some(value) = named(node).first().copied() else { return };
    let value_text = c.drafts.text(value);
    let plain = matches!(value.kind(), "identifier" | "call_expression" | "field_expression" | "subscript_expression");
    let is_truth = matches!(c.returns.as_str(), "bool" | "_Bool");
    if is_pointer(&c.returns) {
        let whole = c.returns.contains("void") || bytes(c, c.returns.trim_end_matches('*'), 4).is_some();
        if value.kind() == "identifier" && whole && c.known.constant(value_text).is_none() {
            c.drafts.put(value, format!("{value_text} + 1"), node, Kind::Pointer, Rank::Good);
        }
        if value_text == "NULL"
            && let Some(name) = c.parameter_of_answer()
        {
            c.drafts.put(value, name, node, Kind::Pointer, Rank::Good);
        }
    } else if is_truth && plain {
        c.drafts.put(value, format!("!{value_text}"), node, Kind::Condition, Rank::Good);
    } else if plain && is_whole_number(&c.returns) && c.known.constant(value_text).is_none() {
        let rank = if value.kind() == "identifier" { Rank::Fair } else { Rank::Filler };
        c.drafts.put(value, format!("{value_text} + 1"), node, Kind::OffByOne, rank);
    }
}

fn is_whole_number(of_type: &str) -> bool {
    ["int", "long", "short", "unsigned", "size_t", "ptrdiff_t"].iter().any(|t| of_type.contains(t))
}

/// A case without its end falls into the next; a loop without it goes on.
fn leave_early<'a>(c: &mut C<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let around = path.iter().rev().find(|p| matches!(p.kind(), "case_statement" | "for_statement" | "while_statement" | "do_statement"));
    match around.map(|a| a.kind()) {
        Some("case_statement") => {
            let next = around.and_then(|a| a.next_named_sibling());
            if next.is_some_and(|n| n.kind() == "case_statement") {
                c.drafts.put(node, "", node, Kind::RemovedStatement, Rank::Good);
            }
        }
        Some("for_statement") => {
            // Where nothing else happens before it, going on may find nothing more: a list may be in order.
            let alone = node.prev_named_sibling().is_none_or(|p| p.kind() == "comment" || p.kind() == "parenthesized_expression");
            let rank = if alone { Rank::Filler } else { Rank::Good };
            c.drafts.put(node, "continue;", node, Kind::Condition, rank);
        }
        _ => {}
    }
}

fn statement<'a>(c: &mut C<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let Some(inner) = named(node).first().copied() else { return };
    let loops = path.iter().any(|p| matches!(p.kind(), "while_statement" | "do_statement"));
    let part = |name| inner.child_by_field_name(name).map(|n| c.drafts.text(n)).unwrap_or_default();
    let (kind, rank) = match inner.kind() {
        "assignment_expression" if matches!(part("right"), "'\\0'") => {
            let zeroed = c.drafts.text(c.function.body).contains("calloc");
            (Kind::NulSlot, if zeroed { Rank::Fair } else { Rank::Best })
        }
        "assignment_expression" if is_first_value(c, part("left")) || c.allocated.iter().any(|a| *a == squeezed(part("left"))) => return,
        "assignment_expression" => (Kind::RemovedStatement, if loops { Rank::Fair } else { Rank::Good }),
        "update_expression" => (Kind::RemovedStatement, if loops { Rank::Fair } else { Rank::Good }),
        "call_expression" => {
            let shows =
                !matches!(part("function"), "printf" | "puts" | "perror" | "fflush" | "fclose" | "assert" | "pthread_join" | "ETUDE_TODO");
            if !shows || part("arguments").starts_with("(stderr") {
                return;
            }
            (Kind::RemovedStatement, Rank::Good)
        }
        _ => return,
    };
    // Where there are no braces, something has to stand.
    let new = if path.last().is_some_and(|p| p.kind() == "compound_statement") { "" } else { ";" };
    c.drafts.put(node, new, node, kind, rank);
}

/// A variable that was declared without a value needs this one.
fn is_first_value(c: &C<'_>, name: &str) -> bool {
    let mut found = false;
    within(c.function.body, |node, path| {
        let declares = path.last().is_some_and(|p| {
            matches!(p.kind(), "declaration" | "pointer_declarator") && p.child_by_field_name("declarator").is_some_and(|d| d == node)
        });
        let in_init = path.iter().any(|p| p.kind() == "init_declarator");
        found |= declares && !in_init && node.kind() == "identifier" && c.drafts.text(node) == name;
        true
    });
    found
}
