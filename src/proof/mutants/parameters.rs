//! A parameter that is not the one the caller gave: the function begins by giving it another value. What passes all tests then was never asked for, as
//! where only the length of a list is compared. Owns which parameters can be given another value and which; those that the reference does not use, and room
//! that is made in advance, are left alone, since there it may show in nothing.

use std::ops::Range;

use tree_sitter::Node;

use super::code::{self, Function, Grammar, c_declarator, line_of, named, replaced, within};
use super::known::{c_name, c_type};
use super::rust::INTEGERS;
use super::{Kind, Mutant, both};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::{normalised, text};

/// A parameter, where it stands, and statements that each give it another value.
pub struct Other {
    pub name: String,
    pub place: Range<usize>,
    pub statements: Vec<String>,
}

/// Each stub with one of its parameters given another value at the start, two ways at most; the place is that of the parameter. Not among the mutants: they
/// are no slips of a learner's and say something about the tests alone.
pub fn of_parameters(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let (functions, given_functions) = (code.functions(), given.functions());
    let mut found = Vec::new();
    for stub in stubs {
        let Some(function) = code::find(&functions, &given_functions, stub).map(|at| &functions[at]) else { continue };
        let (content, at) = (&source[function.file].content, function.body.start_byte() + 1);
        for other in others(code.grammar, function) {
            found.extend(other.statements.into_iter().map(|statement| Mutant {
                stub: stub.name.clone(),
                file: source[function.file].path.clone(),
                line: line_of(content, other.place.start),
                kind: Kind::Variable,
                before: other.name.clone(),
                content: replaced(content, &(at..at), &format!("\n    {statement}")),
                after: statement,
                place: Some(other.place.clone()),
            }));
        }
    }
    found
}

fn others(grammar: Grammar, function: &Function) -> Vec<Other> {
    let list = match grammar {
        Grammar::Rust => function.node.child_by_field_name("parameters"),
        Grammar::C => c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")),
    };
    let all = list.map(named).unwrap_or_default();
    let other = |node: Node<'_>| match grammar {
        Grammar::Rust => rust(node, function.source),
        Grammar::C => c(node, function.source),
    };
    all.into_iter().filter_map(other).filter(|o| is_used(function, &o.name)).collect()
}

fn rust(node: Node<'_>, source: &str) -> Option<Other> {
    let part = |name| node.child_by_field_name(name).map(|n| normalised(text(n, source)));
    let pattern = node.child_by_field_name("pattern").filter(|p| p.kind() == "identifier")?;
    let (name, of_type) = (text(pattern, source).to_owned(), part("type")?);
    let mutable = text(node, source).trim_start().starts_with("mut ");
    let values: Vec<String> = match of_type.as_str() {
        t if INTEGERS.contains(&t) => vec![format!("{name}.wrapping_add(1)"), format!("{name}.wrapping_mul(2).wrapping_add(7)")],
        "bool" => vec![format!("!{name}")],
        "f32" | "f64" => vec![format!("{name} + 1.0")],
        "char" => vec!["'q'".to_owned(), "'Z'".to_owned()],
        "&str" | "&'static str" => vec!["\"zq\"".to_owned(), "\"\"".to_owned()],
        "String" => vec!["String::from(\"zq\")".to_owned(), "String::new()".to_owned()],
        _ => return None,
    };
    let keyword = if mutable { "let mut" } else { "let" };
    let statements = values.into_iter().map(|value| format!("{keyword} {name}: {of_type} = {value};")).collect();
    Some(Other { name, place: node.byte_range(), statements })
}

fn c(node: Node<'_>, source: &str) -> Option<Other> {
    let declarator = node.child_by_field_name("declarator")?;
    let name = c_name(declarator, source)?.to_owned();
    let whole = normalised(text(node, source));
    let values: Vec<String> = match (declarator.kind(), c_type(node, source).as_str()) {
        ("identifier", "bool" | "_Bool") => vec![format!("!{name}")],
        ("identifier", "double" | "float") => vec![format!("{name} + 1")],
        ("identifier", t) if is_number(t) && !whole.starts_with("const ") => vec![format!("{name} + 1"), format!("{name} / 2 + 7")],
        ("pointer_declarator", _) if whole.replace(' ', "") == format!("constchar*{name}") => vec!["\"zq\"".to_owned(), "\"\"".to_owned()],
        _ => return None,
    };
    let statements = values.into_iter().map(|value| format!("{name} = {value};")).collect();
    Some(Other { name, place: node.byte_range(), statements })
}

pub fn is_number(of_type: &str) -> bool {
    const WORDS: [&str; 17] = [
        "int",
        "long",
        "short",
        "unsigned",
        "signed",
        "char",
        "size_t",
        "ssize_t",
        "ptrdiff_t",
        "int8_t",
        "int16_t",
        "int32_t",
        "int64_t",
        "uint8_t",
        "uint16_t",
        "uint32_t",
        "uint64_t",
    ];
    !of_type.is_empty() && of_type.split_whitespace().all(|word| WORDS.contains(&word))
}

/// Room that is made in advance shows in nothing.
pub fn is_used(function: &Function, name: &str) -> bool {
    let mut used = false;
    within(function.body, |node, path| {
        if matches!(node.kind(), "identifier" | "shorthand_field_identifier" | "macro_invocation") {
            let found = match node.kind() {
                "macro_invocation" => text(node, function.source).split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name),
                _ => text(node, function.source) == name,
            };
            let call = path.iter().rev().find(|p| p.kind() == "call_expression").and_then(|p| p.child_by_field_name("function"));
            let makes_room = call.is_some_and(|f| {
                let called = text(f, function.source);
                called.ends_with("with_capacity") || called.ends_with("reserve")
            });
            used |= found && !makes_room;
        }
        true
    });
    used
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::*;
    use crate::exercise::TextFile;

    fn found(grammar: Grammar, path: &str, source: &str) -> Vec<(String, String)> {
        let files = [TextFile { path: path.to_owned(), content: source.to_owned() }];
        let code = Code::read(grammar, &files);
        let functions = code.functions();
        others(grammar, &functions[0]).into_iter().map(|o| (o.name, o.statements[0].clone())).collect()
    }

    #[test]
    fn numbers_texts_and_truths_get_another_value_and_idle_ones_do_not() {
        let rust = "fn f(mut n: u32, name: &str, room: usize, _idle: u8, all: &[u8]) -> usize {\n    let v: Vec<u8> = Vec::with_capacity(room);\n    n += 1;\n    format!(\"{name}{n}\").len() + all.len()\n}\n";
        assert_eq!(
            found(Grammar::Rust, "src/lib.rs", rust),
            [
                ("n".to_owned(), "let mut n: u32 = n.wrapping_add(1);".to_owned()),
                ("name".to_owned(), "let name: &str = \"zq\";".to_owned())
            ]
        );
        let c = "int f(struct group **head, int people, const char *name, const int fixed, bool open)\n{\n    return g(head, people, name, fixed, open);\n}\n";
        assert_eq!(
            found(Grammar::C, "src/a.c", c),
            [
                ("people".to_owned(), "people = people + 1;".to_owned()),
                ("name".to_owned(), "name = \"zq\";".to_owned()),
                ("open".to_owned(), "open = !open;".to_owned())
            ]
        );
    }
}
