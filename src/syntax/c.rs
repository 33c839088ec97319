//! C source text. Knows the tree-sitter grammar's names for what an outline holds, and what may move to the top of a file. It runs no preprocessor:
//! what stands inside `#if` stays there, and only what `#if 0` leaves out for certain is not in the outline.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::recent::Recent;
use super::snippet;
use super::token::{self, Definition, DefinitionKind, Grammar, Token, TokenKind};
use super::tree::{self, Above, Functions, Leading, MAX_LOOK_BACK, children, named, normalised, text};
use super::{Dialect, Function, Head, Outline, Split, Syntax};

pub struct C;

static OUTLINES: Recent<(), Outline> = Recent::new();

impl Syntax for C {
    fn dialect(&self) -> Dialect {
        Dialect::C
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

    fn switched_off(&self, source: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let Some(tree) = parse(source) else { return found };
        let defined: HashSet<String> = self.definitions(source).into_iter().map(|d| d.name).collect();
        // What begins with a line below is the compiler's to define.
        let nobody_defines = |name: &str| !name.starts_with('_') && !defined.contains(name) && !source.contains(&format!("#define {name}"));
        super::tree::walk(&tree, |node, _| {
            let part = |name| node.child_by_field_name(name);
            let asks = |n: Node| named(n).first().map(|name| text(*name, source)).filter(|_| n.kind() == "preproc_defined");
            let never = |n: Node| text(n, source) == "0" || asks(n).is_some_and(nobody_defines);
            let is_off = match node.kind() {
                "preproc_if" => part("condition").is_some_and(never),
                "preproc_ifdef" if text(node, source).starts_with("#ifdef") => {
                    part("name").is_some_and(|n| nobody_defines(text(n, source)))
                }
                _ => false,
            };
            if is_off {
                let end = node.child_by_field_name("alternative").map_or(node.end_byte(), |other| other.start_byte());
                found.push(node.start_byte()..end);
            }
        });
        found
    }

    fn definitions(&self, source: &str) -> Vec<Definition> {
        parse(source).map_or_else(Vec::new, |tree| definitions_of(&tree, source))
    }

    fn split_head(&self, source: &str) -> Split {
        let ranges = parse(source).map_or_else(Vec::new, |tree| head_ranges(&tree, source));
        tree::take_out(source, &ranges)
    }

    fn merge_head(&self, heads: Vec<String>) -> Vec<String> {
        let (mut switches, mut includes) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for item in heads {
            // The line end is part of a directive in this grammar.
            let line = format!("{item}\n");
            let core = parse(&line).and_then(|tree| {
                let core = children(tree.root_node()).into_iter().find(|node| matches!(node.kind(), "preproc_include" | "preproc_def"))?;
                let key = core.child_by_field_name("path").unwrap_or(core);
                Some((core.kind() == "preproc_def", normalised(text(key, &line))))
            });
            let (is_switch, key) = core.unwrap_or_else(|| (false, normalised(&item)));
            if seen.insert(key) {
                let list = if is_switch { &mut switches } else { &mut includes };
                list.push(item);
            }
        }
        switches.append(&mut includes);
        switches
    }

    fn expected(&self, source: &str, functions: &[&str], about: &str) -> Vec<String> {
        parse(source).map_or_else(Vec::new, |tree| super::expected::values(&super::expected::C, &tree, source, functions, about))
    }

    fn heads(&self, text: &str) -> Vec<Head> {
        snippet::heads(tree_sitter_c::LANGUAGE.into(), text)
    }

    fn items(&self, source: &str) -> Option<Vec<super::items::Item>> {
        super::items::read(&parse(source)?, source, super::items::c)
    }
}

const GRAMMAR: Grammar = Grammar {
    whole: &[("string_literal", TokenKind::Text), ("char_literal", TokenKind::Char), ("system_lib_string", TokenKind::Text)],
    comments: &["comment"],
    patterns: &[],
    bound: "declarator",
    binders: &["declaration", "init_declarator", "pointer_declarator", "array_declarator", "parameter_declaration"],
};

fn definitions_of(tree: &Tree, source: &str) -> Vec<Definition> {
    let mut found = Vec::new();
    tree::walk(tree, |node, path| {
        let mut name = node.child_by_field_name("name");
        let kind = match node.kind() {
            "preproc_def" | "enumerator" => DefinitionKind::Constant,
            "preproc_function_def" => DefinitionKind::Macro,
            // `static const int limit = 3;` outside every function.
            "init_declarator" if path.iter().all(|above| above.kind() != "compound_statement") => {
                name = innermost(node);
                DefinitionKind::Constant
            }
            "type_definition" => {
                name = innermost(node);
                DefinitionKind::Type
            }
            "struct_specifier" | "enum_specifier" | "union_specifier" if node.child_by_field_name("body").is_some() => DefinitionKind::Type,
            _ => return,
        };
        let Some(name) = name else { return };
        let value = node.child_by_field_name("value").map(|value| text(value, source).trim().to_owned());
        let item = path.last().filter(|p| p.kind() == "declaration").unwrap_or(&node).byte_range();
        found.push(Definition { name: text(name, source).to_owned(), kind, value, line: *tree::lines(node).start(), item });
    });
    found
}

/// The name inside a declarator, through pointers, arrays and parentheses.
pub(super) fn innermost(node: Node<'_>) -> Option<Node<'_>> {
    let mut inner = node.child_by_field_name("declarator")?;
    loop {
        let next = inner
            .child_by_field_name("declarator")
            .or_else(|| children(inner).into_iter().find(|part| inner.kind() == "parenthesized_declarator" && part.is_named()));
        match next {
            Some(deeper) => inner = deeper,
            None => return Some(inner),
        }
    }
}

fn parse(source: &str) -> Option<Tree> {
    tree::parse(tree_sitter_c::LANGUAGE.into(), source)
}

fn outline_of(tree: &Tree, source: &str) -> Outline {
    let mut outline = Outline { has_error: tree.root_node().has_error() || source.len() > super::MAX_SOURCE_BYTES, ..Outline::default() };
    let mut leading = Leading::default();
    let mut functions = Functions::default();
    tree::walk(tree, |node, path| {
        let depth = path.len();
        functions.at_depth(depth);
        if is_left_out(node, path, source) {
            return;
        }
        let parent_is_error = path.last().is_some_and(|parent| parent.is_error());
        match node.kind() {
            "comment" => leading.push(Above::Comment, node, source),
            "preproc_include" if depth == 1 => outline.imports.push(tree::span(node, source)),
            "function_definition" => {
                if let Some(declarator) = function_declarator(node) {
                    functions.enter(function(node, declarator, &leading, source), depth, false);
                }
            }
            // A prototype. Inside a body it would be a rarity, and `x(y);` of a macro can look like one.
            "declaration" if !functions.inside_one() => {
                if let Some(declarator) = function_declarator(node) {
                    functions.enter(function(node, declarator, &leading, source), depth, false);
                }
            }
            // A head whose body did not come out as one: it reaches as far as the broken part does.
            "function_declarator" if parent_is_error => {
                let mut found = function(node, node, &leading, source);
                let last = path.last().map_or(*found.lines.end(), |error| *tree::lines(*error).end());
                found.lines = *found.lines.start()..=last.max(*found.lines.start());
                functions.enter(found, depth.saturating_sub(1), true);
            }
            "{" if parent_is_error => functions.brace_in_error(),
            "call_expression" => {
                if let Some(unit) = unwritten(node, source) {
                    functions.mark_unwritten(unit);
                }
            }
            _ => {}
        }
    });
    outline.functions = functions.found;
    outline
}

/// Under `#if 0`, or in the other half of `#if 1`: a compiler never sees it.
fn is_left_out(node: Node<'_>, path: &[Node<'_>], source: &str) -> bool {
    path.iter().enumerate().any(|(at, above)| {
        let condition = above.child_by_field_name("condition").filter(|_| above.kind() == "preproc_if").map_or("", |c| text(c, source));
        let inner = path.get(at + 1).unwrap_or(&node);
        let other_half = above.child_by_field_name("alternative").is_some_and(|other| other.id() == inner.id());
        matches!((condition, other_half), ("0", false) | ("1", true))
    })
}

/// The part `name(parameters)` of a definition or declaration, through pointers; nothing for variables and function pointers.
pub(super) fn function_declarator(node: Node<'_>) -> Option<Node<'_>> {
    let mut inner = node.child_by_field_name("declarator")?;
    while inner.kind() == "pointer_declarator" {
        inner = inner.child_by_field_name("declarator")?;
    }
    let named = inner.kind() == "function_declarator" && inner.child_by_field_name("declarator")?.kind() == "identifier";
    named.then_some(inner)
}

fn function(node: Node<'_>, declarator: Node<'_>, leading: &Leading, source: &str) -> Function {
    let name = declarator.child_by_field_name("declarator").map_or("", |name| text(name, source)).to_owned();
    let body = node.child_by_field_name("body").map(|body| body.byte_range());
    let attached = leading.attached_to(start_of_item(node, source), source);
    let lines = tree::lines(node);
    Function {
        is_test: body.is_some() && name.starts_with("test_") && is_void_of_void(node, declarator, source),
        name,
        owner: None,
        lines: attached.first_line.unwrap_or(*lines.start())..=*lines.end(),
        has_body: body.is_some(),
        body,
        unwritten: None,
        comment: attached.comment(source),
        attributes: Vec::new(),
    }
}

/// A loose head has its return type before it on the line, as pieces of their own.
fn start_of_item(node: Node<'_>, source: &str) -> usize {
    let start = node.start_byte();
    if node.kind() != "function_declarator" {
        return start;
    }
    let before = &source[..start];
    let words = before.chars().rev().take(MAX_LOOK_BACK).take_while(|c| c.is_alphanumeric() || ['_', ' ', '\t', '*'].contains(c));
    let words_len: usize = words.map(char::len_utf8).sum();
    start - before[before.len() - words_len..].trim_start().len()
}

fn is_void_of_void(node: Node<'_>, declarator: Node<'_>, source: &str) -> bool {
    let is_static = children(node).iter().any(|part| part.kind() == "storage_class_specifier" && text(*part, source) == "static");
    let field = |of: Node<'_>, name| of.child_by_field_name(name).map(|part| normalised(text(part, source))).unwrap_or_default();
    let direct = node.child_by_field_name("declarator").is_some_and(|outer| outer.kind() == "function_declarator");
    !is_static && direct && field(node, "type") == "void" && matches!(field(declarator, "parameters").as_str(), "(void)" | "()")
}

fn unwritten<'s>(node: Node<'_>, source: &'s str) -> Option<&'s str> {
    let called = text(node.child_by_field_name("function")?, source);
    (called == "ETUDE_TODO").then(|| tree::first_string(text(node.child_by_field_name("arguments")?, source))).flatten()
}

fn head_ranges(tree: &Tree, source: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut leading = Leading::default();
    let mut includes = 0;
    for node in children(tree.root_node()) {
        match node.kind() {
            "comment" => leading.push(Above::Comment, node, source),
            "preproc_include" => {
                includes += 1;
                ranges.push(leading.attached_to(node.start_byte(), source).start..tree::trimmed(node, source).end);
            }
            // `#define _GNU_SOURCE` before the first include switches what the headers offer: behind them it would do nothing.
            "preproc_def" if includes == 0 && is_header_switch(node, source) => {
                ranges.push(leading.attached_to(node.start_byte(), source).start..tree::trimmed(node, source).end);
            }
            _ => {}
        }
    }
    if includes == 0 {
        ranges.clear();
    }
    ranges
}

/// Names that begin with an underscore and a capital belong to the compiler and its headers.
pub(super) fn is_header_switch(node: Node<'_>, source: &str) -> bool {
    let name = node.child_by_field_name("name").map_or("", |name| text(name, source));
    name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}
