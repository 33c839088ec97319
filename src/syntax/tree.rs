//! The parts of reading a syntax tree that every language shares: a bounded parse, a walk, what stands directly above an item, and taking items
//! out of a text. Nothing here recurses: a learner's (or a model's) text may nest as deep as it likes without ending the program.

use std::ops::{ControlFlow, Range, RangeInclusive};
use std::time::{Duration, Instant};

use tree_sitter::{Language, Node, ParseOptions, ParseState, Parser, Tree};

use super::recent::Recent;
use super::{Function, MAX_SOURCE_BYTES, Span, Split};

/// Error recovery on a megabyte of noise can take ten seconds; a file that a person wrote takes milliseconds.
const MAX_PARSE_TIME: Duration = Duration::from_secs(2);

/// How many characters before a loose `fn` or head are searched for the words that belong to it.
pub const MAX_LOOK_BACK: usize = 200;

static TREES: Recent<Language, Tree> = Recent::new();

/// The tree of at most the first `MAX_SOURCE_BYTES` of the text; nothing when it cannot be had in time.
pub fn parse(language: Language, source: &str) -> Option<Tree> {
    let text = readable(source);
    TREES.get(language.clone(), text, || parse_anew(&language, text))
}

fn parse_anew(language: &Language, text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    let bytes = text.as_bytes();
    let started = Instant::now();
    let mut limit = |_: &ParseState| if started.elapsed() > MAX_PARSE_TIME { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    parser.parse_with_options(
        &mut |at, _| bytes.get(at..).unwrap_or_default(),
        None,
        Some(ParseOptions::new().progress_callback(&mut limit)),
    )
}

/// The part of the text that is read.
fn readable(source: &str) -> &str {
    let mut end = source.len().min(MAX_SOURCE_BYTES);
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    &source[..end]
}

/// Visits every node, parents before children; `path` holds the ancestors, the root first.
pub fn walk<'t>(tree: &'t Tree, mut visit: impl FnMut(Node<'t>, &[Node<'t>])) {
    let mut cursor = tree.walk();
    let mut path = Vec::new();
    loop {
        let node = cursor.node();
        visit(node, &path);
        if cursor.goto_first_child() {
            path.push(node);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            path.pop();
        }
    }
}

/// The children that are no punctuation and no comment.
pub fn named<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut all = children(node);
    all.retain(|n| n.is_named() && !n.kind().ends_with("comment"));
    all
}

/// The direct children of a node. (Asking for them by index would start from the first each time.)
pub fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    let mut found = Vec::new();
    if cursor.goto_first_child() {
        found.push(cursor.node());
        while cursor.goto_next_sibling() {
            found.push(cursor.node());
        }
    }
    found
}

/// A node's text; nothing when it does not lie in the source.
pub fn text<'s>(node: Node<'_>, source: &'s str) -> &'s str {
    source.get(node.byte_range()).unwrap_or_default()
}

/// A node's bytes without the line end that some grammars count in.
pub fn trimmed(node: Node<'_>, source: &str) -> Range<usize> {
    let start = node.start_byte();
    start..start + text(node, source).trim_end().len()
}

pub fn lines(node: Node<'_>) -> RangeInclusive<u32> {
    let end = node.end_position();
    // A node that ends with its line end does not reach into the next line.
    let last = if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row };
    line(node.start_position().row)..=line(last)
}

fn line(row: usize) -> u32 {
    u32::try_from(row).unwrap_or(u32::MAX - 1) + 1
}

pub fn span(node: Node<'_>, source: &str) -> Span {
    Span { bytes: trimmed(node, source), lines: lines(node) }
}

/// The text inside the first pair of quotes of an argument list that begins with a string: `("ex-2", …)`.
pub fn first_string(arguments: &str) -> Option<&str> {
    let inside = arguments.trim_start().strip_prefix(['(', '[', '{'])?.trim_start().strip_prefix('"')?;
    inside.split_once('"').map(|(string, _)| string)
}

/// White space of any kind and amount becomes one blank, and none is left beside punctuation: two spellings of one import compare equal.
pub fn normalised(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let joins_words = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if joins_words(result.chars().next_back()) && joins_words(word.chars().next()) {
            result.push(' ');
        }
        result.push_str(word);
    }
    result.replace(",}", "}")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Above {
    Comment,
    Attribute,
}

/// Comments and attributes seen so far, in order, to find those that belong to what follows.
#[derive(Default)]
pub struct Leading(Vec<(Above, Range<usize>, u32)>);

/// What belongs to an item from above it: where that begins, and its parts from top to bottom.
pub struct Attached {
    pub start: usize,
    pub first_line: Option<u32>,
    pub parts: Vec<(Above, Range<usize>)>,
}

impl Leading {
    pub fn push(&mut self, kind: Above, node: Node<'_>, source: &str) {
        self.0.push((kind, trimmed(node, source), line(node.start_position().row)));
    }

