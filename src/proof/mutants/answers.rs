//! Truth values that a function answers with: `return false;` in one of its branches. Owns which of them tests must tell from the other one. Nothing is
//! claimed of what only a failing system or a missing pointer comes to, of an early way out that says what the end says too, and of an end that nothing comes to.

use tree_sitter::Node;

use super::c_failing;
use super::c_values::{Values, callee, peeled};
use super::code::{Code, Grammar, named, within};
use super::edges::is_for_the_rest;
use crate::syntax::tree::text;

/// Functions of C's library that say something about what they are shown, and nothing about the system.
const PURE: [&str; 14] = [
    "strlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strchr",
    "strrchr",
    "strstr",
    "strspn",
    "strcspn",
    "strpbrk",
    "memcmp",
    "memchr",
    "abs",
];

/// Calls of Rust's library that may fail whatever a test does.
const OF_THE_SYSTEM: [&str; 22] = [
    "lock",
    "try_lock",
    "read",
    "write",
    "recv",
    "recv_timeout",
    "try_recv",
    "send",
    "join",
    "spawn",
    "open",
    "create",
    "flush",
    "read_line",
    "read_to_string",
    "read_to_end",
    "write_all",
    "connect",
    "accept",
    "bind",
    "metadata",
    "duration_since",
];

/// Whether this truth value is an answer that some test has to tell from the other one.
pub fn is_told(code: &Code, node: Node<'_>, source: &str) -> bool {
    if !is_truth(node) || is_for_the_rest(node, source) {
        return false;
    }
    let Some((function, answers)) = around(node).map(|f| (f, answers(f))) else { return false };
    let Some(own) = answers.iter().copied().find(|a| inner(*a).byte_range() == node.byte_range()) else { return false };
    let reach = Reach::of(code, function, source);
    let is_open = |answer: Node<'_>| !reach.is_of_the_system(answer, function) && !is_for_the_rest(answer, source);
    let said = text(node, source);
    let at_end = last_statement(function);
    let ends = |answer: Node<'_>| at_end.is_some_and(|e| e.byte_range().contains(&answer.start_byte()) && e.kind() != "if_statement");
    let says_the_same = |answer: Node<'_>| text(inner(answer), source) == said;
    let repeats_the_end = !ends(own) && answers.iter().any(|a| ends(*a) && says_the_same(*a));
    let other = answers.iter().any(|a| *a != own && is_open(*a) && !says_the_same(*a));
    is_open(own) && !repeats_the_end && other && !(ends(own) && at_end.is_some_and(|e| is_behind_everything(e, source)))
}

fn is_truth(node: Node<'_>) -> bool {
    matches!(node.kind(), "true" | "false" | "boolean_literal")
}

/// The function around a node; nothing for what a closure answers.
fn around(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node.parent();
    while let Some(inner) = at {
        match inner.kind() {
            "function_item" | "function_definition" => return Some(inner),
            "closure_expression" | "async_block" => return None,
            _ => at = inner.parent(),
        }
    }
    None
}

