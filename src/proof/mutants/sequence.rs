//! Slips in the order of things: the last that fits where the comment promises the first, a refusal before the one that it says comes first, what is counted only after
//! some were passed over, a removal that moves the others. They are tried besides the mutants and count among none: of each a test must say, whatever the share, since
//! the comment speaks of it or nothing else could be meant. Owns where such a slip is worth making.

use tree_sitter::Node;

use super::Kind;
use super::code::{Function, named, within};
use super::known::Known;
use super::rust::Rust;
use super::shared::squeezed;
use super::stores::only_leaves;
use super::{either, ends, goes_on, narrower, once};
use crate::syntax::tree::text;

/// How a comment says which of several is meant.
const ONE_OF_SEVERAL: [&str; 6] = ["the first ", "the last ", "the earliest ", "the oldest ", "the newest ", "the latest "];
/// What is not one of several that fit.
const PARTS: [&str; 16] = [
    "name",
    "letter",
    "letters",
    "character",
    "byte",
    "bytes",
    "line",
    "word",
    "principle",
    "time",
    "digit",
    "digits",
    "two",
    "three",
    "argument",
    "parameter",
];

/// How it says which of two refusals counts.
pub const PRECEDES: [&str; 12] = [
    "whatever else",
    "before anything else",
    "no matter what else",
    "checked first",
    "asked first",
    "looked at first",
    "comes first",
    "goes first",
    "goes before",
    "takes precedence",
    "does not look at",
    "in this order",
];

/// How it says that those that stay keep their places.
pub const KEPT_ORDER: [&str; 8] = [
    "in their order",
    "in the same order",
    "in order",
    "keep their order",
    "keeps their order",
    "keep the order",
    "keeps the order",
    "order of the others",
];

pub fn says(known: &Known, function: &Function, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| known.said.says(&function.name, phrase))
}

pub fn names_one_of_several(known: &Known, function: &Function) -> bool {
    known.said.says_before_other(&function.name, &ONE_OF_SEVERAL, &PARTS)
}

/// How it speaks of what is wrong with one of several.
const BAD: [&str; 10] =
    ["cannot", "can not", "bad ", "wrong", "invalid", "error", "unreadable", "that does not", "that is not", "that fails"];

/// Whether the comment says that the first of several bad ones counts.
pub fn names_the_first_bad(known: &Known, function: &Function) -> bool {
    known
        .said
        .contract(&function.name)
        .iter()
        .any(|s| s.split_once("the first ").is_some_and(|(_, rest)| BAD.iter().any(|b| rest.contains(b))))
}

