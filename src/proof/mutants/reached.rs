//! Whether tests come to an answer at all: `parts.next().ok_or(Bad::Missing)?` may stand there for what cannot be, and then nobody can ask which answer it is.
//! Owns how such an answer is made to fall over; where that passes too, nothing is claimed.

use std::ops::Range;

use tree_sitter::Node;

use super::Mutant;
use super::code::{Code, Grammar, named, replaced};
use crate::exercise::TextFile;
use crate::language::Language;
use crate::syntax::tree::text;

/// `x.ok_or(VALUE)`, `x.ok_or_else(|| VALUE)`, `x.map_err(|_| VALUE)`.
pub struct Lack<'t> {
    call: Node<'t>,
    method: Node<'t>,
    pub value: Node<'t>,
}

/// The call that gives this name as the reason for what is not there.
pub fn for_a_lack<'t>(name: Node<'t>, source: &str) -> Option<Lack<'t>> {
    let path = name.parent().filter(|p| p.kind() == "scoped_identifier")?;
    let call_of =
        |node: Node<'t>| node.parent().filter(|p| p.kind() == "call_expression" && p.child_by_field_name("function") == Some(node));
    let value = call_of(path).unwrap_or(path);
    let closure = value.parent().filter(|p| p.kind() == "closure_expression" && p.child_by_field_name("body") == Some(value));
    let handed = closure.unwrap_or(value);
    let arguments = handed.parent().filter(|p| p.kind() == "arguments" && named(*p).len() == 1)?;
    let call = arguments.parent().filter(|p| p.kind() == "call_expression")?;
    let method = call.child_by_field_name("function")?.child_by_field_name("field")?;
    let fits = match text(method, source) {
        "ok_or" => closure.is_none(),
        "ok_or_else" | "map_err" => closure.is_some(),
        _ => false,
    };
    fits.then_some(Lack { call, method, value })
}

/// The file of a slip with a panic where its answer would be given; nothing where that answer is not one for a lack.
pub fn fallen_over(language: &Language, source: &[TextFile], mutant: &Mutant) -> Option<TextFile> {
    let (grammar, place) = (Grammar::of(language)?, mutant.place.clone()?);
    let file = source.iter().find(|f| f.path == mutant.file)?;
    let code = Code::read(grammar, std::slice::from_ref(file));
    let root = code.files.first()?.tree()?.root_node();
    let name = root.descendant_for_byte_range(place.start, place.end).filter(|n| n.byte_range() == place)?;
    let (edit, new) = panicking(&for_a_lack(name, &file.content)?, &file.content);
    Some(TextFile { path: file.path.clone(), content: replaced(&file.content, &edit, &new) })
}

/// Both branches, so that the type of the answer stays known.
fn panicking(lack: &Lack, source: &str) -> (Range<usize>, String) {
    let value = format!("if true {{ panic!() }} else {{ {} }}", text(lack.value, source));
    match text(lack.method, source) {
        // Its argument is made even where nothing is missing.
        "ok_or" => (lack.method.start_byte()..lack.call.end_byte(), format!("ok_or_else(|| {value})")),
        _ => (lack.value.byte_range(), value),
    }
}
