//! Stubs that give a closure back: what it does is all that a learner has to find. Owns where that stands.

use super::code::{self, Code, Grammar, replaced, within};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::text;

/// The file of `source` in which this stub stands, with `code` as the body of the only closure that it gives back.
pub fn with_answer(language: &Language, starter: &[TextFile], source: &[TextFile], stub: &Stub, code: &str) -> Option<TextFile> {
    let grammar = Grammar::of(language).filter(|g| *g == Grammar::Rust)?;
    let (given, files) = (Code::read(grammar, starter), Code::read(grammar, source));
    let functions = files.functions();
    let function = &functions[code::find(&functions, &given.functions(), stub)?];
    let gives = function.node.child_by_field_name("return_type").map(|t| text(t, function.source))?;
    let mut bodies = Vec::new();
    within(function.body, |node, _| {
        bodies.extend((node.kind() == "closure_expression").then(|| node.child_by_field_name("body")).flatten());
        true
    });
    let [body] = bodies[..] else { return None };
    let gives_closure = gives.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "Fn" | "FnMut" | "FnOnce"));
    let file = &source[function.file];
    let content = replaced(&file.content, &body.byte_range(), &format!("{{ {code} }}"));
    gives_closure.then(|| TextFile { path: file.path.clone(), content })
}
