//! What etude needs to know of source text: its functions, its imports, and how sections of one file become a file. Owns the reading of syntax
//! trees; it refuses to judge code, and it never fails: broken code gives the outline of what can still be recognised.

mod c;
mod expected;
pub mod items;
mod recent;
mod rust;
mod snippet;
mod token;
pub(crate) mod tree;

use std::ops::{Range, RangeInclusive};

pub use snippet::{Head, body};
pub use token::{Definition, DefinitionKind, Token, TokenKind};

/// Text beyond this is not read: generated and learner files are far smaller, and reading stays quick whatever arrives.
pub const MAX_SOURCE_BYTES: usize = 1024 * 1024;

/// What a file holds, in the order it stands there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    pub functions: Vec<Function>,
    /// `use`, `extern crate` or `#include` at the top level.
    pub imports: Vec<Span>,
    /// `#![…]` (Rust).
    pub inner_attributes: Vec<Span>,
    /// The names in `mod x;` (Rust).
    pub modules: Vec<String>,
    /// The text does not parse as it stands.
    pub has_error: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub bytes: Range<usize>,
    /// Counted from 1.
    pub lines: RangeInclusive<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    /// The type or trait whose method it is (Rust), without its generics.
    pub owner: Option<String>,
    /// Counted from 1, with the comment and the attributes above it.
    pub lines: RangeInclusive<u32>,
    pub has_body: bool,
    /// The bytes of the body with its braces; unknown (although there is a body) where the braces do not match.
    pub body: Option<Range<usize>>,
    /// `#[test]`, or in C a definition `void test_…(void)` that is not static.
    pub is_test: bool,
    /// `ex-2` when the body holds `todo!("ex-2")` or `ETUDE_TODO("ex-2")`.
    pub unwritten: Option<String>,
    /// The comment lines right above, without their markers.
    pub comment: String,
    /// `#[…]` above it, as they stand (Rust).
    pub attributes: Vec<String>,
}

/// A file's text taken apart: what has to stand once at its top, and the rest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Split {
    /// One item each, in order, with the comments that belong to it.
    pub head: Vec<String>,
    pub body: String,
}

/// Which grammar it is, for what has to write code as well as read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Rust,
    C,
}

/// One language's way of reading source text.
pub trait Syntax: Sync {
    fn dialect(&self) -> Dialect;

    /// The syntax tree; None when it cannot be had in time.
    fn tree(&self, source: &str) -> Option<tree_sitter::Tree>;

    fn outline(&self, source: &str) -> Outline;

    /// The leaves of the tree in order, comments among them.
    fn tokens(&self, source: &str) -> Vec<Token>;

    /// Constants, variants, macros and types, wherever they stand.
    fn definitions(&self, source: &str) -> Vec<Definition>;

    /// Takes imports, inner attributes and inner documentation out of the text; all else stays as it is, byte for byte, except that the body
    /// does not begin with blank lines.
    fn split_head(&self, source: &str) -> Split;

    /// The heads of several sections as one: in the order the language wants, nothing twice.
    fn merge_head(&self, heads: Vec<String>) -> Vec<String>;

    /// What the functions of these names compare the answers of `about` with, as it is written, and the literals in them.
    fn expected(&self, source: &str, functions: &[&str], about: &str) -> Vec<String>;

    /// The text with other beginnings of paths: what `crate::` or the name of a library stood for now stands elsewhere. None where the language has no
    /// such paths.
    fn moved(&self, _source: &str, _places: &[(&str, &str)]) -> Option<String> {
        None
    }

    /// What the compiler is told to pass over, `#if 0` and its like.
    fn switched_off(&self, _source: &str) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// The functions with bodies of a file, or of a piece of one.
    fn heads(&self, text: &str) -> Vec<Head>;

    /// The items of a file; nothing where it does not come apart into items.
    fn items(&self, source: &str) -> Option<Vec<items::Item>>;
}

/// The reader that a language's data names.
pub fn syntax(name: &str) -> Option<&'static dyn Syntax> {
    match name {
        "rust" => Some(&rust::Rust),
        "c" => Some(&c::C),
        _ => None,
    }
}

/// Several sections of one file, in order, as that file. One section alone is the file, untouched.
pub fn merge(syntax: &dyn Syntax, parts: &[&str]) -> String {
    if let [only] = parts {
        return (*only).to_owned();
    }
    let mut heads = Vec::new();
    let mut blocks = Vec::new();
    for part in parts {
        let split = syntax.split_head(part);
        heads.extend(split.head);
        let body = split.body.trim_end();
        if !body.is_empty() {
            blocks.push(body.to_owned());
        }
    }
    let head = head_text(&syntax.merge_head(heads));
    if !head.is_empty() {
        blocks.insert(0, head);
    }
    let mut text = blocks.join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Documentation, attributes and imports are three paragraphs, as a person would write them.
fn head_text(items: &[String]) -> String {
    let paragraph = |item: &str| ["//!", "#!["].iter().position(|mark| item.starts_with(mark));
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            text.push('\n');
            if paragraph(item) != paragraph(&items[at - 1]) {
                text.push('\n');
            }
        }
        text.push_str(item);
    }
    text
}

#[cfg(test)]
mod tests;
