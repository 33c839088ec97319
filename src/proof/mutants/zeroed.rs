//! Memory that comes cleared where nothing in the function needs that: `calloc` with the answer only handed on, and the version with `malloc` and something else in each byte.
//! Who counts or reads in it needs the zeros for itself, and is left alone.

use tree_sitter::Node;

use super::c_values::{callee, peeled};
use super::code::{Function, within};
use super::{Draft, Kind, Mutant, Rank, both, functions_of_stubs, line_of, made};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::text;

/// Each with the names under which a caller can look at that memory: a field, or nothing where it is the answer.
pub fn zeroed(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<(Vec<String>, Mutant)> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let functions = code.functions();
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        for function in own.iter().map(|at| &functions[*at]).filter(|f| f.name == stub && f.path.ends_with(".c")) {
            for (call, names) in handed_on(function) {
                let given: Vec<&str> = super::c_values::arguments(call).iter().map(|a| text(*a, function.source)).collect();
                let [count, size] = given[..] else { continue };
                let new = format!(
                    "({{ __SIZE_TYPE__ etude_all = (__SIZE_TYPE__)({count}) * ({size}); void *etude_new = calloc({count}, {size}); etude_new ? __builtin_memset(etude_new, 0x5a, etude_all) : etude_new; }})"
                );
                let draft = Draft { edit: call.byte_range(), new, shown: call.byte_range(), kind: Kind::Sizeof, rank: Rank::Filler };
                let line = line_of(function.source, call.start_byte());
                found.extend(made(&code, stub, &(function.file, draft), line).map(|mutant| (names, mutant)));
            }
        }
    }
    found
}

/// Calls of `calloc` whose answer the function only asks whether it is there, stores and gives back.
fn handed_on<'t>(function: &Function<'t>) -> Vec<(Node<'t>, Vec<String>)> {
    let (body, source) = (function.body, function.source);
    let mut found = Vec::new();
    within(body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        let (to, value) = match node.kind() {
            "init_declarator" => (part("declarator"), part("value")),
            "assignment_expression" => (part("left"), part("right")),
            _ => (None, None),
        };
        if let (Some(to), Some(value)) = (to, value)
            && callee(value, source) == Some("calloc")
        {
            let place = text(to, source).trim_start_matches(['*', ' ']);
            found.extend(names_of(body, source, place).map(|names| (peeled(value), names)));
        }
        true
    });
    found
}

/// What else a place is called; nothing where something is read or written in it.
fn names_of(body: Node<'_>, source: &str, place: &str) -> Option<Vec<String>> {
    let field = |place: &str| place.rsplit(['>', '.']).next().unwrap_or_default().to_owned();
    let is_field = place.contains("->") || place.contains('.');
    let mut names: Vec<String> = is_field.then(|| field(place)).into_iter().collect();
    let mut is_used = false;
    within(body, |node, path| {
        // How large it is can be asked without looking into it.
        if node.kind() == "sizeof_expression" {
            return false;
        }
        if text(node, source) == place && matches!(node.kind(), "identifier" | "field_expression") {
            let Some(parent) = path.last() else { return true };
            let part = |name| parent.child_by_field_name(name);
            match parent.kind() {
                "init_declarator" | "pointer_declarator" | "parenthesized_expression" | "return_statement" => {}
                "unary_expression" => {}
                "binary_expression" => is_used |= !text(*parent, source).contains("NULL"),
                "assignment_expression" => {
                    let to = part("left").filter(|_| part("right") == Some(node)).map(|l| text(l, source));
                    names.extend(to.filter(|to| to.contains("->") || to.contains('.')).map(field));
                }
                "argument_list" => is_used |= parent.parent().and_then(|c| callee(c, source)) != Some("free"),
                _ => is_used = true,
            }
            return false;
        }
        true
    });
    (!is_used).then_some(names)
}
