//! Code that is no file: a few statements, an expression, a function by another name. Tells what is needed to try it in the place of a body; it does not
//! know whether it compiles, and it never fails.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::{Language, Node, Tree};

use super::recent::Recent;
use super::tree::{self, children, text};

/// What a piece of code is, read as the inside of a body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snippet {
    pub has_error: bool,
    pub end: End,
    /// The first name that it makes to be changed later: what a walk collects in.
    pub collects_in: Option<String>,
    /// Names that it uses and does not make, in the order of their use; called functions, fields and types are not among them.
    pub free: Vec<String>,
    /// Names that it gives a value to without having made them.
    pub assigned: Vec<String>,
    /// Something it makes that can be called: name and number of parameters.
    pub callable: Option<(String, usize, Call)>,
    /// It is one value and nothing else.
    pub is_expression: bool,
    /// Where its last statement begins.
    pub last_at: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum End {
    /// Its last line is a value.
    Value,
    Returns,
    /// Its last line gives a value a name.
    Binding(String),
    #[default]
    Open,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Function,
    Macro,
}

/// A function with a body, wherever it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub name: String,
    pub params: Vec<String>,
    pub has_self: bool,
    /// From its visibility or type to its last brace.
    pub item: Range<usize>,
    /// With its braces.
    pub body: Range<usize>,
    /// The mark of a stub in it.
    pub mark: Option<Range<usize>>,
    /// It hands something back.
    pub returns: bool,
    /// The type whose method it is (Rust), without its generics.
    pub owner: Option<String>,
    /// It belongs to an `impl` of a trait, in which nothing else may stand.
    pub of_trait: bool,
}

const RUST_OPEN: &str = "fn snippet() {\n";
const C_OPEN: &str = "void snippet(void) {\n";

pub(super) fn rust(source: &str) -> Snippet {
    let whole = format!("{RUST_OPEN}{source}\n}}");
    let Some(tree) = tree::parse(tree_sitter_rust::LANGUAGE.into(), &whole) else { return broken() };
    let Some(statements) = statements(&tree) else { return broken() };
    let mut snippet = Snippet { has_error: tree.root_node().has_error(), ..Snippet::default() };
    let kinds: Vec<&str> = statements.iter().map(|n| n.kind()).collect();
    snippet.end = statements.last().map_or(End::Open, |last| rust_end(*last, &whole));
    snippet.last_at = statements.last().map_or(0, |last| last.start_byte().saturating_sub(RUST_OPEN.len()));
    snippet.is_expression =
        matches!(kinds.as_slice(), [only] if snippet.end == End::Value && only.ends_with("_expression") || *only == "identifier");
    let mut bound = HashSet::new();
    let mut used = Vec::new();
    tree::walk(&tree, |node, path| {
        let said = text(node, &whole);
        match node.kind() {
            "let_declaration" => {
                let mutable = children(node).iter().any(|c| c.kind() == "mutable_specifier");
                if let Some(pattern) = node.child_by_field_name("pattern") {
                    let name = text(pattern, &whole).to_owned();
                    if mutable && snippet.collects_in.is_none() {
                        snippet.collects_in = Some(name.clone());
                    }
                    if let Some(value) = node.child_by_field_name("value").filter(|v| v.kind() == "closure_expression") {
                        let params = value.child_by_field_name("parameters").map_or(0, |p| named(p).len());
                        snippet.callable = Some((name, params, Call::Function));
                    }
                }
            }
            "macro_definition" => {
                if let Some(name) = node.child_by_field_name("name") {
                    let params = children(node).iter().find(|c| c.kind() == "macro_rule").and_then(|r| r.child_by_field_name("left"));
                    let params = params.map_or(0, |left| text(left, &whole).matches('$').count());
                    snippet.callable = Some((text(name, &whole).to_owned(), params, Call::Macro));
                }
            }
            "assignment_expression" | "compound_assignment_expr" => {
                if let Some(left) = node.child_by_field_name("left").filter(|l| l.kind() == "identifier") {
                    snippet.assigned.push(text(left, &whole).to_owned());
                }
            }
            "identifier" if !path.iter().any(|p| p.kind() == "macro_definition") => {
                let role = rust_role(node, path);
                match role {
                    Role::Binds if !said.starts_with(char::is_uppercase) => drop(bound.insert(said.to_owned())),
                    Role::Uses => used.push(said.to_owned()),
                    _ => {}
                }
            }
            "shorthand_field_identifier" | "shorthand_field_initializer" => {}
            _ => {}
        }
    });
    finish(snippet, &bound, used)
}

fn finish(mut snippet: Snippet, bound: &HashSet<String>, used: Vec<String>) -> Snippet {
    for name in used {
        if !bound.contains(&name) && !snippet.free.contains(&name) {
            snippet.free.push(name);
        }
    }
    snippet.assigned.retain(|name| !bound.contains(name));
    snippet.assigned.dedup();
    snippet
}