pub fn rust(rust: &mut Rust<'_>) {
    let function = rust.function;
    if names_the_first_bad(rust.known, function) && rust.returns.starts_with("Result") {
        rust_last_bad(rust);
    }
    if names_one_of_several(rust.known, function) {
        rust_last_found(rust);
    }
    let in_order = says(rust.known, function, &KEPT_ORDER);
    let mut loops = Vec::new();
    within(function.body, |node, _| {
        match node.kind() {
            "call_expression" => call(rust, node, in_order),
            "for_expression" => loops.push(node),
            _ => {}
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
    loops.into_iter().for_each(|node| counted_late(rust, node));
    either::rust(rust);
    narrower::rust(rust);
    once::rust(rust);
    ends::rust(rust);
    goes_on::rust(rust);
    if says(rust.known, function, &PRECEDES) {
        let all = named(function.body);
        let refusing: Vec<(usize, String)> =
            all.iter().enumerate().filter_map(|(at, s)| Some((at, rust_refusal(*s, function.source)?))).collect();
        for pair in refusing.windows(2).filter(|pair| pair[0].1 != pair[1].1) {
            let (first, second) = (pair[0].0, pair[1].0);
            if all[first + 1..second].iter().all(|s| s.kind() == "let_declaration") {
                put_behind(&mut rust.drafts, all[first], all[first + 1], all[second]);
            }
        }
    }
}

/// Moves a statement behind others. Where they need it, that does not compile, and nothing is said.
pub fn put_behind(drafts: &mut super::shared::Drafts<'_>, moved: Node<'_>, from: Node<'_>, to: Node<'_>) {
    let range = moved.start_byte()..to.end_byte();
    let others = drafts.source.get(from.start_byte()..to.end_byte()).unwrap_or_default();
    let new = format!("{others}\n{}", drafts.text(moved));
    drafts.put_beside(range.clone(), new, range, Kind::Order);
}

/// What a statement refuses with: `if … { return Err(x); }`, `let a = b.ok_or(x)?;`.
fn rust_refusal(statement: Node<'_>, source: &str) -> Option<String> {
    let inner = if statement.kind() == "expression_statement" { named(statement).first().copied()? } else { statement };
    match inner.kind() {
        "if_expression" if only_leaves(inner, "return_expression") => leaving(inner, "return_expression", source),
        "let_declaration" => {
            let tried = inner.child_by_field_name("value").filter(|v| v.kind() == "try_expression")?;
            let call = named(tried).first().copied().filter(|c| c.kind() == "call_expression")?;
            call.child_by_field_name("arguments").map(|given| squeezed(text(given, source)))
        }
        _ => None,
    }
}

pub fn leaving(check: Node<'_>, kind: &str, source: &str) -> Option<String> {
    let mut found = None;
    within(check, |node, _| {
        if node.kind() == kind {
            found = Some(squeezed(text(node, source)));
        }
        true
    });
    found
}

fn method<'a>(node: Node<'a>, source: &'a str) -> Option<(Node<'a>, Node<'a>, &'a str)> {
    let function = node.child_by_field_name("function").filter(|f| node.kind() == "call_expression" && f.kind() == "field_expression")?;
    let name = function.child_by_field_name("field")?;
    Some((function.child_by_field_name("value")?, name, text(name, source)))
}

fn call<'a>(rust: &mut Rust<'a>, node: Node<'a>, in_order: bool) {
    let source = rust.function.source;
    let Some((receiver, name, called)) = method(node, source) else { return };
    let given = node.child_by_field_name("arguments").map(named).unwrap_or_default();
    match (called, &given[..]) {
        ("remove", [_]) if in_order => rust.drafts.put_beside(name.byte_range(), "swap_remove", node.byte_range(), Kind::Method),
        // `.clamp(low, high)` has two sides, and each is for a test to see.
        ("clamp", [low, high]) => {
            let part = |node: &Node<'_>| text(*node, source).to_owned();
            let new = [format!("{}.min({})", part(&receiver), part(high)), format!("{}.max({})", part(&receiver), part(low))];
            new.into_iter().for_each(|new| rust.drafts.put_beside(node.byte_range(), new, node.byte_range(), Kind::Method));
        }
        // `.enumerate().filter(|(_, x)| …)`
        ("filter", [test]) => {
            let Some((inner, _, "enumerate")) = method(receiver, source) else { return };
            let parameters = test.child_by_field_name("parameters").map(named).unwrap_or_default();
            let both = parameters.first().and_then(|p| text(*p, source).strip_prefix('(')?.strip_suffix(')')?.split_once(','));
            if let (Some((number, of)), Some(body)) = (both, test.child_by_field_name("body"))
                && number.trim().starts_with('_')
            {
                let new = format!("{}.filter(|{}| {}).enumerate()", text(inner, source), of.trim(), text(body, source));
                rust.drafts.put_beside(node.byte_range(), new, node.byte_range(), Kind::Method);
            }
        }
        _ => {}
    }
}

/// `for (n, x) in all.enumerate() { if passes(x) { continue; } …` with the numbers given to what is left.
fn counted_late(rust: &mut Rust<'_>, node: Node<'_>) {
    let source = rust.function.source;
    let part = |name| node.child_by_field_name(name);
    let (Some(pattern), Some(value), Some(body)) = (part("pattern"), part("value"), part("body")) else { return };
    let Some((all, _, "enumerate")) = method(value, source) else { return };
    let first = named(body).first().copied().map(|s| if s.kind() == "expression_statement" { named(s)[0] } else { s });
    let check = first.filter(|f| f.kind() == "if_expression" && only_leaves(*f, "continue_expression"));
    let condition = check.and_then(|c| c.child_by_field_name("condition")).filter(|c| !text(*c, source).starts_with("let "));
    if let ([number, of], Some(condition)) = (&named(pattern)[..], condition)
        && pattern.kind() == "tuple_pattern"
        && mentions(condition, text(*number, source), source) == 0
    {
        let (of, asked) = (text(*of, source), text(condition, source));
        let new = format!("{}.filter(|etude| {{ let {of} = Clone::clone(etude); !({asked}) }}).enumerate()", text(all, source));
        rust.drafts.put_beside(value.byte_range(), new, node.start_byte()..value.end_byte(), Kind::Method);
    }
}

pub fn mentions(node: Node<'_>, name: &str, source: &str) -> usize {
    let mut found = 0;
    within(node, |inner, _| {
        found += usize::from(inner.kind() == "identifier" && text(inner, source) == name);
        true
    });
    found
}

/// The loop goes on where it would leave with what it has found; a chain looks from the other end.
fn rust_last_found(rust: &mut Rust<'_>) {
    let (body, source) = (rust.function.body, rust.function.source);
    let mut found = Vec::new();
    for statement in named(body) {
        let inner = if statement.kind() == "expression_statement" { named(statement)[0] } else { statement };
        let of = inner.child_by_field_name("pattern").filter(|_| inner.kind() == "for_expression");
        let (Some(of), Some((leave, value))) = (of, only_leave(inner, "return_expression")) else { continue };
        let mut names = Vec::new();
        within(of, |node, _| {
            names.extend((node.kind() == "identifier").then(|| text(node, source)));
            true
        });
        let refuses = text(value, source).starts_with("Err(");
        if !refuses && names.iter().any(|name| mentions(value, name, source) > 0) {
            let kept = with_inner(inner, leave, &format!("etude_kept = Some({})", text(value, source)), source);
            let new = format!("let mut etude_kept = None; {kept} if let Some(etude_kept) = etude_kept {{ return etude_kept; }}");
            found.push((statement.byte_range(), new, statement.byte_range()));
        }
    }
    within(body, |node, _| {
        if let Some((receiver, name, called)) = method(node, source) {
            match called {
                "split_once" if says_first(rust.known, rust.function, given(node).first(), source) => {
                    found.push((name.byte_range(), "rsplit_once".to_owned(), node.byte_range()))
                }
                "find" if looks_into_text(node) => found.extend(
                    says_first(rust.known, rust.function, given(node).first(), source)
                        .then(|| (name.byte_range(), "rfind".to_owned(), node.byte_range())),
                ),
                "find" | "find_map" => found.push((receiver.end_byte()..receiver.end_byte(), ".rev()".to_owned(), node.byte_range())),
                "position" => found.push((name.byte_range(), "rposition".to_owned(), node.byte_range())),
                _ => {}
            }
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
    found.into_iter().for_each(|(edit, new, shown)| rust.drafts.put_beside(edit, new, shown, Kind::EarlyReturn));
}

/// A loop that goes on behind a bad one, and gives back the last error.
fn rust_last_bad(rust: &mut Rust<'_>) {
    let (body, source) = (rust.function.body, rust.function.source);
    for statement in named(body) {
        let inner = if statement.kind() == "expression_statement" { named(statement)[0] } else { statement };
        if inner.kind() != "for_expression" {
            continue;
        }
        let mut leaves = Vec::new();
        within(inner, |node, _| {
            leaves.extend(matches!(node.kind(), "return_expression" | "try_expression").then_some(node));
            !matches!(node.kind(), "closure_expression" | "token_tree" | "function_item")
        });
        let [leave] = leaves[..] else { continue };
        let Some(value) = named(leave).first().map(|v| text(*v, source)) else { continue };
        let new = match leave.kind() {
            "try_expression" => {
                format!(
                    "match {value} {{ Ok(etude_it) => etude_it, Err(etude_bad) => {{ etude_kept = Some(Err(etude_bad.into())); continue; }} }}"
                )
            }
            _ if value.starts_with("Err(") => format!("{{ etude_kept = Some({value}); continue }}"),
            _ => continue,
        };
        let kept = with_inner(inner, leave, &new, source);
        let new = format!(
            "let mut etude_kept: Option<{}> = None; {kept} if let Some(etude_kept) = etude_kept {{ return etude_kept; }}",
            rust.returns
        );
        rust.drafts.put_beside(statement.byte_range(), new, statement.byte_range(), Kind::EarlyReturn);
    }
}

pub fn given(call: Node<'_>) -> Vec<Node<'_>> {
    call.child_by_field_name("arguments").map(named).unwrap_or_default()
}

/// What a sign is called.
const SIGNS: [(&str, &[&str]); 11] = [
    ("=", &["equal", "="]),
    (":", &["colon", ":"]),
    (",", &["comma", ","]),
    (";", &["semicolon", ";"]),
    (" ", &["blank", "space", "gap"]),
    ("-", &["dash", "hyphen", "minus", "-"]),
    (".", &["dot", "point", "period"]),
    ("/", &["slash", "/"]),
    ("@", &["at sign", "@"]),
    ("\\n", &["line end", "newline"]),
    ("|", &["bar", "pipe", "|"]),
];

/// Whether the comment says that the first one of this sign counts: "up to the first `=`", "at the first comma".
pub fn says_first(known: &Known, function: &Function, sign: Option<&Node<'_>>, source: &str) -> bool {
    let Some(sign) = sign.map(|s| text(*s, source).trim_matches(['\'', '"'])) else { return false };
    let names = SIGNS.iter().find(|(s, _)| *s == sign).map(|(_, names)| *names).unwrap_or_default();
    let sentences = known.said.contract(&function.name);
    let behind = sentences.iter().flat_map(|s| s.split("the first ").skip(1)).map(|rest| rest.trim_start_matches(['`', '\'', '"']));
    behind.into_iter().any(|rest| names.iter().any(|name| rest.starts_with(name)))
}

/// `text.find('=')`.
fn looks_into_text(call: Node<'_>) -> bool {
    given(call).first().is_some_and(|g| matches!(g.kind(), "char_literal" | "string_literal"))
}

/// The one place where a loop leaves the function, and with what.
pub fn only_leave<'t>(round: Node<'t>, kind: &str) -> Option<(Node<'t>, Node<'t>)> {
    let mut found = Vec::new();
    within(round, |node, _| {
        found.extend((node.kind() == kind).then_some(node));
        node.kind() != "closure_expression"
    });
    match found[..] {
        [only] => named(only).first().map(|value| (only, *value)),
        _ => None,
    }
}

/// The text of a node with something else in the place of what lies in it.
pub fn with_inner(outer: Node<'_>, inner: Node<'_>, new: &str, source: &str) -> String {
    let part = |range: std::ops::Range<usize>| source.get(range).unwrap_or_default();
    format!("{}{new}{}", part(outer.start_byte()..inner.start_byte()), part(inner.end_byte()..outer.end_byte()))
}
