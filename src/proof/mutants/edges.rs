//! Places of the reference that tests must notice whatever the share of rejected mutants is: a limit that no test stands at, a range of a `match`, a key, the
//! name of an answer, memory that is given back, a call of what the caller handed over, what is written there once, a key of an order, a check that refuses. Owns which slips belong to one such place. Where both sides of an edge often come to the same (loops, signs, two elements, letters)
//! nothing is claimed.

use std::ops::Range;

use tree_sitter::Node;

use super::code::{Code, named};
use super::shared::comparison;
use super::{Draft, Kind, answers, c_said, owed, reached};
use crate::syntax::tree::{children, text};

/// The place that a slip belongs to, by its bytes.
pub fn place(code: &Code, file: usize, draft: &Draft) -> Option<Range<usize>> {
    let parsed = &code.files[file];
    let (root, source) = (parsed.tree()?.root_node(), parsed.file.content.as_str());
    let at = |range: &Range<usize>| root.descendant_for_byte_range(range.start, range.end).filter(|n| n.byte_range() == *range);
    match draft.kind {
        Kind::Boundary | Kind::OffByOne => at(&draft.shown).and_then(|n| edge(n, draft, source)),
        Kind::Constant => at(&draft.edit).map(answer_name).filter(|n| is_answer(code, *n, source)).map(|n| n.byte_range()),
        Kind::NulSlot => at(&draft.edit).filter(|n| ends_a_text(*n, source)).map(|n| n.byte_range()),
        Kind::Width => Some(draft.edit.clone()),
        // What is written before its check, by the comment to be as it was.
        Kind::Order => Some(draft.edit.clone()).filter(|edit| edit.is_empty()),
        Kind::Key => Some(missing_key(source, draft)),
        Kind::Condition => at(&draft.edit).filter(|n| draft.is_never() && refuses(*n, source)).and_then(guard).map(|n| n.byte_range()),
        Kind::RemovedStatement => {
            at(&draft.edit).filter(|n| owed::is_owed(code, *n, source) || owed::is_only_store(*n, source)).map(|n| n.byte_range())
        }
        _ => None,
    }
}

/// What is missing from an order: each key is a place of its own.
fn missing_key(source: &str, draft: &Draft) -> Range<usize> {
    let (before, edit) = (source.get(draft.edit.clone()).unwrap_or_default(), &draft.edit);
    let common = |pairs: &mut dyn Iterator<Item = (u8, u8)>| pairs.take_while(|(a, b)| a == b).count();
    let front = common(&mut before.bytes().zip(draft.new.bytes()));
    let back = common(&mut before.bytes().rev().zip(draft.new.bytes().rev())).min(before.len() - front);
    if edit.is_empty() { draft.shown.clone() } else { edit.start + front..edit.end - back }
}

/// The `if` that a question is the whole of.
fn guard(question: Node<'_>) -> Option<Node<'_>> {
    let mut around = question.parent();
    while let Some(node) = around.filter(|n| matches!(n.kind(), "parenthesized_expression" | "condition_clause")) {
        around = node.parent();
    }
    around.filter(|n| matches!(n.kind(), "if_expression" | "if_statement"))
}

/// A check that leaves the function with an answer that the rest does not give.
fn refuses(question: Node<'_>, source: &str) -> bool {
    guard(question).is_some() && leaves_with_another_answer(question, source)
}

fn edge(node: Node<'_>, draft: &Draft, source: &str) -> Option<Range<usize>> {
    if node.kind() == "range_expression" {
        let dots = asked_range(node, source)?;
        return (draft.edit.start >= dots.start_byte()).then(|| dots.start_byte()..node.end_byte());
    }
    is_edge(node, source).then(|| node.byte_range())
}

/// The dots of `(1..=LAST).contains(&n)`, which asks about its end as a range of a `match` does. Of letters that are written out nothing is claimed.
fn asked_range<'t>(range: Node<'t>, source: &str) -> Option<Node<'t>> {
    let method = range.parent().filter(|p| p.kind() == "parenthesized_expression")?.parent()?;
    let is_asked = method.child_by_field_name("field").is_some_and(|f| text(f, source) == "contains");
    let call = method.parent().filter(|c| is_asked && c.kind() == "call_expression" && !steers_a_loop(*c))?;
    let all = children(range);
    let dots = all.iter().copied().find(|c| c.kind().starts_with(".."))?;
    all.last().filter(|end| is_limit(**end, source) && call.end_byte() > end.end_byte()).map(|_| dots)
}

