//! Calls that make a value regular: blanks cut off, letters of one case, a number without its sign. Where the comment above a stub speaks of just that, some test
//! must have a value that such a call changes; here it ends the program when it does. Without a word about it in the comment nothing is asked.

use tree_sitter::Node;

use super::c::C;
use super::c_branches;
use super::c_values::{arguments, callee};
use super::code::{named, within};
use super::known::Known;
use super::probes::Asked;
use super::rust::Rust;
use crate::proof::ablation::one_line;

/// What a call takes away, and how a comment speaks of it.
struct Tidies {
    calls: &'static [&'static str],
    words: &'static [&'static str],
    phrases: &'static [&'static str],
}

const ALL: [Tidies; 3] = [
    Tidies {
        calls: &["trim", "trim_start", "trim_end", "trim_ascii"],
        words: &["blank", "blanks", "space", "spaces", "whitespace", "trimmed", "trims", "tab", "tabs"],
        phrases: &[],
    },
    Tidies {
        calls: &["to_lowercase", "to_uppercase", "to_ascii_lowercase", "to_ascii_uppercase", "tolower", "toupper"],
        words: &["lowercase", "uppercase", "capital", "capitals", "capitalised", "capitalized"],
        phrases: &[
            "upper case",
            "lower case",
            "small letter",
            "big letter",
            "large letter",
            "case of the letter",
            "whatever the case",
            "case does not",
            "case is ignored",
            "ignoring case",
            "ignores case",
            "case-insensitive",
        ],
    },
    Tidies {
        calls: &["abs", "labs", "llabs", "fabs"],
        words: &["sign", "negative", "distance", "apart"],
        phrases: &["below zero", "either way", "whichever way", "either direction", "whichever is larger"],
    },
];

/// An empty line needs no blanks in it.
const EMPTY_LINES: [&str; 2] = ["blank line", "blank lines"];

fn is_promised(known: &Known, stub: &str, call: &str) -> bool {
    let Some(tidies) = ALL.iter().find(|tidies| tidies.calls.contains(&call)) else { return false };
    let speaks = tidies.words.iter().any(|word| known.said.speaks_of_apart_from(stub, word, &EMPTY_LINES));
    speaks || tidies.phrases.iter().any(|phrase| known.said.says(stub, phrase))
}

pub fn rust(rust: &Rust<'_>, stub: &str) -> Vec<Asked> {
    let mut found = Vec::new();
    within(rust.function.body, |node, path| {
        let asked = match node.kind() {
            "call_expression" => method(rust, stub, node),
            // `.map(str::trim)`
            "scoped_identifier" if path.last().is_some_and(|p| p.kind() == "arguments") => by_name(rust, stub, node),
            _ => None,
        };
        found.extend(asked);
        !matches!(node.kind(), "function_item" | "token_tree")
    });
    found
}

/// The value is named once, so that it is worked out once.
const CHANGED: &str = "if etude.to_string() != etude_was.to_string() { std::process::abort() } etude";

fn method(rust: &Rust<'_>, stub: &str, call: Node<'_>) -> Option<Asked> {
    let function = call.child_by_field_name("function").filter(|f| f.kind() == "field_expression")?;
    let (value, name) = (function.child_by_field_name("value")?, rust.drafts.text(function.child_by_field_name("field")?));
    let bare = call.child_by_field_name("arguments").is_some_and(|given| named(given).is_empty());
    let own = rust.known.parameters(name).is_some();
    (bare && !own && is_promised(rust.known, stub, name)).then(|| {
        let value = rust.drafts.text(value);
        asked(
            rust.drafts.text(call),
            call,
            function.end_byte() - name.len(),
            format!("(match {value} {{ ref etude_was => {{ let etude = etude_was.{name}(); {CHANGED} }} }})"),
        )
    })
}

fn by_name(rust: &Rust<'_>, stub: &str, path: Node<'_>) -> Option<Asked> {
    let (text, name) = (rust.drafts.text(path), rust.drafts.text(path.child_by_field_name("name")?));
    is_promised(rust.known, stub, name)
        .then(|| asked(text, path, path.start_byte(), format!("|etude_was| {{ let etude = {text}(etude_was); {CHANGED} }}")))
}

pub fn c(c: &C<'_>, stub: &str) -> Vec<Asked> {
    let mut found = Vec::new();
    within(c.function.body, |node, _| {
        if node.kind() == "call_expression"
            && let (Some(name), [value]) = (callee(node, c.function.source), &arguments(node)[..])
            // One's own may change the text where it lies, and hand back the same place.
            && c.known.parameters(name).is_none()
            && is_promised(c.known, stub, name)
            && !has_effects(*value)
        {
            let (call, value) = (c.drafts.text(node), c.drafts.text(*value));
            let falls = c_branches::FALLS.trim_end_matches(';');
            found.push(asked(call, node, node.start_byte(), format!("({call} != ({value}) ? ({falls}, {call}) : {call})")));
        }
        true
    });
    found
}

/// What must not be worked out twice.
fn has_effects(value: Node<'_>) -> bool {
    let mut found = false;
    within(value, |node, _| {
        found |= matches!(node.kind(), "update_expression" | "assignment_expression" | "call_expression");
        true
    });
    found
}

fn asked(call: &str, node: Node<'_>, from: usize, new: String) -> Asked {
    let says = format!("has a value that {} changes, of which the comment speaks: without it all of them pass", one_line(call));
    Asked { place: node.byte_range(), from, edit: node.byte_range(), new, reached: None, settled: None, says }
}
