//! What is to stay as it is, and would not be missed where it held nothing anyway: a place of the caller's that a function only writes is cleared on the ways that do not
//! write it, where the comment says that it stays then. A test notices only if it put something there before. Owns which places and which ways those are; a place that
//! the function reads is left alone, since what is in it may be why it refuses.

use tree_sitter::Node;

use super::c::C;
use super::c_branches;
use super::c_failing::{self, Questions};
use super::c_values::{Values, peeled};
use super::code::{self, c_declarator, named, within};
use super::known::{c_name, c_type};
use super::probes::Asked;
use super::refused::LISTS;
use super::rust::{INTEGERS, Rust};
use super::shared::squeezed;
use super::unseen::Unseen;
use crate::syntax::tree::{normalised, text};

fn says(thing: &[Kept<'_>]) -> String {
    let places: Vec<String> = thing.iter().map(|kept| format!("`{}`", kept.place)).collect();
    format!("notices when {} is cleared where the comment says that it stays: let it hold something before", places.join(", "))
}

/// A place with all that writes it.
struct Kept<'t> {
    place: &'t str,
    writes: Vec<Node<'t>>,
}

/// Each place reached from one of these names that is only ever set.
fn only_set<'t>(body: Node<'t>, source: &'t str, kinds: &[&str], is_ours: impl Fn(&str) -> bool) -> Vec<Kept<'t>> {
    let mut found: Vec<(Kept<'t>, usize)> = Vec::new();
    within(body, |node, path| {
        if kinds.contains(&node.kind()) && base(node, source).is_some_and(&is_ours) {
            let place = text(node, source);
            let set = path.last().filter(|p| p.kind() == "assignment_expression" && p.child_by_field_name("left") == Some(node));
            let set = set.filter(|s| s.child_by_field_name("operator").is_none_or(|o| text(o, source) == "="));
            let at = found.iter().position(|(kept, _)| kept.place == place).unwrap_or_else(|| {
                found.push((Kept { place, writes: Vec::new() }, 0));
                found.len() - 1
            });
            found[at].0.writes.extend(set);
            found[at].1 += 1;
        }
        true
    });
    found.into_iter().filter(|(kept, uses)| kept.writes.len() == *uses).map(|(kept, _)| kept).collect()
}

/// Those that stay by the comment. One that it names itself is a thing of its own; what is said of a struct is said of all its places together, and a test that looks at
/// one of them looks at the struct.
fn things<'t>(kept: Vec<Kept<'t>>, stays: impl Fn(&str) -> bool) -> Vec<Vec<Kept<'t>>> {
    let mut found: Vec<(&str, Vec<Kept<'t>>)> = Vec::new();
    for kept in kept {
        let words: Vec<&str> = kept.place.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
        let Some(named) = words.iter().rev().copied().find(|word| stays(word)) else { continue };
        match found.iter_mut().find(|(name, _)| *name == named) {
            Some((_, thing)) => thing.push(kept),
            None => found.push((named, vec![kept])),
        }
    }
    found.into_iter().map(|(_, thing)| thing).collect()
}

/// `search` of `search->found` and of `*search`.
fn base<'s>(place: Node<'_>, source: &'s str) -> Option<&'s str> {
    let inner =
        place.child_by_field_name("argument").or_else(|| place.child_by_field_name("value")).or_else(|| named(place).first().copied())?;
    (matches!(inner.kind(), "identifier" | "self") && !text(place, source).starts_with('&')).then(|| text(inner, source))
}

pub fn c(c: &C<'_>, stub: &str) -> Vec<Asked> {
    let (function, source) = (c.function, c.function.source);
    let body = function.body;
    let said = &c.known.said;
    let list = c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")).map(named).unwrap_or_default();
    let mut names: Vec<(&str, String)> =
        list.iter().filter_map(|p| Some((c_name(p.child_by_field_name("declarator")?, source)?, c_type(*p, source)))).collect();
    names.retain(|(_, of_type)| of_type.contains('*') && !of_type.starts_with("const "));
    // What a `void *` points at goes by another name.
    within(body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        if let (Some(to), Some(value)) = (part("declarator"), part("value"))
            && node.kind() == "init_declarator"
            && names.iter().any(|(name, of)| squeezed(of) == "void*" && *name == text(peeled(value), source))
        {
            names.extend(c_name(to, source).map(|name| (name, String::new())));
        }
        true
    });
    let kept = only_set(body, source, &["field_expression", "pointer_expression"], |base| names.iter().any(|(name, _)| *name == base));
    let things = things(kept, |name| said.leaves_alone(stub, name));
    let values = Values::of(body, source);
    let questions = Questions { values: &values, source, own: &c.known.fails_with_system };
    let mut unseen = Unseen::default();
    c_failing::hide(&questions, body, &mut unseen);
    let of_thing = |thing: &Vec<Kept<'_>>| {
        let writes: Vec<Node<'_>> = thing.iter().flat_map(|kept| kept.writes.iter().copied()).collect();
        let leaves = unwritten(body, source, &writes).into_iter().filter(|leave| !unseen.covers(*leave)).collect::<Vec<_>>();
        let with = |then: &str| {
            let mut new = text(body, source).to_owned();
            for leave in leaves.iter().rev() {
                let range = leave.start_byte() - body.start_byte()..leave.end_byte() - body.start_byte();
                new = code::replaced(&new, &range, &format!("{{ {then} {} }}", text(*leave, source)));
            }
            new
        };
        let clears: String = thing.iter().map(|kept| format!("__builtin_memset(&({0}), 0, sizeof({0})); ", kept.place)).collect();
        let edit = body.byte_range();
        let (reached, says) = (Some(with(c_branches::FALLS)), says(thing));
        let asked = Asked { place: function.node.byte_range(), from: edit.end, edit, new: with(&clears), reached, settled: None, says };
        (!leaves.is_empty()).then_some(asked)
    };
    things.iter().filter_map(of_thing).collect()
}

