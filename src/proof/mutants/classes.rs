//! Classes of characters that a function asks for, each with the function that does not know them: `c.is_alphanumeric()`, `char::is_numeric`, `ispunct(c)`. What is no white
//! space is alike to it, and nothing is punctuation. So with small and capital letters, where it takes one for the other (`to_lowercase`, `tolower`).

use tree_sitter::Node;

use super::code::{Function, named, within};
use super::{Draft, Kind, Mutant, Rank, both, functions_of_stubs, line_of, made};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::text;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Letter,
    Digit,
    Punctuation,
    /// Small and capital letters are the same.
    Case,
}

fn class(name: &str) -> Option<Class> {
    Some(match name {
        "is_alphanumeric" | "is_ascii_alphanumeric" | "is_alphabetic" | "is_ascii_alphabetic" | "isalnum" | "isalpha" => Class::Letter,
        "is_numeric" | "is_ascii_digit" | "is_digit" | "isdigit" => Class::Digit,
        "is_ascii_punctuation" | "ispunct" => Class::Punctuation,
        "to_lowercase" | "to_uppercase" | "to_ascii_lowercase" | "to_ascii_uppercase" | "tolower" | "toupper" => Class::Case,
        _ => return None,
    })
}

/// Each class that the functions of the stubs ask for, with a version that does not.
pub fn classes(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<(Class, Mutant)> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let functions = code.functions();
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        for function in own.iter().map(|at| &functions[*at]) {
            for (class, node, new) in asked(function) {
                let draft = Draft { edit: node.byte_range(), new, shown: node.byte_range(), kind: Kind::Method, rank: Rank::Filler };
                let line = line_of(function.source, node.start_byte());
                found.extend(made(&code, stub, &(function.file, draft), line).map(|mutant| (class, mutant)));
            }
        }
    }
    found
}

fn asked<'t>(function: &Function<'t>) -> Vec<(Class, Node<'t>, String)> {
    let source = function.source;
    let mut found = Vec::new();
    within(function.body, |node, path| {
        match node.kind() {
            "call_expression" => {
                let (Some(called), given) = (node.child_by_field_name("function"), node.child_by_field_name("arguments").map(named)) else {
                    return true;
                };
                let field = called.child_by_field_name("field");
                let name = text(field.unwrap_or(called), source);
                let value = called.child_by_field_name("value").filter(|_| field.is_some());
                let value = value.or_else(|| given.and_then(|g| g.first().copied())).map(|v| text(v, source)).unwrap_or_default();
                let new = match class(name) {
                    // Of a character it is none that compiles, and says nothing.
                    Some(Class::Case) if field.is_some() => format!("{value}.to_string()"),
                    Some(Class::Case) => format!("({value})"),
                    Some(Class::Punctuation) if field.is_some() => "false".to_owned(),
                    Some(Class::Punctuation) => "(0)".to_owned(),
                    Some(_) if field.is_some() && name.starts_with("is_ascii") => format!("(!{value}.is_ascii_whitespace())"),
                    Some(_) if field.is_some() => format!("(!{value}.is_whitespace())"),
                    _ => format!("(!isspace({value}))"),
                };
                // Who calls `char::is_numeric(c)` in full is rare, and left alone.
                found.extend(class(name).filter(|_| !name.contains(':')).map(|class| (class, node, new)));
            }
            "scoped_identifier" if path.last().is_some_and(|p| p.kind() == "arguments") => {
                let name = text(node, source).strip_prefix("char::").unwrap_or_default();
                let new = if class(name) == Some(Class::Punctuation) { "|_: char| false" } else { "|etude: char| !etude.is_whitespace()" };
                found.extend(class(name).filter(|c| *c != Class::Case).map(|class| (class, node, new.to_owned())));
            }
            _ => {}
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
    found
}
