//! The items of a source file, each with the key that says which one it is: the modules around it, its kind, the trait and the type it belongs to with their
//! arguments, its name. Owns the keys and where an item begins and ends; putting items into other files is `place`'s. What a grammar calls its items is the
//! only thing that differs between languages.

mod place;

use std::fmt;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::tree::{Above, Leading, children, normalised, text, trimmed};

pub use place::{Over, PlaceError, place};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// From the outside in: modules, the owner of a method (`Circle`, `<B as From<A>>`), in C the conditions.
    pub within: Vec<String>,
    pub kind: Kind,
    pub name: String,
}

/// What shares one space of names is of one kind: a `const` can stand in the place of a `static`, an `enum` in that of a `struct`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Functions, constants, variables.
    Value,
    /// A declaration without a definition (C).
    Declaration,
    Type,
    Macro,
    Import,
    /// What has to come before everything else: `#![…]`, `#define _GNU_SOURCE`.
    Switch,
    /// An `impl`, an inline module, an `#if`: items stand in it.
    Block,
    /// Known by its text alone.
    Other,
}

#[derive(Debug, Clone)]
pub struct Item {
    pub key: Key,
    /// With the comment and the attributes above it.
    pub range: Range<usize>,
    /// A block before its first item, and where its last one ends or would stand.
    pub block: Option<(Range<usize>, usize)>,
    /// The index of the block it stands in.
    pub parent: Option<usize>,
    /// No other file can use it.
    pub is_private: bool,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for around in &self.within {
            write!(f, "{around}::")?;
        }
        f.write_str(&self.name)
    }
}

/// What a grammar says of a node that may be an item.
pub(super) struct Found {
    kind: Kind,
    name: String,
    is_private: bool,
}