    /// A comment belongs to what starts on the next line (or its own) when it has its line for itself; an attribute to whatever comes next.
    pub fn attached_to(&self, item_start: usize, source: &str) -> Attached {
        let mut found = Attached { start: item_start, first_line: None, parts: Vec::new() };
        for (kind, range, line) in self.0.iter().rev() {
            let gap = source.get(range.end..found.start).unwrap_or("x");
            if !gap.trim().is_empty() {
                break;
            }
            if *kind == Above::Comment && (gap.matches('\n').count() > 1 || !has_its_line(range.start, source)) {
                break;
            }
            found.start = range.start;
            found.first_line = Some(*line);
            found.parts.push((*kind, range.clone()));
        }
        found.parts.reverse();
        found
    }
}

impl Attached {
    pub fn comment(&self, source: &str) -> String {
        let comments = self.parts.iter().filter(|(kind, _)| *kind == Above::Comment);
        comments.map(|(_, range)| without_markers(&source[range.clone()])).collect::<Vec<_>>().join("\n")
    }

    pub fn attributes(&self, source: &str) -> Vec<String> {
        let attributes = self.parts.iter().filter(|(kind, _)| *kind == Above::Attribute);
        attributes.map(|(_, range)| source[range.clone()].to_owned()).collect()
    }
}

fn has_its_line(start: usize, source: &str) -> bool {
    // Looks back over blanks only: a file may be one long line.
    let before = source[..start].trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with('\n')
}

pub fn without_markers(comment: &str) -> String {
    if let Some(inner) = comment.strip_prefix("/*") {
        let inner = inner.strip_suffix("*/").unwrap_or(inner).trim_start_matches(['*', '!']);
        let lines = inner.lines().map(|line| {
            let line = line.trim();
            line.strip_prefix('*').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest))
        });
        return lines.collect::<Vec<_>>().join("\n").trim().to_owned();
    }
    let rest = comment.trim_start_matches('/');
    let rest = rest.strip_prefix('!').unwrap_or(rest);
    rest.strip_prefix(' ').unwrap_or(rest).trim_end().to_owned()
}

/// The functions found so far and those the walk is still inside of.
#[derive(Default)]
pub struct Functions {
    pub found: Vec<Function>,
    open: Vec<Open>,
}

struct Open {
    index: usize,
    depth: usize,
    /// Its braces do not match: it reaches to the next function of its level.
    broken: bool,
}

impl Functions {
    /// To be called for every node: leaves the functions that the walk has come out of.
    pub fn at_depth(&mut self, depth: usize) {
        while self.open.last().is_some_and(|open| open.depth >= depth) {
            self.open.pop();
        }
    }

    pub fn inside_one(&self) -> bool {
        self.open.iter().any(|open| !open.broken)
    }

    pub fn innermost_depth(&self) -> Option<usize> {
        self.open.last().map(|open| open.depth)
    }

    pub fn enter(&mut self, function: Function, depth: usize, broken: bool) {
        if let Some(before) = self.open.pop_if(|open| open.broken) {
            let lines = &mut self.found[before.index].lines;
            *lines = *lines.start()..=(function.lines.start() - 1).max(*lines.start());
        }
        self.open.push(Open { index: self.found.len(), depth, broken });
        self.found.push(function);
    }

    pub fn mark_unwritten(&mut self, unit: &str) {
        for open in self.open.iter().rev() {
            let unwritten = &mut self.found[open.index].unwritten;
            // Who is marked has marked everything around it.
            if unwritten.is_some() {
                break;
            }
            *unwritten = Some(unit.to_owned());
        }
    }

    /// An opening brace among the pieces of a broken function is the start of its body.
    pub fn brace_in_error(&mut self) {
        if let Some(open) = self.open.last().filter(|open| open.broken) {
            self.found[open.index].has_body = true;
        }
    }
}

/// Takes the ranges (in order, apart from each other) out of the text; lines that they filled go with them.
pub fn take_out(source: &str, ranges: &[Range<usize>]) -> Split {
    let mut split = Split::default();
    let mut kept_to = 0;
    for range in ranges {
        let mut cut = range.clone();
        let rest = &source[cut.end..];
        let line_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        if has_its_line(cut.start, source) && rest[..line_end].trim().is_empty() {
            cut.start = source[..cut.start].rfind('\n').map_or(0, |at| at + 1);
            cut.end += line_end;
        }
        split.body.push_str(source.get(kept_to..cut.start).unwrap_or_default());
        split.head.push(source[range.clone()].to_owned());
        kept_to = cut.end;
    }
    split.body.push_str(&source[kept_to..]);
    let blank = split.body.len() - split.body.trim_start().len();
    // Indentation of the first line with text stays.
    let from = split.body[..blank].rfind('\n').map_or(0, |at| at + 1);
    split.body.drain(..from);
    split
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_was_read_before_has_the_same_tree_in_its_own_language_only() {
        let (rust, c): (Language, Language) = (tree_sitter_rust::LANGUAGE.into(), tree_sitter_c::LANGUAGE.into());
        let text = "int f(void) { return 1; }";
        let first = parse(c.clone(), text).expect("a tree");
        let again = parse(c.clone(), text).expect("a tree");
        assert_eq!(first.root_node().to_sexp(), again.root_node().to_sexp());
        assert_ne!(parse(rust, text).expect("a tree").root_node().to_sexp(), first.root_node().to_sexp());
    }
}