fn is_edge(node: Node<'_>, source: &str) -> bool {
    let part = |name| node.child_by_field_name(name);
    match node.kind() {
        "range_pattern" => true,
        "unary_expression" => !steers_a_loop(node),
        "binary_expression" => {
            let (Some(left), Some(sign), Some(right)) = (part("left"), part("operator"), part("right")) else { return false };
            let sign = text(sign, source);
            let limited = || is_limit(left, source) || is_limit(right, source) || leaves_with_another_answer(node, source);
            let keyed = || matches!(sign, "==" | "!=");
            !steers_a_loop(node) && (keyed() || (comparison(sign).is_some() && limited()))
        }
        _ => false,
    }
}

/// What is put together from questions: the node around all of them.
fn whole_question(node: Node<'_>) -> Node<'_> {
    let mut whole = node;
    while let Some(parent) = whole.parent().filter(|p| {
        matches!(p.kind(), "parenthesized_expression" | "binary_expression" | "unary_expression" | "let_chain" | "condition_clause")
    }) {
        whole = parent;
    }
    whole
}

/// Two ends that meet, and places behind the last, are for the loop to settle.
fn steers_a_loop(node: Node<'_>) -> bool {
    let whole = whole_question(node);
    whole.parent().is_some_and(|p| {
        matches!(p.kind(), "while_expression" | "while_statement" | "for_statement" | "do_statement")
            && p.child_by_field_name("condition") == Some(whole)
    })
}

/// A number or a constant. On which side nought lies often shows in nothing, since it adds nothing; the largest of a type has nothing behind it.
fn is_limit(side: Node<'_>, source: &str) -> bool {
    let name = |name: &str| is_constant(name) && !name.ends_with("_MAX") && !name.ends_with("_MIN") && !matches!(name, "MAX" | "MIN");
    match side.kind() {
        "integer_literal" | "number_literal" => text(side, source).starts_with(|c: char| ('1'..='9').contains(&c)),
        "identifier" => name(text(side, source)),
        "scoped_identifier" => side.child_by_field_name("name").is_some_and(|n| name(text(n, source))),
        _ => false,
    }
}

fn is_constant(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// `if amount > self.balance { return Err(…); }` where the function ends in `Ok(…)`: the two sides of the edge cannot come to the same.
fn leaves_with_another_answer(node: Node<'_>, source: &str) -> bool {
    let whole = whole_question(node);
    let check = whole.parent().filter(|p| matches!(p.kind(), "if_expression" | "if_statement"));
    let Some(check) = check.filter(|c| c.child_by_field_name("alternative").is_none()) else { return false };
    let leaves = check.child_by_field_name("consequence").and_then(|yes| match named(yes)[..] {
        _ if yes.kind() == "return_statement" => Some(yes),
        [only] if only.kind() == "expression_statement" => named(only).first().copied(),
        [only] => Some(only),
        _ => None,
    });
    let answer = |node: Node<'_>| {
        let returns = matches!(node.kind(), "return_expression" | "return_statement");
        let value = if returns { named(node).first().copied() } else { Some(node) };
        value.and_then(|v| outcome(v, source))
    };
    let early = leaves.filter(|l| matches!(l.kind(), "return_expression" | "return_statement")).and_then(answer);
    let mut function = check;
    while let Some(parent) = function.parent().filter(|_| !matches!(function.kind(), "function_item" | "function_definition")) {
        function = parent;
    }
    let last = function.child_by_field_name("body").and_then(|body| named(body).last().copied()).and_then(answer);
    early.zip(last).is_some_and(|(early, last)| early != last)
}

/// Which way a function ends, where that can be read off: `Ok`, `Err`, a plain value.
pub fn outcome<'s>(value: Node<'_>, source: &'s str) -> Option<&'s str> {
    let whole = text(value, source);
    match value.kind() {
        "call_expression" => {
            let function = value.child_by_field_name("function").map(|f| text(f, source))?;
            matches!(function, "Ok" | "Err" | "Some").then_some(function)
        }
        "true" | "false" | "boolean_literal" | "number_literal" | "integer_literal" | "null" => Some(whole),
        "unary_expression" if whole == "-1" => Some(whole),
        "identifier" if is_constant(whole) || whole == "None" => Some(whole),
        _ => None,
    }
}

/// The name of a variant that is replaced with what it holds.
fn answer_name(node: Node<'_>) -> Node<'_> {
    let of_call = node.child_by_field_name("function").filter(|f| f.kind() == "scoped_identifier");
    of_call.and_then(|f| f.child_by_field_name("name")).unwrap_or(node)
}

/// What a function says about how it went.
fn is_answer(code: &Code, node: Node<'_>, source: &str) -> bool {
    is_named_answer(node, source)
        || reached::for_a_lack(node, source).is_some_and(|lack| !is_for_the_rest(lack.value, source))
        || answers::is_told(code, node, source)
        || c_said::is_errno(node, source)
}

/// `buffer[length] = '\0';` in what the caller handed over, `hut->name[length] = '\0';` too. At the very start it says that there is no text, which a caller may not ask.
fn ends_a_text(statement: Node<'_>, source: &str) -> bool {
    let place = named(statement).first().and_then(|set| set.child_by_field_name("left")).filter(|l| l.kind() == "subscript_expression");
    let Some(place) = place.filter(|_| statement.kind() == "expression_statement") else { return false };
    let index = place.child_by_field_name("index").map(|n| text(n, source)).unwrap_or_default();
    let mut room = place.child_by_field_name("argument");
    // What is reached through a pointer or a list is the caller's; a struct that came by value is not.
    let by_value =
        room.is_some_and(|r| r.kind() == "field_expression" && !text(r, source).contains("->") && !text(r, source).contains('['));
    while let Some(inner) = room.filter(|r| matches!(r.kind(), "field_expression" | "subscript_expression")) {
        room = inner.child_by_field_name("argument");
    }
    index != "0" && !by_value && room.is_some_and(|name| owed::is_handed_over(statement, text(name, source), source))
}

/// A constant that is returned as it is, or says what went wrong; not where only what cannot be comes to.
fn is_named_answer(node: Node<'_>, source: &str) -> bool {
    let mut value = node;
    let mut wrapped = false;
    while let Some(parent) = value.parent() {
        let is_function = parent.kind() == "call_expression" && parent.child_by_field_name("function") == Some(value);
        let is_error =
            parent.kind() == "call_expression" && parent.child_by_field_name("function").is_some_and(|f| text(f, source) == "Err");
        wrapped |= is_error;
        if !matches!(parent.kind(), "scoped_identifier" | "arguments" | "parenthesized_expression") && !is_function && !is_error {
            break;
        }
        value = parent;
    }
    let is_name =
        matches!(node.kind(), "identifier" | "type_identifier") && text(node, source).starts_with(|c: char| c.is_ascii_uppercase());
    let returned = value.parent().is_some_and(|p| matches!(p.kind(), "return_expression" | "return_statement"));
    is_name && (wrapped || returned) && !is_for_the_rest(value, source)
}

/// `default:` and `_ =>` may be there for values that nobody has.
pub fn is_for_the_rest(node: Node<'_>, source: &str) -> bool {
    let mut at = Some(node);
    while let Some(inner) = at {
        let rest = match inner.kind() {
            "case_statement" => inner.child_by_field_name("value").is_none(),
            "match_arm" => inner.child_by_field_name("pattern").is_some_and(|p| text(p, source) == "_"),
            _ => false,
        };
        if rest {
            return true;
        }
        at = inner.parent();
    }
    false
}
