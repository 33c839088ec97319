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

pub const LOOPS: [&str; 3] = ["for_statement", "while_statement", "do_statement"];

/// `free(gone);`, `free_guest(gone);` where that frees, or `visit(item);` of what came as a parameter. A loop is left out only where all it does is wait.
pub fn is_owed(code: &Code, statement: Node<'_>, source: &str) -> bool {
    if LOOPS.contains(&statement.kind()) {
        return true;
    }
    let call = named(statement).first().copied().filter(|c| c.kind() == "call_expression");
    let Some(callee) = call.and_then(|c| c.child_by_field_name("function")).filter(|f| f.kind() == "identifier") else { return false };
    let name = text(callee, source);
    GIVES_BACK.contains(&name) || WAITS.contains(&name) || is_handed_over(statement, name, source) || gives_back(&code.functions(), name, 2)
}

/// `ferry->deck[i].kilos = kilos;`, `self.level += level;`, `room->count--;`, `copy[next] = text[i];`: the only time that a place of the caller's, or of what it
/// is handed back, is written on its way through the function. Who clears it writes what may be there already.
pub fn is_only_store(statement: Node<'_>, source: &str) -> bool {
    let inner = named(statement).first().copied().filter(|_| statement.kind() == "expression_statement");
    let Some((set, left)) = inner.and_then(|set| Some((set, written(set)?))) else { return false };
    let place = text(left, source);
    let bare = place.trim_start_matches('(');
    let base: String = bare.trim_start_matches(['*', '(']).chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let is_through = bare.starts_with('*') || place.contains("->") || place.contains('[') || base == "self";
    let value = set.child_by_field_name("right").map(|right| text(right, source)).unwrap_or_default();
    let clears = matches!(value, "0" | "NULL" | "false" | "None" | "'\\0'" | "0.0");
    let mut body = statement;
    while let Some(parent) = body.parent().filter(|p| !matches!(p.kind(), "function_item" | "function_definition")) {
        body = parent;
    }
    let is_given = || base == "self" || is_handed_over(statement, &base, source);
    let is_the_callers = is_through && is_given() || place != base && is_handed_back(body, &base, source);
    let mut others = 0;
    within(body, |node, _| {
        // The NUL behind a text stands in another place, whatever the index is called.
        let ends = node.child_by_field_name("right").is_some_and(|right| text(right, source) == "'\\0'");
        let is_other =
            node != set && !ends && written(node).is_some_and(|l| text(l, source) == place) && !is_on_another_way(statement, node);
        others += usize::from(is_other);
        true
    });
    is_the_callers && !clears && others == 0
}

/// Whether a name of the function's own is its answer, or is hung on a pointer: `return copy;`, `*link = guest;`.
fn is_handed_back(body: Node<'_>, name: &str, source: &str) -> bool {
    let is_name = |node: Node<'_>| node.kind() == "identifier" && text(node, source) == name;
    let last = named(body).last().copied().filter(|_| body.kind() == "block");
    let mut found = last.is_some_and(is_name);
    within(body, |node, _| {
        found |= match node.kind() {
            "return_statement" | "return_expression" => named(node).first().copied().is_some_and(is_name),
            "assignment_expression" => {
                let hung = node
                    .child_by_field_name("left")
                    .is_some_and(|left| text(left, source).starts_with('*') || text(left, source).contains("->"));
                hung && node.child_by_field_name("right").is_some_and(is_name)
            }
            _ => false,
        };
        node.kind() != "closure_expression"
    });
    found
}

/// What an assignment or a step writes to.
fn written(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "assignment_expression" | "compound_assignment_expr" => node.child_by_field_name("left"),
        "update_expression" => node.child_by_field_name("argument"),
        _ => None,
    }
}

/// Whether who comes to the one does not come to the other: they stand in two arms of one question.
fn is_on_another_way(one: Node<'_>, other: Node<'_>) -> bool {
    let holds = |node: Node<'_>| node.start_byte() <= other.start_byte() && other.end_byte() <= node.end_byte();
    let mut arm = one;
    while let Some(around) = arm.parent().filter(|_| !holds(arm)) {
        let asks = matches!(around.kind(), "if_expression" | "if_statement" | "match_block");
        if asks && holds(around) {
            let condition = around.child_by_field_name("condition");
            return !condition.is_some_and(|c| holds(c) || c == arm);
        }
        arm = around;
    }
    false
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
