//! Answers that a function has from another one and passes on: `return answer;` of an enum, `Err(e) => Err(e)`, `check(x)?`. Owns which answers could stand there
//! instead. One of them is what the tests saw; where two get through, no test asks which it is. What is never come to is not claimed: so each place falls over first.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::Kind;
use super::c::C;
use super::code::{named, within};
use super::rust::{Rust, split_types};
use super::rust_unseen::callee;

/// So many places of a function, and answers for each.
const MOST: usize = 4;

/// `return answer;` where the answer is one of an enum, or is asked whether it is one of the constants that the file returns.
pub fn c<'a>(c: &mut C<'a>, statement: Node<'a>) {
    let Some(value) = named(statement).first().copied().filter(|v| v.kind() == "identifier") else { return };
    let name = c.drafts.text(value);
    let of_type = c.type_of(value).map(|t| c.known.aliases.get(t.trim()).map_or(t, String::as_str).trim().to_owned()).unwrap_or_default();
    let returned = returned(c);
    let is_answer = |constant: &&super::known::Constant| match of_type.as_str() {
        "int" => constant.of_type == "int" && returned.contains(&constant.name.as_str()),
        enumeration => enumeration.starts_with("enum ") && constant.of_type == enumeration,
    };
    // Two names of one value are one answer.
    let mut values = BTreeSet::new();
    let constants = c.known.constants.iter().filter(is_answer).filter(|k| values.insert(&k.value));
    let answers: Vec<String> = constants.map(|k| k.name.clone()).collect();
    if answers.len() < 2 || (of_type == "int" && !is_asked(c, name, &answers)) {
        return;
    }
    let falls = format!("(__builtin_trap(), {name})");
    for new in std::iter::once(falls).chain(answers.into_iter().take(2 * MOST)) {
        c.drafts.put_beside(value.byte_range(), new, statement.byte_range(), Kind::Constant);
    }
}

/// The names that functions of this file return.
fn returned<'a>(c: &C<'a>) -> Vec<&'a str> {
    let mut root = c.function.node;
    while let Some(parent) = root.parent() {
        root = parent;
    }
    let mut found = Vec::new();
    within(root, |node, _| {
        let value = named(node).first().copied().filter(|v| node.kind() == "return_statement" && v.kind() == "identifier");
        found.extend(value.map(|v| c.drafts.text(v)).filter(|name| c.known.constant(name).is_some()));
        true
    });
    found
}

/// Whether the function compares this variable with one of them.
fn is_asked(c: &C<'_>, name: &str, answers: &[String]) -> bool {
    let mut found = false;
    within(c.function.body, |node, _| {
        let side = |name| node.child_by_field_name(name).map(|n| c.drafts.text(n)).unwrap_or_default();
        let (left, right) = (side("left"), side("right"));
        let is_answer = |text: &str| answers.iter().any(|a| a == text);
        found |= matches!(side("operator"), "==" | "!=") && ((left == name && is_answer(right)) || (right == name && is_answer(left)));
        true
    });
    found
}

/// `Err(e)` of a name, and `?` behind what has its own reason.
pub fn rust<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) {
    if path.iter().any(|p| matches!(p.kind(), "closure_expression" | "async_block")) || rust.drafts.besides.len() >= MOST * MOST {
        return;
    }
    let types = split_types(rust.returns.strip_prefix("Result<").and_then(|t| t.strip_suffix('>')).unwrap_or_default());
    let Some(error) = types.get(1).map(|t| t.trim().to_owned()) else { return };
    let Some(all) = rust.known.variants.get(&error).filter(|all| all.len() > 1) else { return };
    let answers = all.iter().take(MOST).map(|variant| format!("{error}::{variant}"));
    let falls = format!("if true {{ panic!() }} else {{ {error}::{} }}", all[0]);
    let all: Vec<String> = std::iter::once(falls).chain(answers).collect();
    match node.kind() {
        "call_expression" if callee(rust, node) == Some("Err") => {
            let given = node.child_by_field_name("arguments").map(named).unwrap_or_default();
            let [reason] = given[..] else { return };
            let is_variable = reason.kind() == "identifier" && rust.known.constant(rust.drafts.text(reason)).is_none();
            for new in all.into_iter().filter(|_| is_variable) {
                rust.drafts.put_beside(reason.byte_range(), new, node.byte_range(), Kind::Constant);
            }
        }
        "try_expression" => {
            let Some(inner) = named(node).first().copied() else { return };
            if callee(rust, inner).is_some_and(|name| matches!(name, "ok_or" | "ok_or_else" | "map_err")) {
                return;
            }
            let end = inner.end_byte()..inner.end_byte();
            for new in all {
                rust.drafts.put_beside(end.clone(), format!(".map_err(|_| {new})"), node.byte_range(), Kind::Constant);
            }
        }
        _ => {}
    }
}