enum Role {
    Binds,
    Uses,
    Other,
}

fn rust_role(node: Node<'_>, path: &[Node<'_>]) -> Role {
    let is_field = |of: Node<'_>, name: &str, of_node: Node<'_>| of.child_by_field_name(name).is_some_and(|c| c.id() == of_node.id());
    let Some(parent) = path.last() else { return Role::Other };
    match parent.kind() {
        // `f64::from`, `std::cmp::min`: paths are known elsewhere or not at all.
        "scoped_identifier" | "scoped_type_identifier" | "macro_invocation" | "use_declaration" | "use_list" | "attribute" => {
            return Role::Other;
        }
        "function_item" | "label" | "loop_label" => return Role::Other,
        "call_expression" if is_field(*parent, "function", node) => return Role::Other,
        _ => {}
    }
    // Up to the first thing that says what it is: a pattern, or a place for values.
    let mut inner = node;
    for above in path.iter().rev() {
        match above.kind() {
            "let_declaration" | "for_expression" | "let_condition" | "parameter" if is_field(*above, "pattern", inner) => {
                return Role::Binds;
            }
            "closure_parameters" | "match_pattern" => return Role::Binds,
            "block" | "token_tree" | "arguments" | "expression_statement" => return Role::Uses,
            _ => inner = *above,
        }
    }
    Role::Uses
}

fn rust_end(last: Node<'_>, source: &str) -> End {
    // Without a semicolon a block is the value of the body, if it has one.
    let (inner, is_statement) = match last.kind() {
        "expression_statement" => (named(last).first().copied().unwrap_or(last), text(last, source).trim_end().ends_with(';')),
        _ => (last, false),
    };
    match inner.kind() {
        "let_declaration" => inner.child_by_field_name("pattern").map_or(End::Open, |p| End::Binding(text(p, source).to_owned())),
        "return_expression" => End::Returns,
        _ if is_statement => End::Open,
        "if_expression" if inner.child_by_field_name("alternative").is_none() => End::Open,
        "macro_definition" | "function_item" | "empty_statement" | "line_comment" | "block_comment" => End::Open,
        "for_expression" | "while_expression" | "expression_statement" => End::Open,
        _ => End::Value,
    }
}

pub(super) fn c(source: &str) -> Snippet {
    let whole = format!("{C_OPEN}{source}\n}}");
    let Some(tree) = tree::parse(tree_sitter_c::LANGUAGE.into(), &whole) else { return broken() };
    let Some(statements) = statements(&tree) else { return broken() };
    let mut snippet = Snippet { has_error: tree.root_node().has_error(), ..Snippet::default() };
    snippet.end = statements.last().map_or(End::Open, |last| c_end(*last, &whole));
    snippet.last_at = statements.last().map_or(0, |last| last.start_byte().saturating_sub(C_OPEN.len()));
    snippet.is_expression = statements.len() == 1 && snippet.end == End::Value;
    let mut bound = HashSet::new();
    let mut used = Vec::new();
    tree::walk(&tree, |node, path| {
        let said = text(node, &whole);
        match node.kind() {
            "declaration" if snippet.collects_in.is_none() && !path.iter().any(|p| p.kind() == "for_statement") => {
                snippet.collects_in = declared(node, &whole).first().cloned();
            }
            "assignment_expression" => {
                if let Some(left) = node.child_by_field_name("left").filter(|l| l.kind() == "identifier") {
                    snippet.assigned.push(text(left, &whole).to_owned());
                }
            }
            "identifier" => {
                let parent = path.last().map_or("", |p| p.kind());
                let function = path.last().and_then(|p| p.child_by_field_name("function")).is_some_and(|f| f.id() == node.id());
                let binds = path.last().and_then(|p| p.child_by_field_name("declarator")).is_some_and(|d| d.id() == node.id());
                if binds && (parent.ends_with("declarator") || parent.ends_with("declaration")) {
                    bound.insert(said.to_owned());
                } else if !(parent.starts_with("preproc") || function && parent == "call_expression") {
                    used.push(said.to_owned());
                }
            }
            "preproc_function_def" => {
                let params = node.child_by_field_name("parameters").map_or(0, |p| named(p).len());
                snippet.callable = node.child_by_field_name("name").map(|n| (text(n, &whole).to_owned(), params, Call::Function));
            }
            _ => {}
        }
    });
    finish(snippet, &bound, used)
}

fn c_end(last: Node<'_>, source: &str) -> End {
    match last.kind() {
        "return_statement" => End::Returns,
        "declaration" => declared(last, source).into_iter().last().map_or(End::Open, End::Binding),
        "expression_statement" => match named(last).first().map(|n| n.kind()) {
            Some("assignment_expression" | "update_expression") | None => End::Open,
            Some(_) => End::Value,
        },
        "if_statement" if text(last, source).contains("else") && text(last, source).contains("return") => End::Returns,
        _ => End::Open,
    }
}

