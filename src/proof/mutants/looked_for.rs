//! Characters that a function looks for, each with the function that does not know it: `c == '\n'`, `case ';':`, `line.split(',')`, `strtok(text, " \n")`. Owns
//! where a character is looked for; what is only written is left alone, and so are letters, digits and the end of a text.

use std::ops::Range;

use tree_sitter::Node;

use super::code::{Function, named, within};
use super::{Draft, Kind, Mutant, Rank, both, functions_of_stubs, line_of, made};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::text;

/// Calls that look for what they are handed, as one character or as any of a text.
const LOOK: [&str; 18] = [
    "split",
    "rsplit",
    "splitn",
    "split_once",
    "rsplit_once",
    "split_terminator",
    "split_inclusive",
    "find",
    "rfind",
    "contains",
    "strip_prefix",
    "strip_suffix",
    "trim_matches",
    "trim_start_matches",
    "trim_end_matches",
    "strchr",
    "strrchr",
    "memchr",
];
const LOOK_FOR_ANY: [&str; 6] = ["strtok", "strtok_r", "strsep", "strspn", "strcspn", "strpbrk"];

/// No text has it.
const NOBODYS: &str = "\\x01";

/// Each character that the functions of the stubs look for, with a version that looks for another one there.
pub fn looked_for(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<(char, Mutant)> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let functions = code.functions();
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        for function in own.iter().map(|at| &functions[*at]) {
            for (character, edit, shown) in characters(function) {
                let draft = Draft { edit: edit.clone(), new: NOBODYS.to_owned(), shown, kind: Kind::Constant, rank: Rank::Filler };
                let line = line_of(function.source, edit.start);
                found.extend(made(&code, stub, &(function.file, draft), line).map(|mutant| (character, mutant)));
            }
        }
    }
    found
}

/// Each with the bytes that stand for it, and what is around them.
fn characters(function: &Function) -> Vec<(char, Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    within(function.body, |node, path| {
        if let ("char_literal" | "string_literal", Some(around)) = (node.kind(), looks(node, path, function.source)) {
            let written = text(node, function.source);
            let inside = written.find(['\'', '"']).map_or(0, |at| at + 1)..written.len().saturating_sub(1);
            let parts = parts(written.get(inside.clone()).unwrap_or_default());
            let counts = parts.len() == 1 || matches!(callee(around, function.source), Some(name) if LOOK_FOR_ANY.contains(&name));
            let start = node.start_byte() + inside.start;
            found.extend(parts.into_iter().filter(|_| counts).map(|(c, at)| (c, start + at.start..start + at.end, around.byte_range())));
        }
        true
    });
    found.retain(|(c, ..)| !c.is_alphanumeric() && *c != '\0');
    found
}

/// The characters of a literal, with their bytes; of an escape that is not a plain one nothing is said.
fn parts(inside: &str) -> Vec<(char, Range<usize>)> {
    let mut found = Vec::new();
    let mut chars = inside.char_indices();
    while let Some((at, c)) = chars.next() {
        let escaped = if c == '\\' { chars.next().map(|(_, e)| e) } else { None };
        let meant = match escaped {
            None => c,
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some(sign @ ('\\' | '\'' | '"')) => sign,
            Some(_) => '\0',
        };
        found.push((meant, at..chars.offset()));
    }
    found
}

fn callee<'s>(call: Node<'_>, source: &'s str) -> Option<&'s str> {
    let function = call.child_by_field_name("function").filter(|_| call.kind() == "call_expression")?;
    Some(text(function.child_by_field_name("field").unwrap_or(function), source))
}

/// What looks for a literal: a comparison, a case or an arm, a call that searches.
fn looks<'t>(literal: Node<'t>, path: &[Node<'t>], source: &str) -> Option<Node<'t>> {
    let around = path.iter().rev().copied().find(|p| !matches!(p.kind(), "parenthesized_expression" | "cast_expression" | "or_pattern"))?;
    match around.kind() {
        "binary_expression" => around.child_by_field_name("operator").filter(|o| matches!(text(*o, source), "==" | "!=")).map(|_| around),
        "case_statement" => around.child_by_field_name("value").filter(|v| v.byte_range().contains(&literal.start_byte())).map(|_| literal),
        "match_pattern" | "tuple_pattern" | "tuple_struct_pattern" => Some(literal),
        "token_tree" => {
            let name = around.parent().and_then(|m| m.child_by_field_name("macro")).map(|m| text(m, source));
            (name == Some("matches")).then_some(literal)
        }
        "arguments" | "argument_list" => {
            let call = around.parent()?;
            let is_last = named(around).last() == Some(&literal) || named(around).get(1) == Some(&literal);
            callee(call, source).filter(|name| is_last && (LOOK.contains(name) || LOOK_FOR_ANY.contains(name))).map(|_| call)
        }
        _ => None,
    }
}
