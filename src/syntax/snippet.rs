//! Functions as places for code, and code that is no file as the body of one: a few statements or an expression, with what the language needs so that it can stand
//! there. It does not know whether that compiles, and it never fails.

use std::ops::Range;

use tree_sitter::{Language, Node, Tree};

use super::recent::Recent;
use super::tree::{self, children, named, text};
use super::{Dialect, Syntax};

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

/// What the languages write differently around code that becomes a body.
struct Frame {
    open: &'static str,
    /// Before the value at the end.
    answer: &'static str,
    /// Where a value is missing; whoever comes there fails.
    stop: &'static str,
    /// Kinds of last statements that are no values although no semicolon ends them.
    no_values: &'static [&'static str],
}

const RUST: Frame = Frame { open: "fn snippet() {\n", answer: "", stop: "todo!()", no_values: &["for_expression", "while_expression"] };
const C: Frame = Frame {
    open: "void snippet(void) {\n",
    answer: "return ",
    stop: "__builtin_trap();",
    no_values: &["assignment_expression", "update_expression"],
};

/// Statements or an expression as what stands between the braces of a function; nothing where they do not read as such. `names` are what the code calls the
/// parameters.
pub fn body(code: &str, head: &Head, names: &[String], syntax: &dyn Syntax) -> Option<String> {
    let frame = if syntax.dialect() == Dialect::C { &C } else { &RUST };
    let code = code.trim();
    let whole = [format!("{}{code}\n}}", frame.open), format!("{}{code};\n}}", frame.open)];
    let (tree, whole) = whole.into_iter().filter_map(|w| Some((syntax.tree(&w)?, w))).find(|(tree, _)| !tree.root_node().has_error())?;
    let function = children(tree.root_node()).into_iter().find(|n| matches!(n.kind(), "function_item" | "function_definition"))?;
    let last = named(function.child_by_field_name("body")?).into_iter().next_back()?;
    let (from, to) = (frame.open.len(), whole.len() - 2);
    let code = match (head.returns, is_value(last, code, frame)) {
        (false, _) => whole[from..to].to_owned(),
        (true, true) => format!("{}{}{}", &whole[from..last.start_byte()], frame.answer, &whole[last.start_byte()..to]),
        (true, false) => format!("{}\n{}", &whole[from..to], frame.stop),
    };
    Some(with_names(&code, head, names, syntax.dialect()))
}

/// In two steps, since a name may be that of another parameter.
fn with_names(code: &str, head: &Head, names: &[String], dialect: Dialect) -> String {
    let pairs: Vec<(&String, &String)> = names.iter().zip(&head.params).filter(|(name, param)| name != param).collect();
    if pairs.is_empty() {
        return code.to_owned();
    }
    let list = |each: &dyn Fn(usize, &str, &str) -> String| pairs.iter().enumerate().map(|(at, (n, p))| each(at, n, p)).collect::<String>();
    match dialect {
        Dialect::C => {
            let given = list(&|at, _, param| format!("__auto_type given_{at}_ = {param};\n"));
            let named = list(&|at, name, _| format!("__auto_type {name} = given_{at}_;\n"));
            format!("{given}{{\n{named}{code}\n}}")
        }
        Dialect::Rust => {
            let (given, named) = (list(&|_, _, param| format!("{param}, ")), list(&|_, name, _| format!("mut {name}, ")));
            format!("#[allow(unused_mut)]\nlet ({named}) = ({given});\n{code}")
        }
    }
}

/// Whether the last statement is what the code comes to: an expression that no semicolon ends as it is written.
fn is_value(last: Node<'_>, code: &str, frame: &Frame) -> bool {
    let is_statement = last.kind() == "expression_statement";
    let inner = named(last).into_iter().next().filter(|_| is_statement).unwrap_or(last);
    let kind = inner.kind();
    let is_whole = kind != "if_expression" || inner.child_by_field_name("alternative").is_some();
    let is_expression =
        is_statement || ["_expression", "identifier", "_literal", "self", "macro_invocation"].iter().any(|end| kind.ends_with(end));
    is_expression && is_whole && !code.ends_with(';') && !frame.no_values.contains(&kind)
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

#[cfg(test)]
mod tests {
    use super::super::syntax;
    use super::*;

    fn filled(language: &str, stub: &str, code: &str, names: &[&str]) -> Option<String> {
        let syntax = syntax(language).expect("a language");
        let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        let made = body(code, &syntax.heads(stub)[0], &names, syntax)?;
        Some(made.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn code_becomes_a_body_with_a_value_at_its_end() {
        let rust = |code: &str| filled("rust", "fn f(a: u32, b: u32) -> u32 { todo!() }", code, &[]);
        assert_eq!(rust("let x = a;\nx + 1").as_deref(), Some("let x = a; x + 1"));
        assert_eq!(rust("let x = a").as_deref(), Some("let x = a; todo!()"));
        assert_eq!(rust("if a > b { return a; }").as_deref(), Some("if a > b { return a; } todo!()"));
        assert_eq!(rust("if a > b { a } else { b }").as_deref(), Some("if a > b { a } else { b }"));
        assert_eq!(rust("the weight of a"), None);
        let c = |code: &str| filled("c", "int f(int a)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n", code, &[]);
        assert_eq!(c("a - 1").as_deref(), Some("return a - 1;"));
        assert_eq!(c("int n = a;\nn").as_deref(), Some("int n = a; return n;"));
        assert_eq!(c("a++;").as_deref(), Some("a++; __builtin_trap();"));
        assert_eq!(filled("c", "void f(int *a)\n{\n}\n", "*a = 1", &[]).as_deref(), Some("*a = 1;"));
    }

    #[test]
    fn parameters_may_have_other_names() {
        let rust = filled("rust", "fn f(a: u32, b: u32) -> u32 { todo!() }", "a * c", &["b", "c"]);
        assert_eq!(rust.as_deref(), Some("#[allow(unused_mut)] let (mut b, mut c, ) = (a, b, ); a * c"));
        let c = filled("c", "int f(int a, int b)\n{\n}\n", "a - c", &["a", "c"]);
        assert_eq!(c.as_deref(), Some("__auto_type given_0_ = b; { __auto_type c = given_0_; return a - c; }"));
    }
}