/// The names that a C declaration makes.
fn declared(node: Node<'_>, source: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in children(node) {
        let mut at = Some(part);
        while let Some(inner) = at {
            if inner.kind() == "identifier" {
                names.push(text(inner, source).to_owned());
                break;
            }
            at = inner.child_by_field_name("declarator");
        }
    }
    names
}

fn broken() -> Snippet {
    Snippet { has_error: true, ..Snippet::default() }
}

fn named<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    children(node).into_iter().filter(|n| n.is_named() && !n.kind().ends_with("comment")).collect()
}

/// The statements of the function that the snippet was put into.
fn statements<'t>(tree: &'t Tree) -> Option<Vec<Node<'t>>> {
    let function = children(tree.root_node()).into_iter().find(|n| matches!(n.kind(), "function_item" | "function_definition"))?;
    Some(named(function.child_by_field_name("body")?))
}

/// The functions with bodies of a text that may be a file, an `impl` or only a part of one.
pub(super) fn heads(grammar: Language, source: &str) -> Vec<Head> {
    static HEADS: Recent<Language, Vec<Head>> = Recent::new();
    HEADS.get(grammar.clone(), source, || Some(heads_of(&tree::parse(grammar, source)?, source))).unwrap_or_default()
}

fn heads_of(tree: &Tree, source: &str) -> Vec<Head> {
    let mut found: Vec<Head> = Vec::new();
    tree::walk(tree, |node, path| {
        if node.has_error() && matches!(node.kind(), "function_item" | "function_definition") {
            return;
        }
        match node.kind() {
            "function_item" => {
                let block = path.iter().rev().find(|p| p.kind() == "impl_item");
                let of_trait = block.is_some_and(|p| p.child_by_field_name("trait").is_some());
                let owner = block.and_then(|p| p.child_by_field_name("type"));
                let owner = owner.map(|t| text(t, source).split('<').next().unwrap_or_default().trim().to_owned());
                found.extend(rust_head(node, source).map(|head| Head { owner, of_trait, ..head }));
            }
            "function_definition" => found.extend(c_head(node, source)),
            "macro_invocation" | "call_expression" => {
                let called = text(node, source);
                let is_mark = called.starts_with("todo!") || called.starts_with("ETUDE_TODO");
                let inside = |h: &&mut Head| h.body.contains(&node.start_byte());
                if let Some(head) = found.last_mut().filter(|h| is_mark && inside(h)) {
                    // In C the mark is a statement, with its semicolon.
                    let statement = path.last().filter(|p| p.kind() == "expression_statement").copied().unwrap_or(node);
                    head.mark = Some(statement.byte_range());
                }
            }
            _ => {}
        }
    });
    found
}

fn rust_head(node: Node<'_>, source: &str) -> Option<Head> {
    let body = node.child_by_field_name("body")?.byte_range();
    let name = text(node.child_by_field_name("name")?, source).to_owned();
    let list = node.child_by_field_name("parameters").map(named).unwrap_or_default();
    let has_self = list.iter().any(|p| p.kind() == "self_parameter");
    let param = |p: &Node<'_>| p.child_by_field_name("pattern").map(|n| text(n, source).trim_start_matches("mut ").trim().to_owned());
    let params = list.iter().filter(|p| p.kind() == "parameter").filter_map(param).collect();
    let returns = node.child_by_field_name("return_type").is_some();
    Some(Head { name, params, has_self, item: node.byte_range(), body, mark: None, returns, owner: None, of_trait: false })
}

/// The name of a parameter: of one that is a function, its own and not those of what it takes.
fn c_param(param: Node<'_>, source: &str) -> Option<String> {
    let mut at = param.child_by_field_name("declarator")?;
    while at.kind() != "identifier" {
        at = match at.kind() {
            "parenthesized_declarator" => named(at).into_iter().next()?,
            _ => at.child_by_field_name("declarator")?,
        };
    }
    Some(text(at, source).to_owned())
}

fn c_head(node: Node<'_>, source: &str) -> Option<Head> {
    let body = node.child_by_field_name("body")?.byte_range();
    let mut declarator = node.child_by_field_name("declarator")?;
    let kind = node.child_by_field_name("type").map_or("", |t| text(t, source));
    let returns = kind != "void" || declarator.kind() == "pointer_declarator";
    while declarator.kind() == "pointer_declarator" {
        declarator = declarator.child_by_field_name("declarator")?;
    }
    let name = text(declarator.child_by_field_name("declarator")?, source).to_owned();
    let list = declarator.child_by_field_name("parameters").map(named).unwrap_or_default();
    let params = list.iter().filter_map(|p| c_param(*p, source)).collect();
    Some(Head { name, params, has_self: false, item: node.byte_range(), body, mark: None, returns, owner: None, of_trait: false })
}
