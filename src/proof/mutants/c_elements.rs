//! What is in a text that a C function hands back, or writes into the room of its caller: the function does as it does, and then each letter is another one. What passes
//! all tests then was only measured. Owns which texts are a function's work and how they are changed; memory that is no text makes the change fall over,
//! which counts as noticed.

use std::ops::Range;

use tree_sitter::Node;

use super::code::{Function, c_declarator, named, within};
use super::elements::{VALUES, WRITES};
use super::known::c_name;
use super::shared::squeezed;
use crate::syntax::tree::text;

/// What a change is of, where that stands, and the body with it.
pub struct Change {
    pub what: String,
    pub place: Range<usize>,
    pub body: String,
}

const EVERY: &str = "for (int etude_i = 0; etude_all != 0 && etude_i < 10000 && etude_all[etude_i] != 0; etude_i++) { etude_all[etude_i] = etude_all[etude_i] == 'q' ? 'z' : 'q'; }";

/// What writes to its first argument.
const WRITERS: [&str; 11] =
    ["memcpy", "memmove", "strcpy", "strncpy", "stpcpy", "strcat", "strncat", "sprintf", "snprintf", "fgets", "strftime"];

pub fn changes(function: &Function<'_>) -> Vec<Change> {
    let mut found = Vec::new();
    if let Some(declarator) = c_declarator(function.node)
        && head(function, declarator) == "char*"
        && hands_back_a_text(function)
    {
        let change = |value: &str| format!("return ({{ char *etude_all = ({value}); {EVERY} etude_all; }});");
        let place = function.node.start_byte()..declarator.start_byte();
        found.push(Change { what: VALUES.to_owned(), place, body: at_each_return(function, &change, None) });
    }
    let parameters = c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")).map(named).unwrap_or_default();
    for parameter in parameters {
        let Some(name) = text_room(parameter, function.source).filter(|name| is_written(function, name)) else { continue };
        let change = |value: &str| match value {
            "" => format!("{{ {EVERY} return; }}"),
            value => format!("return ({{ __auto_type etude_answer = ({value}); {EVERY} etude_answer; }});"),
        };
        let body = at_each_return(function, &change, Some(EVERY));
        let body = format!("{{ char *etude_all = {name}; {}", body.trim_start().trim_start_matches('{'));
        let place = parameter.start_byte() + 1..parameter.end_byte();
        found.push(Change { what: format!("{WRITES}`{name}`"), place, body });
    }
    found
}

/// Whether something else than cleared memory comes back: a text without letters has none to change.
fn hands_back_a_text(function: &Function<'_>) -> bool {
    let (source, body) = (function.source, squeezed(text(function.body, function.source)));
    let is_new = |name: &str| ["malloc(", "calloc(", "realloc("].iter().any(|call| body.contains(&format!("{name}={call}")));
    let mut found = false;
    within(function.body, |node, _| {
        if let Some(value) = named(node).first().filter(|_| node.kind() == "return_statement") {
            let said = text(*value, source);
            found |= match value.kind() {
                "null" | "number_literal" => false,
                "identifier" if said == "NULL" => false,
                "identifier" => !is_new(said) || is_written(function, said) || body.contains(&format!("={said};")),
                _ => !said.starts_with("calloc(") && !said.starts_with("malloc("),
            };
        }
        true
    });
    found
}

/// What stands before the name, without blanks.
fn head(function: &Function<'_>, declarator: Node<'_>) -> String {
    let before = function.source.get(function.node.start_byte()..declarator.start_byte()).unwrap_or_default();
    squeezed(before).trim_start_matches("static").to_owned()
}

/// The name of a parameter that is room for a text.
fn text_room<'s>(parameter: Node<'_>, source: &'s str) -> Option<&'s str> {
    let name = c_name(parameter.child_by_field_name("declarator")?, source)?;
    let whole = squeezed(text(parameter, source));
    let rest = whole.strip_prefix("char")?;
    (rest == format!("*{name}") || rest.strip_prefix(name).is_some_and(|end| end.starts_with('['))).then_some(name)
}

fn is_written(function: &Function<'_>, name: &str) -> bool {
    let source = function.source;
    let begins = |node: Node<'_>| {
        let bare = text(node, source).trim_start_matches(['*', '(', '&']);
        bare.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let mut found = false;
    within(function.body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        found |= match node.kind() {
            "assignment_expression" => {
                part("left").is_some_and(|left| matches!(left.kind(), "subscript_expression" | "pointer_expression") && begins(left))
                    && part("right").is_some_and(|right| !matches!(text(right, source), "'\\0'" | "0"))
            }
            "call_expression" => {
                part("function").is_some_and(|f| WRITERS.contains(&text(f, source)))
                    && part("arguments").and_then(|a| named(a).first().copied()).is_some_and(begins)
            }
            _ => false,
        };
        true
    });
    found
}

/// The body with each `return` changed, by its value, and the end of the body too where nothing is returned there.
pub(super) fn at_each_return(function: &Function<'_>, change: &dyn Fn(&str) -> String, at_the_end: Option<&str>) -> String {
    let (source, body) = (function.source, function.body);
    let mut all: Vec<(Range<usize>, String)> = Vec::new();
    within(body, |node, _| {
        if node.kind() == "return_statement" {
            let value = named(node).into_iter().find(|n| n.kind() != "comment").map(|n| text(n, source)).unwrap_or_default();
            all.push((node.byte_range(), change(value)));
        }
        node.kind() != "return_statement"
    });
    let mut new = text(body, source).to_owned();
    let from = body.start_byte();
    if let (Some(statements), Some(end)) = (at_the_end, new.rfind('}')) {
        let returns = named(body).into_iter().rfind(|n| n.kind() != "comment").is_some_and(|last| last.kind() == "return_statement");
        if !returns {
            new.insert_str(end, statements);
        }
    }
    for (range, with) in all.into_iter().rev() {
        new.replace_range(range.start - from..range.end - from, &with);
    }
    new
}
