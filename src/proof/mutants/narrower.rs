//! What does less than what the comment promises, and looks the same on the plainest input: a single blank for any white space, a file that is emptied for one that is
//! added to, an `int` where a `long` was handed over. Tried besides the mutants; a test must notice each whatever the share. But for the `int`, which the types promise,
//! the comment has to say so: without a word of it none of them is wrong.

use tree_sitter::Node;

use super::Kind;
use super::c::C;
use super::c_values::{arguments, callee, peeled};
use super::code::{Function, named, within};
use super::known::Known;
use super::rust::Rust;
use super::shared::squeezed;
use crate::syntax::tree::text;

/// How a comment says that other signs than a blank separate too.
const ANY_SPACE: [&str; 6] = ["white space", "whitespace", "white-space", " tab ", " tabs ", " tab or"];
/// How it says that there may be several of them in a row. A blank alone is a blank.
const SEVERAL: [&str; 3] = ["blanks", "spaces", "gaps"];
/// How it says that there are not.
const SINGLE: [&str; 6] = ["single blank", "single space", "one blank", "one space", "exactly one", "a blank"];

/// How it says that what stands in a file stays there.
const ADDS: [&str; 17] = [
    "at the end",
    "at its end",
    "to the end",
    "append",
    "is added",
    "are added",
    "adds ",
    "behind the last",
    "behind what",
    "behind the others",
    "one more line",
    "is kept",
    "are kept",
    "keeps what",
    "stays in",
    "stay in",
    "what was there",
];

/// How it says that both sides of a text are meant.
const BOTH_SIDES: [&str; 8] =
    ["around", "both sides", "both ends", "either side", "either end", "leading and trailing", "before and after", "front and"];

fn says(known: &Known, function: &Function, phrases: &[&str]) -> bool {
    let sentences = known.said.contract(&function.name);
    sentences.iter().any(|s| phrases.iter().any(|phrase| format!(" {s} ").replace([',', ';', ':', '('], " ").contains(phrase)))
}