/// Each `return` to which no way leads that has written: a write speaks for what follows it, unless its own block leaves.
fn unwritten<'t>(body: Node<'t>, source: &str, writes: &[Node<'t>]) -> Vec<Node<'t>> {
    let block_of = |node: Node<'t>| {
        let mut around = node.parent();
        while let Some(outer) = around.filter(|n| n.kind() != "compound_statement") {
            around = outer.parent();
        }
        around
    };
    let mut found = Vec::new();
    within(body, |node, path| {
        let written = |write: &Node<'t>| {
            let block = block_of(*write);
            let leaves = block.and_then(|b| named(b).last().copied()).is_some_and(|last| last.kind() == "return_statement");
            write.start_byte() < node.start_byte() && (!leaves || block.is_some_and(|b| path.contains(&b)))
        };
        let asks_for_null = path.iter().rev().find(|p| p.kind() == "if_statement").and_then(|check| check.child_by_field_name("condition"));
        let asks_for_null = asks_for_null.is_some_and(|asked| text(asked, source).contains("NULL"));
        found.extend((node.kind() == "return_statement" && !asks_for_null && !writes.iter().any(written)).then_some(node));
        true
    });
    found
}

/// The same in Rust, where the function refuses: `self.found` and `*found`.
pub fn rust(rust: &Rust<'_>, stub: &str) -> Vec<Asked> {
    let (function, source) = (rust.function, rust.function.source);
    let refused = match rust.returns.split('<').next().and_then(|r| r.rsplit("::").next()) {
        Some("Result") => "etude_answer.is_err()",
        Some("Option") => "etude_answer.is_none()",
        Some("bool") => "!etude_answer",
        _ => return Vec::new(),
    };
    let mut names = Vec::new();
    for parameter in function.node.child_by_field_name("parameters").map(named).unwrap_or_default() {
        let part = |name| parameter.child_by_field_name(name).map(|n| normalised(text(n, source)));
        match parameter.kind() {
            "self_parameter" if squeezed(text(parameter, source)) == "&mutself" => names.push(("self".to_owned(), function.owner.clone())),
            _ => names.extend(
                part("pattern").zip(part("type")).and_then(|(name, of)| of.strip_prefix("&mut ").map(|of| (name, Some(of.to_owned())))),
            ),
        }
    }
    let of_base = |base: &str| names.iter().find(|(name, _)| name == base).and_then(|(_, of)| of.as_deref());
    let kept = only_set(function.body, source, &["field_expression", "unary_expression"], |base| of_base(base).is_some());
    let body = text(function.body, source);
    let with = |then: &str| format!("{{ let etude_answer = (|| -> {} {body})(); if {refused} {{ {then} }} etude_answer }}", rust.returns);
    let mut found = Vec::new();
    for kept in kept {
        let (base, field) = kept.place.split_once('.').unwrap_or((kept.place.trim_start_matches('*'), ""));
        let of = of_base(base).unwrap_or_default();
        let fields = rust.known.structs.get(of).map(Vec::as_slice).unwrap_or_default();
        let of = if field.is_empty() { Some(of) } else { fields.iter().find(|(name, _)| name == field).map(|(_, of)| of.as_str()) };
        let clears = match of.unwrap_or_default() {
            of if LISTS.iter().any(|list| of.starts_with(list)) => format!("{}.clear();", kept.place.trim_start_matches('*')),
            of if of.starts_with("Option<") => format!("{} = None;", kept.place),
            of if INTEGERS.contains(&of) => format!("{} = 0;", kept.place),
            "bool" => format!("{} = false;", kept.place),
            _ => continue,
        };
        let name = if field.is_empty() { base } else { field };
        if rust.known.said.leaves_alone(stub, name) {
            let edit = function.body.byte_range();
            let (new, reached) = (with(&clears), Some(with("std::process::abort()")));
            found.push(Asked { place: function.node.byte_range(), from: edit.end, edit, new, reached, settled: None, says: says(&[kept]) });
        }
    }
    found
}
