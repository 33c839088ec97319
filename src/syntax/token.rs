//! Source text as the leaves of its syntax tree, and the names it defines. Macros hold loose tokens in every grammar, so what a rule asks of a call is asked
//! of leaves: they are the same inside `assert_eq!(…)` and outside. It does not expand macros and resolves no names.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::tree::{self, text};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Names and keywords.
    Word,
    Number,
    /// A string literal with its quotes.
    Text,
    Char,
    Comment,
    /// Everything else: operators, brackets, commas.
    Sign,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub text: String,
    pub bytes: Range<usize>,
    /// Counted from 1.
    pub line: u32,
    /// A name that is given a meaning here: a variable in a `let`, a parameter, a part of a pattern.
    pub binds: bool,
}

/// A name that stands for a value or a type wherever the file is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    pub kind: DefinitionKind,
    /// What it stands for, as it is written.
    pub value: Option<String>,
    pub line: u32,
    /// All of its declaration, other names in it included.
    pub item: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefinitionKind {
    /// `const`, `static`, `#define` without parameters.
    Constant,
    /// A variant of an enum.
    Variant,
    /// `macro_rules!`, `#define` with parameters.
    Macro,
    Type,
}

/// How a grammar calls what a token needs to know.
pub struct Grammar {
    /// Nodes that are one token although they have parts.
    pub whole: &'static [(&'static str, TokenKind)],
    pub comments: &'static [&'static str],
    /// Nodes whose names are bound by them.
    pub patterns: &'static [&'static str],
    /// The field of a node that holds what it binds.
    pub bound: &'static str,
    /// The only parents for which that field says so.
    pub binders: &'static [&'static str],
}

/// The leaves of the tree, in order.
pub fn tokens(tree: &Tree, source: &str, grammar: &Grammar) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut covered = 0;
    tree::walk(tree, |node, path| {
        let range = node.byte_range();
        if range.is_empty() || range.start < covered {
            return;
        }
        let whole = grammar.whole.iter().find(|(kind, _)| *kind == node.kind()).map(|(_, kind)| *kind);
        let kind = if grammar.comments.contains(&node.kind()) { Some(TokenKind::Comment) } else { whole };
        if kind.is_none() && node.child_count() > 0 {
            return;
        }
        let said = text(node, source);
        let kind = kind.unwrap_or_else(|| kind_of(said));
        covered = range.end;
        found.push(Token {
            binds: kind == TokenKind::Word && binds(node, path, grammar),
            kind,
            text: said.trim_end().to_owned(),
            bytes: tree::trimmed(node, source),
            line: *tree::lines(node).start(),
        });
    });
    found
}

fn kind_of(text: &str) -> TokenKind {
    // Some grammars take the sign or the point as a part of the number.
    let unsigned = text.strip_prefix(['-', '+', '.']).unwrap_or(text);
    match unsigned.chars().next() {
        Some(c) if c.is_alphabetic() || c == '_' || c == '$' => TokenKind::Word,
        Some(c) if c.is_ascii_digit() => TokenKind::Number,
        Some('"') => TokenKind::Text,
        _ => TokenKind::Sign,
    }
}

fn binds(node: Node<'_>, path: &[Node<'_>], grammar: &Grammar) -> bool {
    let direct = path.last().is_some_and(|parent| {
        grammar.binders.contains(&parent.kind()) && parent.child_by_field_name(grammar.bound).is_some_and(|bound| bound.id() == node.id())
    });
    // Far enough up for any pattern a person writes, and bounded for those that nobody does.
    direct || path.iter().rev().take(12).any(|above| grammar.patterns.contains(&above.kind()))
}