/// All values that a function is left with.
fn answers(function: Node<'_>) -> Vec<Node<'_>> {
    let Some(body) = function.child_by_field_name("body") else { return Vec::new() };
    let mut found = Vec::new();
    within(body, |node, _| {
        if matches!(node.kind(), "return_statement" | "return_expression") {
            found.extend(named(node).first());
        }
        !matches!(node.kind(), "closure_expression" | "function_item" | "async_block")
    });
    found.extend(named(body).last().filter(|last| function.kind() == "function_item" && !last.kind().ends_with("_statement")));
    found
}

fn inner(mut value: Node<'_>) -> Node<'_> {
    while let ("parenthesized_expression", [only]) = (value.kind(), &named(value)[..]) {
        value = *only;
    }
    value
}

fn last_statement(function: Node<'_>) -> Option<Node<'_>> {
    named(function.child_by_field_name("body")?).into_iter().rev().find(|n| !n.kind().ends_with("comment"))
}

/// Behind a `switch` whose cases all leave, or a loop without an end, stands what a compiler asks for.
fn is_behind_everything(end: Node<'_>, source: &str) -> bool {
    let mut before = end.prev_named_sibling();
    while let Some(comment) = before.filter(|b| b.kind().ends_with("comment")) {
        before = comment.prev_named_sibling();
    }
    let Some(before) = before else { return false };
    let forever = || match before.child_by_field_name("condition") {
        Some(asked) => matches!(text(asked, source).trim_matches(['(', ')', ' ']), "1" | "true"),
        None => before.kind() == "for_statement",
    };
    before.kind() == "switch_statement" || (matches!(before.kind(), "for_statement" | "while_statement") && forever())
}

/// What is known of the calls of one function.
struct Reach<'a> {
    source: &'a str,
    grammar: Grammar,
    values: Option<Values<'a>>,
    /// Functions of the files, without those that fail only when the system does.
    own: Vec<String>,
}

impl<'a> Reach<'a> {
    fn of(code: &Code, function: Node<'a>, source: &'a str) -> Reach<'a> {
        let functions = code.functions();
        let failing = c_failing::own(&functions);
        let own = functions.iter().map(|f| f.name.clone()).filter(|name| !failing.contains_key(name)).collect();
        let is_c = code.grammar == Grammar::C;
        let values = function.child_by_field_name("body").filter(|_| is_c).map(|body| Values::of(body, source));
        Reach { source, grammar: code.grammar, values, own }
    }

    /// Whether a question on the way to this answer is put to the system, or is only whether there is anything to look at.
    fn is_of_the_system(&self, answer: Node<'a>, function: Node<'a>) -> bool {
        let (mut at, mut found) = (answer, false);
        while let Some(parent) = at.parent().filter(|_| at != function) {
            let asked = parent.child_by_field_name("condition").or_else(|| parent.child_by_field_name("value"));
            let decides =
                matches!(parent.kind(), "if_statement" | "if_expression" | "let_declaration" | "match_expression" | "switch_statement");
            found |= decides && asked.is_some_and(|a| a != at && (self.asks_the_system(a) || self.asks_for_null(a)));
            at = parent;
        }
        found
    }

    fn asks_the_system(&self, question: Node<'a>) -> bool {
        let mut found = false;
        within(question, |node, _| {
            found |= match (node.kind(), self.grammar) {
                ("call_expression", Grammar::C) => callee(node, self.source).is_some_and(|name| self.is_foreign(name)),
                ("identifier", Grammar::C) => self.values.as_ref().and_then(|v| v.call(node)).is_some_and(|name| self.is_foreign(name)),
                ("field_identifier" | "identifier", Grammar::Rust) => OF_THE_SYSTEM.contains(&text(node, self.source)),
                _ => false,
            };
            true
        });
        found
    }

    /// `a == NULL || !b`: who hands nothing over breaks most contracts, and few tests do.
    fn asks_for_null(&self, question: Node<'a>) -> bool {
        let question = peeled(question);
        let part = |name| question.child_by_field_name(name);
        let says = |name| part(name).map(|n| text(n, self.source)).unwrap_or_default();
        match question.kind() {
            "binary_expression" if says("operator") == "||" => {
                [part("left"), part("right")].into_iter().flatten().all(|side| self.asks_for_null(side))
            }
            "binary_expression" => says("operator") == "==" && [says("left"), says("right")].contains(&"NULL"),
            "unary_expression" => says("operator") == "!" && part("argument").is_some_and(|a| a.kind() == "identifier"),
            _ => false,
        }
    }

    fn is_foreign(&self, name: &str) -> bool {
        let is_plain = PURE.contains(&name) || name.strip_prefix("is").is_some_and(|rest| rest.chars().all(char::is_lowercase));
        !is_plain && !self.own.iter().any(|own| own == name)
    }
}
