//! Source files as syntax trees, and the functions in them. Owns where a stub of the starter stands in another version of the files.

use tree_sitter::{Node, Tree};

use crate::exercise::{Stub, TextFile};
use crate::language::Language;
pub use crate::syntax::tree::named;
use crate::syntax::tree::{self, text};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    Rust,
    C,
}

impl Grammar {
    pub fn of(language: &Language) -> Option<Grammar> {
        match language.name.as_str() {
            "rust" => Some(Grammar::Rust),
            "c" => Some(Grammar::C),
            _ => None,
        }
    }

    pub fn parse(self, source: &str) -> Option<Tree> {
        let grammar = match self {
            Grammar::Rust => tree_sitter_rust::LANGUAGE,
            Grammar::C => tree_sitter_c::LANGUAGE,
        };
        tree::parse(grammar.into(), source)
    }
}

/// A text as a file of Rust.
pub fn parsed_rust(source: &str) -> Option<Tree> {
    Grammar::Rust.parse(source)
}

pub struct Code<'s> {
    pub grammar: Grammar,
    pub files: Vec<Parsed<'s>>,
}

pub struct Parsed<'s> {
    pub file: &'s TextFile,
    /// None when it could not be read in time.
    tree: Option<Tree>,
}

impl Parsed<'_> {
    pub fn has_error(&self) -> bool {
        self.tree.as_ref().is_none_or(|tree| tree.root_node().has_error())
    }

    pub fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }
}

/// A function with a body.
#[derive(Debug, Clone)]
pub struct Function<'t> {
    /// Its place in `Code::files`.
    pub file: usize,
    pub path: &'t str,
    pub source: &'t str,
    pub name: String,
    /// The type whose method it is (Rust), without its generics.
    pub owner: Option<String>,
    /// The trait that the `impl` around it names (Rust), without its generics.
    pub of_trait: Option<String>,
    /// Without the comment and the attributes above it.
    pub node: Node<'t>,
    pub body: Node<'t>,
    /// The `impl` or `trait` around it.
    pub around: Option<Node<'t>>,
}

impl<'s> Code<'s> {
    pub fn read(grammar: Grammar, files: &'s [TextFile]) -> Code<'s> {
        let readable = |file: &TextFile| match grammar {
            Grammar::Rust => file.path.ends_with(".rs"),
            Grammar::C => file.path.ends_with(".c") || file.path.ends_with(".h"),
        };
        let parsed = |file| Parsed { file, tree: readable(file).then(|| grammar.parse(&file.content)).flatten() };
        Code { grammar, files: files.iter().map(parsed).collect() }
    }

    pub fn text(&self, file: usize, range: &std::ops::Range<usize>) -> &'s str {
        self.files[file].file.content.get(range.clone()).unwrap_or_default()
    }

    /// The lines that bring headers into a file (C).
    pub fn includes(&self, file: usize) -> Vec<&'s str> {
        let source: &'s str = &self.files[file].file.content;
        let top = self.files[file].tree().map(|tree| tree::children(tree.root_node())).unwrap_or_default();
        top.into_iter().filter(|n| n.kind() == "preproc_include").map(|n| text(n, source).trim_end()).collect()
    }

    /// All functions with a body, in the order in which they stand there.
    pub fn functions(&self) -> Vec<Function<'_>> {
        let mut found = Vec::new();
        for (at, parsed) in self.files.iter().enumerate() {
            let source = parsed.file.content.as_str();
            let Some(tree) = &parsed.tree else { continue };
            tree::walk(tree, |node, above| {
                let function = match node.kind() {
                    "function_item" => rust_function(at, node, above, source),
                    "function_definition" => c_function(at, node, source),
                    _ => None,
                };
                found.extend(function.map(|f| Function { path: &parsed.file.path, ..f }));
            });
        }
        found
    }
}

fn rust_function<'t>(file: usize, node: Node<'t>, path: &[Node<'t>], source: &'t str) -> Option<Function<'t>> {
    let body = node.child_by_field_name("body")?;
    let name = text(node.child_by_field_name("name")?, source).to_owned();
    let inner = path.iter().rev().find(|p| matches!(p.kind(), "impl_item" | "trait_item" | "function_item"));
    let around = inner.copied().filter(|p| p.kind() != "function_item");
    let plain = |node: Node<'_>| text(node, source).split('<').next().unwrap_or_default().trim().to_owned();
    let owner = around.and_then(|a| a.child_by_field_name("type").or_else(|| a.child_by_field_name("name"))).map(plain);
    let of_trait = around.and_then(|a| a.child_by_field_name("trait")).map(plain);
    Some(Function { file, path: "", source, name, owner, of_trait, node, body, around })
}

fn c_function<'t>(file: usize, node: Node<'t>, source: &'t str) -> Option<Function<'t>> {
    let body = node.child_by_field_name("body")?;
    let declarator = c_declarator(node)?;
    let name = text(declarator.child_by_field_name("declarator")?, source).to_owned();
    Some(Function { file, path: "", source, name, owner: None, of_trait: None, node, body, around: None })
}

/// The part `name(parameters)` of a C function, through pointers.
pub fn c_declarator(node: Node<'_>) -> Option<Node<'_>> {
    let mut inner = node.child_by_field_name("declarator")?;
    while inner.kind() == "pointer_declarator" {
        inner = inner.child_by_field_name("declarator")?;
    }
    (inner.kind() == "function_declarator").then_some(inner)
}

/// Which function of the starter is this stub: the first of its name that ends behind its line.
pub fn place_in_starter(starter: &[Function<'_>], stub: &Stub) -> Option<usize> {
    let row = usize::try_from(stub.line).unwrap_or(usize::MAX).saturating_sub(1);
    let named = |f: &Function<'_>| f.name == stub.name;
    starter.iter().position(|f| named(f) && f.node.end_position().row >= row).or_else(|| starter.iter().position(named))
}

/// Where a stub of the starter stands among these functions: by file, name, type and trait, then by what is left of them.
pub fn find(functions: &[Function<'_>], starter: &[Function<'_>], stub: &Stub) -> Option<usize> {
    let same_name = |f: &Function<'_>| f.name == stub.name;
    let Some(at) = place_in_starter(starter, stub) else { return functions.iter().position(same_name) };
    let old = &starter[at];
    let same = |f: &Function<'_>| same_name(f) && f.owner == old.owner;
    functions
        .iter()
        .position(|f| same(f) && f.of_trait == old.of_trait && f.path == old.path)
        .or_else(|| functions.iter().position(|f| same(f) && f.of_trait == old.of_trait))
        .or_else(|| functions.iter().position(same))
        .or_else(|| functions.iter().position(same_name))
}

pub fn replaced(source: &str, range: &std::ops::Range<usize>, new: &str) -> String {
    let (before, after) = (source.get(..range.start).unwrap_or_default(), source.get(range.end..).unwrap_or_default());
    [before, new, after].concat()
}

pub fn line_of(source: &str, at: usize) -> u32 {
    let lines = source.get(..at).unwrap_or_default().matches('\n').count();
    u32::try_from(lines).unwrap_or(u32::MAX - 1) + 1
}

/// Visits what lies in a node, parents before children; what `visit` refuses is not gone into.
pub fn within<'t>(node: Node<'t>, mut visit: impl FnMut(Node<'t>, &[Node<'t>]) -> bool) {
    let mut cursor = node.walk();
    let mut path: Vec<Node<'t>> = Vec::new();
    loop {
        let node = cursor.node();
        if visit(node, &path) && cursor.goto_first_child() {
            path.push(node);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if path.pop().is_none() || !cursor.goto_parent() {
                return;
            }
        }
    }
}
