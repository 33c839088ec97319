//! A stub with a value built in that it should take from its caller or from a field. Owns where such a value can stand; what the value is, whoever read the tests
//! knows.

use tree_sitter::Node;

use super::code::{Code, Function, Grammar, c_declarator, line_of, named, replaced, within};
use super::known::{c_name, c_type};
use super::{Kind, Mutant};
use crate::syntax::tree::{normalised, text};

/// The parameter at this place with this value from the start; nothing where it cannot be given one.
pub fn parameter(code: &Code, function: &Function, place: usize, value: &str) -> Option<Mutant> {
    let list = match code.grammar {
        Grammar::Rust => function.node.child_by_field_name("parameters"),
        Grammar::C => c_declarator(function.node)?.child_by_field_name("parameters"),
    };
    let own = |node: &Node<'_>| node.kind() != "self_parameter";
    let all: Vec<Node<'_>> = named(list?).into_iter().filter(own).collect();
    let node = *all.get(place)?;
    let (name, statement) = match code.grammar {
        Grammar::Rust => {
            let pattern = node.child_by_field_name("pattern").filter(|p| p.kind() == "identifier")?;
            let of_type = node.child_by_field_name("type").map(|t| normalised(text(t, function.source)))?;
            let name = text(pattern, function.source);
            (name, format!("let {name}: {of_type} = {value};"))
        }
        Grammar::C => {
            let declarator = node.child_by_field_name("declarator")?;
            let name = c_name(declarator, function.source)?;
            let is_text = value.starts_with('"');
            if !is_text && is_count(name) && counts_a_list(&all, place, function.source) {
                return None;
            }
            let fits = if is_text { c_type(node, function.source).contains('*') } else { declarator.kind() == "identifier" };
            (name, fits.then(|| format!("{name} = {value};"))?)
        }
    };
    if !super::parameters::is_used(function, name) {
        return None;
    }
    let at = function.body.start_byte() + 1;
    Some(built(code, function, (at..at, format!("\n    {statement}")), name, value))
}

fn is_count(name: &str) -> bool {
    ["count", "len", "size", "num", "room", "capacity"].iter().any(|word| name.contains(word)) || name.len() == 1
}

/// How many there are goes with the list before it: lists of one length are honest tests.
fn counts_a_list(parameters: &[Node<'_>], place: usize, source: &str) -> bool {
    place.checked_sub(1).is_some_and(|before| c_type(parameters[before], source).contains('*'))
}

/// What the function reads of a field, as this value instead.
pub fn field(code: &Code, function: &Function, name: &str, value: &str) -> Option<Mutant> {
    let mut reads = Vec::new();
    within(function.body, |node, path| {
        let is_field =
            node.kind() == "field_expression" && node.child_by_field_name("field").is_some_and(|f| text(f, function.source) == name);
        let is_target = path.last().is_some_and(|p| {
            p.child_by_field_name("left") == Some(node) || p.kind() == "update_expression" || p.kind() == "reference_expression"
        });
        let goes_on = path.last().is_some_and(|p| matches!(p.kind(), "field_expression" | "call_expression"));
        if is_field && !is_target && !goes_on {
            reads.push(node);
        }
        true
    });
    let [only] = reads[..] else { return None };
    Some(built(code, function, (only.byte_range(), value.to_owned()), name, value))
}

fn built(code: &Code, function: &Function, (edit, new): (std::ops::Range<usize>, String), name: &str, value: &str) -> Mutant {
    let file = code.files[function.file].file;
    Mutant {
        stub: function.name.clone(),
        file: file.path.clone(),
        line: line_of(&file.content, edit.start),
        kind: Kind::Constant,
        before: name.to_owned(),
        after: value.to_owned(),
        content: replaced(&file.content, &edit, &new),
        place: None,
    }
}