pub fn rust(rust: &mut Rust<'_>) {
    let (function, source) = (rust.function, rust.function.source);
    let any_space = says(rust.known, function, &ANY_SPACE);
    let several = any_space || (says(rust.known, function, &SEVERAL) && !says(rust.known, function, &SINGLE));
    let adds = says(rust.known, function, &ADDS);
    // Of several each may cut off what another one leaves.
    let both_sides = says(rust.known, function, &BOTH_SIDES) && text(function.body, source).matches(".trim()").count() == 1;
    let mut found = Vec::new();
    within(function.body, |node, path| {
        let method = node.child_by_field_name("function").filter(|f| node.kind() == "call_expression" && f.kind() == "field_expression");
        let parts = method.and_then(|m| Some((m.child_by_field_name("value")?, m.child_by_field_name("field")?)));
        if let Some((value, name)) = parts {
            let rest = name.start_byte()..node.end_byte();
            match text(name, source) {
                "split_whitespace" | "split_ascii_whitespace" if several => found.push((rest, "split(' ')".to_owned(), node.byte_range())),
                // Both of a letter and of a byte, and of what only points at one.
                "is_whitespace" | "is_ascii_whitespace" if any_space => {
                    found.push((node.byte_range(), format!("(u32::from({}.clone()) == 32)", text(value, source)), node.byte_range()));
                }
                "trim" if both_sides => {
                    found.push((rest.clone(), "trim_start()".to_owned(), node.byte_range()));
                    found.push((rest, "trim_end()".to_owned(), node.byte_range()));
                }
                "append" if adds && is_true(node, source) => found.push((rest, "write(true).truncate(true)".to_owned(), node.byte_range())),
                _ => {}
            }
        }
        let handed_on = path.last().is_some_and(|p| p.kind() == "arguments") && node.kind() == "scoped_identifier";
        if handed_on && any_space && matches!(text(node, source), "char::is_whitespace") {
            found.push((node.byte_range(), "' '".to_owned(), path[path.len().saturating_sub(2)].byte_range()));
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
    found.into_iter().for_each(|(edit, new, shown)| rust.drafts.put_beside(edit, new, shown, Kind::Method));
}

fn is_true(call: Node<'_>, source: &str) -> bool {
    call.child_by_field_name("arguments").map(named).is_some_and(|given| matches!(given[..], [only] if text(only, source) == "true"))
}

pub fn c(c: &mut C<'_>) {
    let (function, source) = (c.function, c.function.source);
    let (any_space, adds) = (says(c.known, function, &ANY_SPACE), says(c.known, function, &ADDS));
    let mut found = Vec::new();
    within(function.body, |node, path| {
        match node.kind() {
            "call_expression" => match (callee(node, source), &arguments(node)[..]) {
                (Some("isspace"), [value]) if any_space => {
                    found.push((node.byte_range(), format!("(({}) == ' ')", text(*value, source)), node.byte_range()));
                }
                (Some("fopen"), [_, mode]) if adds && text(*mode, source).starts_with("\"a") => {
                    found.push((mode.byte_range(), text(*mode, source).replacen('a', "w", 1), node.byte_range()));
                }
                _ => {}
            },
            "identifier" if adds && text(node, source) == "O_APPEND" => {
                let call = path.iter().rev().find(|p| p.kind() == "call_expression");
                found.push((node.byte_range(), "O_TRUNC".to_owned(), call.unwrap_or(&node).byte_range()));
            }
            _ => {}
        }
        true
    });
    found.into_iter().for_each(|(edit, new, shown)| c.drafts.put_beside(edit, new, shown, Kind::Method));
    smaller_pointees(c);
}

/// `long *sum = context;` and `*(long *)context` with the smaller type, where the caller handed over a `void *`.
fn smaller_pointees(c: &mut C<'_>) {
    let source = c.function.source;
    let is_anything = |node: Node<'_>| {
        let node = peeled(node);
        let of_type = c.type_of(node).map(squeezed).unwrap_or_default();
        node.kind() == "identifier" && c.is_parameter(text(node, source)) && matches!(of_type.as_str(), "void*" | "constvoid*")
    };
    let mut found = Vec::new();
    within(c.function.body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        let declarator = part("declarator");
        let is_pointer =
            |d: Node<'_>| d.kind() == "pointer_declarator" && d.child_by_field_name("declarator").is_some_and(|n| n.kind() == "identifier");
        match node.kind() {
            "declaration" => {
                let set =
                    declarator.filter(|d| d.kind() == "init_declarator" && d.child_by_field_name("declarator").is_some_and(is_pointer));
                let value = set.and_then(|s| s.child_by_field_name("value")).filter(|v| is_anything(*v));
                // A cast says the type once more, and the two have to agree.
                let cast = value.filter(|v| v.kind() == "cast_expression");
                if let (Some(of_type), Some(_)) = (part("type"), value)
                    && let Some(new) = smaller(text(of_type, source))
                {
                    let from = of_type.start_byte()..cast.map_or(of_type.end_byte(), |cast| peeled(cast).start_byte());
                    let rest =
                        source.get(of_type.end_byte()..cast.map_or(of_type.end_byte(), |cast| cast.start_byte())).unwrap_or_default();
                    let again = if cast.is_some() { "(void *)" } else { "" };
                    found.push((from, format!("{new}{rest}{again}"), node.byte_range()));
                }
            }
            "cast_expression" if part("value").is_some_and(is_anything) => {
                let written = part("type").and_then(|t| Some((t.child_by_field_name("type")?, text(t, source))));
                let is_read = node.parent().is_some_and(|p| matches!(p.kind(), "pointer_expression" | "parenthesized_expression"));
                if let Some((of_type, _)) = written.filter(|(_, whole)| is_read && whole.matches('*').count() == 1)
                    && let Some(new) = smaller(text(of_type, source))
                {
                    found.push((of_type.byte_range(), new.to_owned(), node.byte_range()));
                }
            }
            _ => {}
        }
        true
    });
    found.into_iter().for_each(|(edit, new, shown)| c.drafts.put_beside(edit, new, shown, Kind::Width));
}

fn smaller(of_type: &str) -> Option<&'static str> {
    let words: Vec<&str> = of_type.split_whitespace().filter(|w| *w != "int").collect();
    match words[..] {
        ["long"] | ["long", "long"] | ["signed", "long"] | ["ssize_t"] | ["ptrdiff_t"] | ["int64_t"] | ["intmax_t"] => Some("int"),
        ["unsigned", "long"] | ["unsigned", "long", "long"] | ["size_t"] | ["uint64_t"] | ["uintmax_t"] => Some("unsigned"),
        _ => None,
    }
}
