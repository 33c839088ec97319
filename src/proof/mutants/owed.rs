//! Calls that a caller counts on although they answer nothing: what is given back, what was handed over to be called, a child that is waited for. Owns which
//! functions of the files give something back; what only the end of the process would show is left out.

use tree_sitter::Node;

use super::code::{Code, Function, c_declarator, named, within};
use super::known::c_name;
use crate::syntax::tree::text;

/// What takes memory back. (A file that stays open shows in nothing.)
const GIVES_BACK: [&str; 2] = ["free", "closedir"];

/// Made only where the comments promise that no child is left.
const WAITS: [&str; 2] = ["wait", "waitpid"];

/// `free(gone);`, `free_guest(gone);` where that frees, or `visit(item);` of what came as a parameter.
pub fn is_owed(code: &Code, statement: Node<'_>, source: &str) -> bool {
    let call = named(statement).first().copied().filter(|c| c.kind() == "call_expression");
    let Some(callee) = call.and_then(|c| c.child_by_field_name("function")).filter(|f| f.kind() == "identifier") else { return false };
    let name = text(callee, source);
    GIVES_BACK.contains(&name) || WAITS.contains(&name) || is_handed_over(statement, name, source) || gives_back(&code.functions(), name, 2)
}

/// `ferry->deck[i].kilos = kilos;`, `self.level = level;`: the only time that a place of the caller's is written. Who clears it writes what may be there already.
pub fn is_only_store(statement: Node<'_>, source: &str) -> bool {
    let inner = named(statement).first().copied().filter(|_| statement.kind() == "expression_statement");
    let Some(set) = inner.filter(|n| n.kind() == "assignment_expression") else { return false };
    let (Some(left), Some(right)) = (set.child_by_field_name("left"), set.child_by_field_name("right")) else { return false };
    let place = text(left, source);
    let base: String = place.trim_start_matches(['*', '(']).chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let is_through = place.starts_with('*') || place.contains("->") || place.contains('[') || base == "self";
    let is_the_callers = is_through && (base == "self" || is_handed_over(statement, &base, source));
    let clears = matches!(text(right, source), "0" | "NULL" | "false" | "None" | "'\\0'" | "0.0");
    let mut body = statement;
    while let Some(parent) = body.parent().filter(|p| !matches!(p.kind(), "function_item" | "function_definition")) {
        body = parent;
    }
    let mut writes = 0;
    within(body, |node, _| {
        writes +=
            usize::from(node.child_by_field_name("left").is_some_and(|l| node.kind().contains("assignment") && text(l, source) == place));
        true
    });
    is_the_callers && !clears && writes == 1
}

/// Whether a name in this statement is a parameter of the function around it.
pub fn is_handed_over(statement: Node<'_>, name: &str, source: &str) -> bool {
    let mut around = Some(statement);
    while let Some(node) = around.filter(|n| !matches!(n.kind(), "function_item" | "function_definition")) {
        around = node.parent();
    }
    around.is_some_and(|function| parameters(function, source).contains(&name))
}

fn parameters<'s>(function: Node<'_>, source: &'s str) -> Vec<&'s str> {
    let list = function.child_by_field_name("parameters").or_else(|| c_declarator(function)?.child_by_field_name("parameters"));
    let all = list.map(named).unwrap_or_default().into_iter();
    all.filter_map(|p| p.child_by_field_name("pattern").or_else(|| p.child_by_field_name("declarator")))
        .filter_map(|own| c_name(own, source))
        .collect()
}

/// Whether a function of the files answers nothing and gives back what it is handed, by itself or through another.
fn gives_back(functions: &[Function<'_>], name: &str, depth: u8) -> bool {
    let Some(function) = functions.iter().find(|f| f.name == name && f.node.kind() == "function_definition") else { return false };
    let source = function.source;
    let own = parameters(function.node, source);
    let answers_nothing = function.node.child_by_field_name("type").is_some_and(|t| text(t, source) == "void");
    let mut found = false;
    within(function.body, |node, _| {
        if node.kind() == "call_expression"
            && let (Some(called), Some(given)) = (node.child_by_field_name("function"), node.child_by_field_name("arguments"))
        {
            let called = text(called, source);
            let is_own =
                named(given).first().is_some_and(|first| matches!(first.kind(), "identifier") && own.contains(&text(*first, source)));
            found |= is_own && (GIVES_BACK.contains(&called) || (depth > 0 && called != name && gives_back(functions, called, depth - 1)));
        }
        true
    });
    answers_nothing && found
}
