//! Whether a `let … else` asks what was settled before: an earlier question has left the function for all other cases, and the language wants an `else` all the same.
//! It reads the statements above it in the same block; where one of them could change the value, nothing is settled.

use tree_sitter::Node;

use super::branches::leaves;
use super::code::{named, within};
use super::rust::Rust;
use crate::syntax::tree::text;

pub fn is_settled(rust: &Rust<'_>, asks: Node<'_>) -> bool {
    let source = rust.function.source;
    let part = |name| asks.child_by_field_name(name);
    let (Some(pattern), Some(value), Some(block)) = (part("pattern"), part("value"), asks.parent()) else { return false };
    let (wanted, of) = (case(text(pattern, source)), bare(text(value, source)));
    if of.is_empty() || of.contains(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.')) {
        return false;
    }
    let mut gone: Vec<&str> = Vec::new();
    for statement in named(block).into_iter().take_while(|s| s.end_byte() <= asks.start_byte()) {
        let inner = if statement.kind() == "expression_statement" { named(statement).first().copied() } else { Some(statement) };
        let check = inner.filter(|i| i.kind() == "if_expression" && i.child_by_field_name("consequence").is_some_and(leaves));
        match check.and_then(|c| c.child_by_field_name("condition")).and_then(|asked| answered(asked, of, source)) {
            Some(case) => gone.push(case),
            None if may_change(statement, of, source) => gone.clear(),
            None => {}
        }
    }
    let all = cases(rust, text(pattern, source), wanted);
    all.len() > 1 && all.iter().all(|case| *case == wanted || gone.contains(&case.as_str()))
}

/// The case of which a question with a `yes` says that it is this one.
fn answered<'s>(asked: Node<'_>, of: &str, source: &'s str) -> Option<&'s str> {
    let part = |name| asked.child_by_field_name(name);
    let whole = text(asked, source);
    match asked.kind() {
        "let_condition" => {
            let pattern = text(part("pattern")?, source);
            (bare(text(part("value")?, source)) == of && takes_all(pattern)).then(|| case(pattern))
        }
        "call_expression" => [(".is_none()", "None"), (".is_some()", "Some"), (".is_err()", "Err"), (".is_ok()", "Ok")]
            .into_iter()
            .find_map(|(ends, case)| (whole.strip_suffix(ends) == Some(of)).then_some(case)),
        "macro_invocation" => {
            let (value, pattern) = whole.strip_prefix("matches!(")?.strip_suffix(')')?.split_once(',')?;
            (bare(value.trim()) == of && takes_all(pattern.trim())).then(|| case(pattern.trim()))
        }
        _ => None,
    }
}

/// `River::Spring { .. }` and `Some(x)`, but not `Some(3)` and nothing with an `if`.
fn takes_all(pattern: &str) -> bool {
    let inside = pattern.find(['(', '{']).map_or("", |at| &pattern[at..]);
    let words = inside.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let plain = |word: &str| word.starts_with(|c: char| c.is_lowercase() || c == '_') && !matches!(word, "if" | "true" | "false");
    !pattern.contains('|') && !inside.contains('"') && !inside.contains('\'') && { words }.all(plain)
}

/// The last name of a pattern: `Meet` of `River::Meet(left, right)`.
fn case(pattern: &str) -> &str {
    let path = pattern.split(['(', '{', ' ']).next().unwrap_or_default();
    path.rsplit("::").next().unwrap_or_default().trim()
}

fn bare(value: &str) -> &str {
    value.trim_start_matches(['&', '*']).trim_start_matches("mut ").trim()
}

fn cases(rust: &Rust<'_>, pattern: &str, wanted: &str) -> Vec<String> {
    let names = |all: [&str; 2]| all.map(str::to_owned).to_vec();
    match wanted {
        "Some" | "None" => names(["Some", "None"]),
        "Ok" | "Err" => names(["Ok", "Err"]),
        _ => {
            let path = pattern.split(['(', '{', ' ']).next().unwrap_or_default();
            let of = path.rsplit("::").nth(1).unwrap_or_default();
            let of = if of == "Self" { rust.function.owner.as_deref().unwrap_or_default() } else { of };
            rust.known.cases.get(of).cloned().unwrap_or_default()
        }
    }
}

fn may_change(statement: Node<'_>, of: &str, source: &str) -> bool {
    let mut found = false;
    within(statement, |node, _| {
        let to = match node.kind() {
            "assignment_expression" | "compound_assignment_expr" => node.child_by_field_name("left"),
            "let_declaration" => node.child_by_field_name("pattern"),
            "reference_expression" if text(node, source).starts_with("&mut ") => node.child_by_field_name("value"),
            _ => None,
        };
        found |= to.is_some_and(|to| text(to, source).trim_start_matches("mut ") == of);
        true
    });
    found
}
