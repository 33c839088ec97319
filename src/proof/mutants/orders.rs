//! Versions of a reference that put things in another order, where the starter says that there is none: `insert(0, …)` for `push` into such a list, an answer
//! turned around. They are right, so a test that refuses one demands what nobody was told.

use tree_sitter::Node;

use super::code::{Function, Grammar, line_of, named, replaced, within};
use super::known::Known;
use super::rust::Rust;
use super::said::Said;
use super::{Kind, Mutant, both, functions_of_stubs};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::{self, text};

/// How a comment says that the order is free.
pub const FREE: [&str; 5] = ["no particular order", "in any order", "order does not matter", "in whatever order", "order is not specified"];

/// Each with what the starter says to be without order.
pub fn other_orders(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source).filter(|(given, _)| given.grammar == Grammar::Rust) else {
        return Vec::new();
    };
    let mut known = Known::of(&code);
    known.said = Said::of(&given);
    let free: Vec<&str> = given.files.iter().filter_map(|f| Some(free_fields(f.tree()?, &f.file.content))).flatten().collect();
    let functions = code.functions();
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        for function in own.iter().map(|at| &functions[*at]) {
            found.extend(inserted(function, &free).into_iter().map(|change| made(stub, function, change)));
        }
        let first = own.first().map(|at| &functions[*at]);
        found.extend(first.and_then(|function| Some(made(stub, function, turned_around(&Rust::of(function, &known), stub)?))));
    }
    found
}

/// What has no order, and what is written there.
type Change<'t> = (String, std::ops::Range<usize>, String);

fn made(stub: &str, function: &Function, (of, edit, after): Change) -> Mutant {
    Mutant {
        stub: stub.to_owned(),
        file: function.path.to_owned(),
        line: line_of(function.source, edit.start),
        kind: Kind::Order,
        before: of,
        content: replaced(function.source, &edit, &after),
        after,
        place: None,
    }
}

/// Fields whose own comment says so.
fn free_fields<'s>(parsed: &tree_sitter::Tree, source: &'s str) -> Vec<&'s str> {
    let mut found = Vec::new();
    tree::walk(parsed, |node, _| {
        let name = node.child_by_field_name("name").filter(|_| node.kind() == "field_declaration");
        let mut above = node.prev_sibling().filter(|p| p.kind().ends_with("comment"));
        let mut comment = String::new();
        while let Some(line) = above {
            comment = format!("{} {comment}", text(line, source).trim().trim_start_matches('/'));
            above = line.prev_sibling().filter(|p| p.kind().ends_with("comment"));
        }
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        found.extend(name.filter(|_| FREE.iter().any(|words| comment.contains(words))).map(|n| text(n, source)));
    });
    found
}

/// `x.list.push(value)` into the front.
fn inserted<'t>(function: &Function<'t>, free: &[&str]) -> Vec<Change<'t>> {
    let source = function.source;
    let mut found = Vec::new();
    within(function.body, |node, _| {
        let method = node.child_by_field_name("function").filter(|f| node.kind() == "call_expression" && f.kind() == "field_expression");
        if let Some(method) = method
            && let (Some(list), Some(name)) = (method.child_by_field_name("value"), method.child_by_field_name("field"))
            && text(name, source) == "push"
            && let Some(field) = list.child_by_field_name("field").map(|f| text(f, source)).filter(|f| free.contains(f))
            && let Some(value) = node.child_by_field_name("arguments").map(named).and_then(|given: Vec<Node<'_>>| given.first().copied())
        {
            found.push((field.to_owned(), name.start_byte()..node.end_byte(), format!("insert(0, {})", text(value, source))));
        }
        true
    });
    found
}

/// The whole answer the other way round.
fn turned_around<'t>(rust: &Rust<'t>, stub: &str) -> Option<Change<'t>> {
    let answers_freely = rust.returns.starts_with("Vec<") && rust.known.said.answers_in_any_order(stub);
    let body = rust.drafts.text(rust.function.body);
    answers_freely.then(|| {
        let new = format!("{{ let mut etude_answer = (|| -> {} {body})(); etude_answer.reverse(); etude_answer }}", rust.returns);
        (format!("the answer of {stub}"), rust.function.body.byte_range(), new)
    })
}
