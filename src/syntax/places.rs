//! Where in a function something could be changed: its statements, entries of lists, values and heads, each with its bytes. Knows the tree, not what a change
//! would mean.

use std::ops::Range;

use super::tree::{self, children};

/// One place of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub range: Range<usize>,
    pub kind: PlaceKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// Stands in a block.
    Statement,
    /// Stands in a list with commas: an arm, a field, an argument.
    Entry,
    /// Any other part that has a name in the grammar.
    Part,
    /// What stands before the block of a loop or an `if`, with and without its brace.
    Head,
    /// The brace or bracket that ends a block; nothing stands there yet.
    EndOfBlock,
    EndOfList,
}

const BLOCKS: [&str; 2] = ["block", "compound_statement"];
const LISTS: [&str; 7] =
    ["match_block", "field_initializer_list", "arguments", "argument_list", "tuple_expression", "array_expression", "initializer_list"];

/// The places of a text, outer ones before those inside them. The text itself and its comments are none.
pub(super) fn places(grammar: tree_sitter::Language, source: &str) -> Vec<Place> {
    let Some(tree) = tree::parse(grammar, source) else { return Vec::new() };
    let mut found = Vec::new();
    tree::walk(&tree, |node, path| {
        let is_item = matches!(node.kind(), "source_file" | "translation_unit" | "function_item" | "function_definition");
        if !node.is_named() || is_item || node.kind().ends_with("comment") {
            return;
        }
        let above = path.last().map_or("", |p| p.kind());
        let range = node.byte_range();
        let is_close = |end: &str| source.get(range.clone()).is_some_and(|t| t.ends_with(end));
        if BLOCKS.contains(&node.kind()) && is_close("}") {
            found.push(Place { range: range.end - 1..range.end, kind: PlaceKind::EndOfBlock });
            return;
        }
        if LISTS.contains(&node.kind()) && (is_close("}") || is_close(")") || is_close("]")) {
            found.push(Place { range: range.end - 1..range.end, kind: PlaceKind::EndOfList });
        }
        let kind = match above {
            above if BLOCKS.contains(&above) => PlaceKind::Statement,
            above if LISTS.contains(&above) => PlaceKind::Entry,
            _ => PlaceKind::Part,
        };
        found.push(Place { range: range.clone(), kind });
        let inner = children(node).into_iter().find(|c| BLOCKS.contains(&c.kind()) || c.kind() == "match_block");
        if let Some(inner) = inner.filter(|i| i.start_byte() > range.start) {
            found.push(Place { range: range.start..inner.start_byte() + 1, kind: PlaceKind::Head });
        }
    });
    found
}
