//! Rust source text. Knows the tree-sitter grammar's names for what an outline holds, and which imports say the same thing; it does not resolve
//! names and expands no macros.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::recent::Recent;
use super::snippet;
use super::token::{self, Definition, DefinitionKind, Grammar, Token, TokenKind};
use super::tree::{self, Above, Functions, Leading, MAX_LOOK_BACK, children, normalised, text};
use super::{Dialect, Function, Head, Outline, Split, Syntax};

pub struct Rust;

static OUTLINES: Recent<(), Outline> = Recent::new();

impl Syntax for Rust {
    fn dialect(&self) -> Dialect {
        Dialect::Rust
    }

    fn tree(&self, source: &str) -> Option<Tree> {
        parse(source)
    }

    fn outline(&self, source: &str) -> Outline {
        let outline = OUTLINES.get((), source, || Some(outline_of(&parse(source)?, source)));
        outline.unwrap_or_else(|| Outline { has_error: true, ..Outline::default() })
    }

    fn tokens(&self, source: &str) -> Vec<Token> {
        parse(source).map_or_else(Vec::new, |tree| token::tokens(&tree, source, &GRAMMAR))
    }

    fn definitions(&self, source: &str) -> Vec<Definition> {
        parse(source).map_or_else(Vec::new, |tree| definitions_of(&tree, source))
    }

    fn split_head(&self, source: &str) -> Split {
        let ranges = parse(source).map_or_else(Vec::new, |tree| head_ranges(&tree, source));
        tree::take_out(source, &ranges)
    }

    fn merge_head(&self, heads: Vec<String>) -> Vec<String> {
        let (mut docs, mut attributes, mut imports) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        let mut imported = HashSet::new();
        for item in heads {
            if is_inner_doc(&item) {
                if seen.insert(item.trim().to_owned()) {
                    docs.push(item);
                }
                continue;
            }
            let Some(tree) = parse(&item) else { continue };
            let core = children(tree.root_node()).into_iter().find(|node| is_head(node.kind()));
            let key = core.map_or_else(|| normalised(&item), |node| normalised(&item[before_comments(node, &item)]));
            if !seen.insert(key) {
                continue;
            }
            match core {
                Some(node) if node.kind() == "inner_attribute_item" => attributes.push(item),
                Some(node) if node.kind() == "use_declaration" => imports.extend(only_new_names(node, &item, &mut imported)),
                _ => imports.push(item),
            }
        }
        docs.append(&mut attributes);
        docs.append(&mut imports);
        docs
    }

    fn moved(&self, source: &str, places: &[(&str, &str)]) -> Option<String> {
        let mut leaves: Vec<Range<usize>> = Vec::new();
        tree::walk(&parse(source)?, |node, _| leaves.extend((node.child_count() == 0).then(|| node.byte_range())));
        let at = |n: usize| leaves.get(n).and_then(|range| source.get(range.clone()));
        let (mut out, mut copied) = (String::with_capacity(source.len() * 2), 0);
        for (n, range) in leaves.iter().enumerate() {
            let place = places.iter().find(|(name, _)| at(n) == Some(*name));
            let begins_path = at(n + 1) == Some("::") && (n == 0 || at(n - 1) != Some("::"));
            if let (Some((_, elsewhere)), true) = (place, begins_path) {
                out.push_str(source.get(copied..range.start)?);
                out.push_str(elsewhere);
                copied = range.end;
            }
        }
        out.push_str(source.get(copied..)?);
        Some(out)
    }

    fn expected(&self, source: &str, functions: &[&str], about: &str) -> Vec<String> {
        parse(source).map_or_else(Vec::new, |tree| super::expected::values(&super::expected::RUST, &tree, source, functions, about))
    }

    fn heads(&self, text: &str) -> Vec<Head> {
        snippet::heads(tree_sitter_rust::LANGUAGE.into(), text)
    }

    fn items(&self, source: &str) -> Option<Vec<super::items::Item>> {
        super::items::read(&parse(source)?, source, super::items::rust)
    }
}

const GRAMMAR: Grammar = Grammar {
    whole: &[
        ("string_literal", TokenKind::Text),
        ("raw_string_literal", TokenKind::Text),
        ("char_literal", TokenKind::Char),
        ("lifetime", TokenKind::Sign),
    ],
    comments: &["line_comment", "block_comment"],
    patterns: &[
        "closure_parameters",
        "parameter",
        "match_pattern",
        "tuple_pattern",
        "tuple_struct_pattern",
        "struct_pattern",
        "slice_pattern",
        "captured_pattern",
        "ref_pattern",
        "mut_pattern",
        "or_pattern",
        "reference_pattern",
    ],
    bound: "pattern",
    binders: &["let_declaration", "for_expression", "let_condition"],
};

