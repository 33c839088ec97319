//! Source files as syntax trees, and the functions in them. Owns where a function of the starter is in another version of the files.

use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::{self, text};
use crate::syntax::{Dialect, Syntax};

pub struct Code<'s> {
    pub syntax: &'static dyn Syntax,
    pub files: Vec<Parsed<'s>>,
}

pub struct Parsed<'s> {
    pub file: &'s TextFile,
    /// None when it could not be read in time.
    pub tree: Option<Tree>,
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
}

impl<'s> Code<'s> {
    pub fn read(language: &Language, files: &'s [TextFile]) -> Option<Code<'s>> {
        let syntax = language.syntax()?;
        let readable = |path: &str| language.layout.extensions.iter().any(|e| path.ends_with(&format!(".{e}")));
        let parsed = |file: &'s TextFile| Parsed { file, tree: readable(&file.path).then(|| syntax.tree(&file.content)).flatten() };
        Some(Code { syntax, files: files.iter().map(parsed).collect() })
    }

    pub fn text(&self, file: usize, range: &Range<usize>) -> &'s str {
        self.files[file].file.content.get(range.clone()).unwrap_or_default()
    }

    /// The lines that bring headers into a file (C).
    pub fn includes(&self, file: usize) -> Vec<&'s str> {
        let source: &'s str = &self.files[file].file.content;
        let top = self.files[file].tree.as_ref().map(|tree| tree::children(tree.root_node())).unwrap_or_default();
        top.into_iter().filter(|n| n.kind() == "preproc_include").map(|n| text(n, source).trim_end()).collect()
    }

    /// All functions with a body, in the order of the files.
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
    Some(Function { file, path: "", source, name, owner, of_trait, node, body })
}

fn c_function<'t>(file: usize, node: Node<'t>, source: &'t str) -> Option<Function<'t>> {
    let body = node.child_by_field_name("body")?;
    let mut inner = node.child_by_field_name("declarator")?;
    while inner.kind() == "pointer_declarator" {
        inner = inner.child_by_field_name("declarator")?;
    }
    let name = text(inner.child_by_field_name("declarator").filter(|_| inner.kind() == "function_declarator")?, source).to_owned();
    Some(Function { file, path: "", source, name, owner: None, of_trait: None, node, body })
}

impl Function<'_> {
    /// What it returns, as written; empty for nothing.
    pub fn returns(&self, dialect: Dialect) -> String {
        let part = |name: &str| self.node.child_by_field_name(name).map(|n| tree::normalised(text(n, self.source))).unwrap_or_default();
        match dialect {
            Dialect::Rust => part("return_type"),
            Dialect::C => {
                let pointers = self.node.child_by_field_name("declarator").filter(|d| d.kind() == "pointer_declarator");
                let of_type = part("type");
                if of_type == "void" && pointers.is_none() { String::new() } else { of_type + pointers.map_or("", |_| "*") }
            }
        }
    }

    /// The words of its body.
    pub fn words(&self) -> BTreeSet<&str> {
        text(self.body, self.source).split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect()
    }
}

/// Which function of the starter is this stub: the first of its name that ends behind its line.
fn place_in_starter(starter: &[Function<'_>], stub: &Stub) -> Option<usize> {
    let row = usize::try_from(stub.line).unwrap_or(usize::MAX).saturating_sub(1);
    let named = |f: &Function<'_>| f.name == stub.name && f.path == stub.file;
    starter.iter().position(|f| named(f) && f.node.end_position().row >= row).or_else(|| starter.iter().position(named))
}

/// Where a stub of the starter is among these functions: by file, name, type and trait, then by what is left of them.
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

/// Where a stub is in some version of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which of the files.
    pub file: usize,
    /// Its bytes there, without the comment and the attributes above it.
    pub whole: Range<usize>,
    pub body: Range<usize>,
}

pub fn place(language: &Language, starter: &[TextFile], source: &[TextFile], stub: &Stub) -> Option<Place> {
    let (given, code) = (Code::read(language, starter)?, Code::read(language, source)?);
    let functions = code.functions();
    let function = &functions[find(&functions, &given.functions(), stub)?];
    Some(Place { file: function.file, whole: function.node.byte_range(), body: function.body.byte_range() })
}

/// The file of `source` with this stub in it, with the function as the starter has it. (The head too: its names belong to its body.)
pub fn put_back(language: &Language, starter: &[TextFile], source: &[TextFile], stub: &Stub) -> Option<TextFile> {
    let (given, code) = (Code::read(language, starter)?, Code::read(language, source)?);
    let (given_functions, functions) = (given.functions(), code.functions());
    let old = &given_functions[place_in_starter(&given_functions, stub)?];
    let new = &functions[find(&functions, &given_functions, stub)?];
    let body = given.text(old.file, &old.node.byte_range());
    let file = &source[new.file];
    // The mark of a stub comes from a header that the reference needs no more.
    let (needed, there) = (given.includes(old.file), code.includes(new.file));
    let missing: String = needed.iter().filter(|line| !there.contains(line)).map(|line| format!("{line}\n")).collect();
    Some(TextFile { path: file.path.clone(), content: replaced(&file.content, &new.node.byte_range(), &format!("{missing}{body}")) })
}

/// One file of the source replaced by another version of it.
pub fn with_file(source: &[TextFile], path: &str, content: &str) -> Vec<TextFile> {
    let new =
        |f: &TextFile| TextFile { path: f.path.clone(), content: if f.path == path { content.to_owned() } else { f.content.clone() } };
    source.iter().map(new).collect()
}

pub fn replaced(source: &str, range: &Range<usize>, new: &str) -> String {
    let (before, after) = (source.get(..range.start).unwrap_or_default(), source.get(range.end..).unwrap_or_default());
    [before, new, after].concat()
}

pub fn line_of(source: &str, at: usize) -> u32 {
    let lines = source.get(..at).unwrap_or_default().matches('\n').count();
    u32::try_from(lines).unwrap_or(u32::MAX - 1) + 1
}

pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Visits what lies in a node, parents before children, with the nodes above each.
pub fn within<'t>(node: Node<'t>, mut visit: impl FnMut(Node<'t>, &[Node<'t>])) {
    let mut cursor = node.walk();
    let mut path: Vec<Node<'t>> = Vec::new();
    loop {
        let node = cursor.node();
        visit(node, &path);
        if cursor.goto_first_child() {
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
