//! Numbers that a function knows by itself, each with the function that has the next one there: `sum > 5000`, `.take(4)`, `price * 3`. Owns where a number decides
//! something; places in a list, widths, masks and sizes of arrays are left alone, since they follow from what is declared.

use std::ops::Range;

use tree_sitter::Node;

use super::code::{Code, Function, named, within};
use super::{Draft, Kind, Mutant, Rank, both, functions_of_stubs, line_of, made};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::{self, text};

/// Two is how many anything with a neighbour has.
const LEAST: u64 = 3;

/// Signs between numbers that a learner has to know.
const SIGNS: [&str; 11] = ["<", "<=", ">", ">=", "==", "!=", "+", "-", "*", "/", "%"];
/// Calls that are handed how many. A window is as wide as the neighbours that the comment speaks of, which is no number to be told.
const COUNTS: [&str; 13] =
    ["take", "skip", "step_by", "chunks", "chunks_exact", "truncate", "min", "max", "clamp", "nth", "repeat", "repeat_n", "splitn"];

/// Each such number of the stubs' functions, with a version that has one more there.
pub fn counted_to(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<(u64, Mutant)> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let functions = code.functions();
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        for function in own.iter().map(|at| &functions[*at]) {
            let here = numbers(function).into_iter().map(|(n, edit, shown)| (n, function.file, edit, shown));
            for (number, file, edit, shown) in here.chain(named_numbers(&code, &given, function)) {
                let draft = Draft { edit: edit.clone(), new: (number + 1).to_string(), shown, kind: Kind::OffByOne, rank: Rank::Filler };
                let line = line_of(&code.files[file].file.content, edit.start);
                found.extend(made(&code, stub, &(file, draft), line).map(|mutant| (number, mutant)));
            }
        }
    }
    found
}

/// Each with its bytes, and what is around them.
fn numbers(function: &Function) -> Vec<(u64, Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    within(function.body, |node, path| {
        if let (Some((number, digits)), Some(around)) = (value(node, function.source), decides(path, function.source)) {
            found.push((number, digits, around));
        }
        // Where in a list something stands, and how wide a mask is, are no numbers to be told.
        !matches!(node.kind(), "index_expression" | "subscript_expression" | "array_expression" | "array_declarator" | "macro_invocation")
    });
    found
}

/// The same of names that only the reference has.
fn named_numbers(code: &Code, given: &Code, function: &Function) -> Vec<(u64, usize, Range<usize>, Range<usize>)> {
    let used = |name: &str| text(function.body, function.source).split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let is_given =
        |name: &str| given.files.iter().any(|f| f.file.content.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name));
    let mut found = Vec::new();
    for (file, parsed) in code.files.iter().enumerate() {
        let (source, Some(tree)) = (parsed.file.content.as_str(), parsed.tree()) else { continue };
        tree::walk(tree, |node, _| {
            let part = |name| node.child_by_field_name(name);
            let (name, held) = match node.kind() {
                "const_item" | "preproc_def" => (part("name"), part("value")),
                _ => (None, None),
            };
            if let (Some(name), Some(held)) = (name.map(|n| text(n, source)), held)
                && used(name)
                && !is_given(name)
                && let Some((number, digits)) = value(held, source)
            {
                found.push((number, file, digits, node.byte_range()));
            }
        });
    }
    found
}

/// A plain number of some size, and its digits.
fn value(node: Node<'_>, source: &str) -> Option<(u64, Range<usize>)> {
    if !matches!(node.kind(), "integer_literal" | "number_literal" | "preproc_arg") {
        return None;
    }
    let written = text(node, source);
    let from = written.len() - written.trim_start().len();
    let digits: String = written.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == '_').collect();
    let rest = written.trim()[digits.len()..].trim_end();
    let is_plain = rest.chars().all(|c| c.is_ascii_alphanumeric()) && !rest.starts_with(['x', 'b', 'o', 'X', 'B', 'f', 'e', 'E']);
    let has_base = digits.len() > 1 && digits.starts_with('0');
    let number = digits.replace('_', "").parse().ok().filter(|n| *n >= LEAST && is_plain && !has_base)?;
    let start = node.start_byte() + from;
    Some((number, start..start + digits.len()))
}

/// What a number takes part in, where it decides something.
fn decides(path: &[Node<'_>], source: &str) -> Option<Range<usize>> {
    let around = path.iter().rev().copied().find(|p| !matches!(p.kind(), "parenthesized_expression" | "unary_expression"))?;
    match around.kind() {
        "binary_expression" => {
            around.child_by_field_name("operator").filter(|o| SIGNS.contains(&text(*o, source))).map(|_| around.byte_range())
        }
        "range_expression" => Some(around.byte_range()),
        "assignment_expression" | "compound_assignment_expr" => {
            around.child_by_field_name("operator").filter(|o| text(*o, source) != "=").map(|_| around.byte_range())
        }
        "arguments" => {
            let call = around.parent()?;
            let function = call.child_by_field_name("function")?;
            let name = function.child_by_field_name("field").or(function.child_by_field_name("name")).unwrap_or(function);
            (COUNTS.contains(&text(name, source)) && named(around).len() <= 2).then(|| name.start_byte()..call.end_byte())
        }
        _ => None,
    }
}