fn definitions_of(tree: &Tree, source: &str) -> Vec<Definition> {
    let mut found = Vec::new();
    tree::walk(tree, |node, _| {
        let kind = match node.kind() {
            "const_item" | "static_item" => DefinitionKind::Constant,
            "enum_variant" => DefinitionKind::Variant,
            "macro_definition" => DefinitionKind::Macro,
            "struct_item" | "enum_item" | "union_item" | "type_item" | "trait_item" => DefinitionKind::Type,
            _ => return,
        };
        let Some(name) = name_of(node, source) else { return };
        let value = match kind {
            DefinitionKind::Macro => Some(text(node, source)),
            _ => node.child_by_field_name("value").map(|value| text(value, source)),
        };
        let line = *tree::lines(node).start();
        found.push(Definition { name, kind, value: value.map(str::to_owned), line, item: node.byte_range() });
    });
    found
}

fn parse(source: &str) -> Option<Tree> {
    tree::parse(tree_sitter_rust::LANGUAGE.into(), source)
}

fn outline_of(tree: &Tree, source: &str) -> Outline {
    let mut outline = Outline { has_error: tree.root_node().has_error() || source.len() > super::MAX_SOURCE_BYTES, ..Outline::default() };
    let mut leading = Leading::default();
    let mut functions = Functions::default();
    let mut owners: Vec<(usize, String)> = Vec::new();
    let mut in_error: Option<Node<'_>> = None;
    tree::walk(tree, |node, path| {
        let depth = path.len();
        functions.at_depth(depth);
        owners.truncate(owners.iter().rposition(|(at, _)| *at < depth).map_or(0, |at| at + 1));
        let parent_is_error = path.last().is_some_and(|parent| parent.is_error());
        // The `fn` of a function whose braces do not match is a loose piece, and its name is the next one.
        let loose_fn = in_error.take();
        match node.kind() {
            "line_comment" | "block_comment" if !is_inner_doc(text(node, source)) => leading.push(Above::Comment, node, source),
            "attribute_item" => leading.push(Above::Attribute, node, source),
            "impl_item" | "trait_item" => owners.extend(owner(node, source).map(|name| (depth, name))),
            "use_declaration" | "extern_crate_declaration" if depth == 1 => outline.imports.push(tree::span(node, source)),
            "inner_attribute_item" if depth == 1 => outline.inner_attributes.push(tree::span(node, source)),
            "mod_item" if depth == 1 && node.child_by_field_name("body").is_none() => outline.modules.extend(name_of(node, source)),
            "function_item" | "function_signature_item" => {
                let owner = owners
                    .last()
                    .filter(|(at, _)| functions.innermost_depth().is_none_or(|inner| inner < *at))
                    .map(|(_, name)| name.clone());
                let body = node.child_by_field_name("body").map(|body| body.byte_range());
                let name = name_of(node, source).unwrap_or_default();
                let function = function(name, owner, node, body, &leading, source);
                functions.enter(function, depth, false);
            }
            "macro_invocation" => {
                if let Some(unit) = unwritten(node, source) {
                    functions.mark_unwritten(unit);
                }
            }
            "fn" if parent_is_error => in_error = Some(node),
            "identifier" if parent_is_error => {
                if let Some(keyword) = loose_fn {
                    let mut found = function(text(node, source).to_owned(), None, keyword, None, &leading, source);
                    let last = path.last().map_or(*found.lines.end(), |error| *tree::lines(*error).end());
                    found.lines = *found.lines.start()..=last.max(*found.lines.start());
                    functions.enter(found, depth.saturating_sub(1), true);
                }
            }
            "{" if parent_is_error => functions.brace_in_error(),
            _ => {}
        }
    });
    outline.functions = functions.found;
    outline
}

fn function(name: String, owner: Option<String>, node: Node<'_>, body: Option<Range<usize>>, leading: &Leading, source: &str) -> Function {
    let start = start_of_item(node, source);
    let attached = leading.attached_to(start, source);
    let is_test = attached.parts.iter().any(|(kind, range)| *kind == Above::Attribute && is_test_attribute(&source[range.clone()]));
    let lines = tree::lines(node);
    Function {
        name,
        owner,
        lines: attached.first_line.unwrap_or(*lines.start())..=*lines.end(),
        has_body: body.is_some(),
        body,
        is_test,
        unwritten: None,
        comment: attached.comment(source),
        attributes: attached.attributes(source),
    }
}

/// A loose `fn` has its `pub` and the like before it on the line, as pieces of their own.
fn start_of_item(node: Node<'_>, source: &str) -> usize {
    let start = node.start_byte();
    if node.kind() != "fn" {
        return start;
    }
    let before = &source[..start];
    let words = before.chars().rev().take(MAX_LOOK_BACK).take_while(|c| c.is_alphabetic() || [' ', '\t', '(', ')'].contains(c));
    let words_len: usize = words.map(char::len_utf8).sum();
    start - before[before.len() - words_len..].trim_start().len()
}

fn name_of(node: Node<'_>, source: &str) -> Option<String> {
    node.child_by_field_name("name").map(|name| text(name, source).to_owned())
}

fn owner(node: Node<'_>, source: &str) -> Option<String> {
    let named = node.child_by_field_name("type").or_else(|| node.child_by_field_name("name"))?;
    text(named, source).split('<').next().map(|name| name.trim().to_owned())
}