pub(super) type Classify = fn(Node<'_>, &str) -> Option<Found>;

/// The items of the file in their order, then those of each block. None where the text does not come apart into items.
pub(super) fn read(tree: &Tree, source: &str, classify: Classify) -> Option<Vec<Item>> {
    let mut items: Vec<Item> = Vec::new();
    let mut waiting = vec![(tree.root_node(), Vec::new(), None)];
    if tree.root_node().is_error() {
        return None;
    }
    while let Some((parent_node, within, parent)) = waiting.pop() {
        let mut leading = Leading::default();
        let mut inner = Vec::new();
        for node in children(parent_node) {
            let is_inner_doc = text(node, source).starts_with("//!") || text(node, source).starts_with("/*!");
            match node.kind() {
                "line_comment" | "block_comment" | "comment" if is_inner_doc => {}
                "line_comment" | "block_comment" | "comment" => leading.push(Above::Comment, node, source),
                "attribute_item" => leading.push(Above::Attribute, node, source),
                // The end of `struct x { … };`, which this grammar has outside.
                ";" => items.last_mut().filter(|last| last.parent == parent).into_iter().for_each(|last| last.range.end = node.end_byte()),
                _ if node.is_error() => return None,
                _ => {
                    let is_head = ["name", "condition"].iter().any(|field| parent_node.child_by_field_name(field) == Some(node));
                    let Some(found) = classify(node, source).filter(|_| !is_head) else { continue };
                    let start = leading.attached_to(node.start_byte(), source).start;
                    let key = Key { within: within.clone(), kind: found.kind, name: found.name };
                    let block = (found.kind == Kind::Block).then(|| {
                        let body = node.child_by_field_name("body").unwrap_or(node);
                        inner.push((body, [within.as_slice(), std::slice::from_ref(&key.name)].concat(), Some(items.len())));
                        (node.start_byte()..inside(body).start, inside(body).end)
                    });
                    items.push(Item { key, range: start..trimmed(node, source).end, block, parent, is_private: found.is_private });
                }
            }
        }
        waiting.extend(inner);
    }
    Some(items)
}

/// Between the braces of a block, or between the line of a condition and its `#else` or `#endif`.
fn inside(body: Node<'_>) -> Range<usize> {
    let parts = children(body);
    let is_end = |n: &&Node| matches!(n.kind(), "}" | "#endif" | "preproc_else" | "preproc_elif");
    let end = parts.iter().find(is_end).map_or(body.end_byte(), |n| n.start_byte());
    let head = body.child_by_field_name("name").or_else(|| body.child_by_field_name("condition")).or(parts.first().copied());
    head.map_or(body.start_byte(), |n| n.end_byte()).min(end)..end
}

pub(super) fn rust(node: Node<'_>, source: &str) -> Option<Found> {
    let field = |name| node.child_by_field_name(name).map(|n| normalised(text(n, source)));
    let is_public = children(node).iter().any(|n| n.kind() == "visibility_modifier" && text(*n, source) == "pub");
    let named = field("name").filter(|name| name != "_");
    let in_block = node.child_by_field_name("body").is_some();
    let (kind, name) = match (node.kind(), named) {
        ("function_item" | "function_signature_item" | "const_item" | "static_item", Some(name)) => (Kind::Value, name),
        ("mod_item", Some(name)) if in_block => (Kind::Block, name),
        ("struct_item" | "enum_item" | "union_item" | "type_item" | "associated_type" | "trait_item" | "mod_item", Some(name)) => {
            (Kind::Type, name)
        }
        ("macro_definition", Some(name)) => (Kind::Macro, name),
        ("impl_item", _) if in_block => {
            let own = field("type")?;
            (Kind::Block, field("trait").map_or(own.clone(), |of| format!("<{own} as {of}>")))
        }
        ("use_declaration" | "extern_crate_declaration", _) => (Kind::Import, normalised(text(node, source))),
        ("inner_attribute_item", _) => (Kind::Switch, normalised(text(node, source))),
        _ if node.is_named() => (Kind::Other, normalised(text(node, source))),
        _ => return None,
    };
    let of_trait = node.parent().and_then(|list| list.parent()).is_some_and(|n| n.child_by_field_name("trait").is_some());
    Some(Found { kind, is_private: kind == Kind::Value && !is_public && !of_trait && name != "main", name })
}

pub(super) fn c(node: Node<'_>, source: &str) -> Option<Found> {
    let has_storage = |word: &str| children(node).iter().any(|n| n.kind() == "storage_class_specifier" && text(*n, source) == word);
    let mut cursor = node.walk();
    let declarators = node.children_by_field_name("declarator", &mut cursor);
    let declared: Vec<&str> = declarators.map(|n| text(super::c::innermost(n).unwrap_or(n), source)).collect();
    let named = node.child_by_field_name("name").map(|n| text(n, source));
    let whole = || normalised(text(node, source));
    let (kind, name) = match (node.kind(), named) {
        ("function_definition", _) => (Kind::Value, declared.concat()),
        ("declaration", _) if has_storage("extern") || super::c::function_declarator(node).is_some() => {
            (Kind::Declaration, declared.join(", "))
        }
        ("declaration", _) => (Kind::Value, declared.join(", ")),
        ("type_definition", _) => (Kind::Type, declared.join(", ")),
        (kind @ ("struct_specifier" | "union_specifier" | "enum_specifier"), Some(name)) => {
            let has_body = node.child_by_field_name("body").is_some();
            (if has_body { Kind::Type } else { Kind::Declaration }, kind.replace("_specifier", &format!(" {name}")))
        }
        ("preproc_def", Some(name)) if super::c::is_header_switch(node, source) => (Kind::Switch, name.to_owned()),
        ("preproc_def" | "preproc_function_def", Some(name)) => (Kind::Macro, name.to_owned()),
        ("preproc_include", _) => (Kind::Import, node.child_by_field_name("path").map_or_else(whole, |n| normalised(text(n, source)))),
        ("preproc_if" | "preproc_ifdef" | "preproc_elif" | "preproc_else", _) => {
            (Kind::Block, normalised(source.get(node.start_byte()..inside(node).start).unwrap_or_default()))
        }
        _ if node.is_named() => (Kind::Other, whole()),
        _ => return None,
    };
    Some(Found { kind, name, is_private: kind == Kind::Value && has_storage("static") })
}

#[cfg(test)]
mod tests;