fn is_test_attribute(attribute: &str) -> bool {
    let attribute = normalised(attribute);
    attribute == "#[test]" || attribute.ends_with("::test]")
}

fn unwritten<'s>(node: Node<'_>, source: &'s str) -> Option<&'s str> {
    let called = text(node.child_by_field_name("macro")?, source);
    let arguments = text(node, source)[called.len()..].trim_start().strip_prefix('!')?;
    (called.rsplit("::").next() == Some("todo")).then(|| tree::first_string(arguments)).flatten()
}

fn is_inner_doc(comment: &str) -> bool {
    comment.starts_with("//!") || comment.starts_with("/*!")
}

fn is_head(kind: &str) -> bool {
    matches!(kind, "use_declaration" | "extern_crate_declaration" | "inner_attribute_item")
}

fn head_ranges(tree: &Tree, source: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut leading = Leading::default();
    let mut doc_before = false;
    let nodes = children(tree.root_node());
    for (at, node) in nodes.iter().enumerate() {
        let is_comment = node.kind().ends_with("_comment");
        if is_comment && is_inner_doc(text(*node, source)) {
            let range = tree::trimmed(*node, source);
            match ranges.last_mut().filter(|last| doc_before && source[last.end..range.start].trim().is_empty()) {
                Some(last) => last.end = range.end,
                None => ranges.push(range),
            }
            doc_before = true;
            continue;
        }
        doc_before = false;
        if is_comment {
            leading.push(Above::Comment, *node, source);
        } else if node.kind() == "attribute_item" {
            leading.push(Above::Attribute, *node, source);
        } else if is_head(node.kind()) {
            let start = leading.attached_to(node.start_byte(), source).start;
            let same_line =
                nodes.get(at + 1).filter(|next| next.kind().ends_with("_comment") && next.start_position().row == node.end_position().row);
            let end = same_line.map_or(node.end_byte(), |comment| tree::trimmed(*comment, source).end);
            ranges.push(start..end);
        }
    }
    ranges
}

/// An item with its attributes but without its comments: `#[cfg(x)] use a;` is not `use a;`.
fn before_comments(core: Node<'_>, item: &str) -> Range<usize> {
    let mut leading = Leading::default();
    for node in children_before(core) {
        if node.kind() == "attribute_item" {
            leading.push(Above::Attribute, node, item);
        }
    }
    leading.attached_to(core.start_byte(), item).start..core.end_byte()
}

fn children_before(core: Node<'_>) -> Vec<Node<'_>> {
    let siblings = core.parent().map(children).unwrap_or_default();
    siblings.into_iter().take_while(|node| node.end_byte() <= core.start_byte()).collect()
}

/// The import without the names that an earlier one brought already; nothing when none is new. Importing a name twice does not compile, and
/// sections written apart say `use a::B;` here and `use a::{B, C};` there.
fn only_new_names(core: Node<'_>, item: &str, imported: &mut HashSet<String>) -> Option<String> {
    let all = imported_paths(core, item);
    // What stands behind an attribute may not be compiled at all, so it neither counts nor is changed.
    let conditional = children_before(core).iter().any(|node| node.kind() == "attribute_item");
    if conditional || all.is_empty() {
        return Some(item.to_owned());
    }
    let new: Vec<&String> = all.iter().filter(|path| imported.insert((*path).clone())).collect();
    if new.len() == all.len() {
        return Some(item.to_owned());
    }
    let visibility = children(core)
        .into_iter()
        .find(|node| node.kind() == "visibility_modifier")
        .map_or(String::new(), |node| format!("{} ", text(node, item)));
    let rewritten = new.iter().map(|path| format!("{visibility}use {path};")).collect::<Vec<_>>().join("\n");
    (!new.is_empty()).then(|| format!("{}{rewritten}{}", &item[..core.start_byte()], &item[core.end_byte()..]))
}

/// `a::{b, c::*, d as e, self}` as `a::b`, `a::c::*`, `a::d as e`, `a`.
fn imported_paths(core: Node<'_>, source: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut open: Vec<(String, Node<'_>)> = core.child_by_field_name("argument").map(|node| (String::new(), node)).into_iter().collect();
    while let Some((prefix, node)) = open.pop() {
        let join = |path: &str| match (prefix.as_str(), path) {
            ("", path) => path.to_owned(),
            (prefix, "self") => prefix.to_owned(),
            (prefix, path) => format!("{prefix}::{path}"),
        };
        let field = |name| node.child_by_field_name(name).map(|part| normalised(text(part, source))).unwrap_or_default();
        match node.kind() {
            "scoped_use_list" => {
                let prefix = join(&field("path"));
                open.extend(node.child_by_field_name("list").map(|list| (prefix, list)));
            }
            "use_list" => {
                let entries = children(node).into_iter().filter(|entry| entry.is_named() && !entry.kind().ends_with("_comment"));
                // The stack is read from its end.
                open.extend(entries.rev().map(|entry| (prefix.clone(), entry)));
            }
            "use_as_clause" => paths.push(format!("{} as {}", join(&field("path")), field("alias"))),
            _ => paths.push(join(&normalised(text(node, source)))),
        }
    }
    paths
}
