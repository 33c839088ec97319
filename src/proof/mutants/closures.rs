//! Stubs whose outermost part says nothing: a closure is given back, or all that is worked out stands in `Box::new(…)` or `Some(…)`. What is inside is all that a
//! learner has to find. Owns where that stands.

use tree_sitter::Node;

use super::code::{self, Code, Function, Grammar, named, replaced, within};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::text;

/// The file of `source` in which this stub stands, with `code` as the body of the only closure that it gives back, or inside of what the whole body only wraps.
pub fn with_answer(language: &Language, starter: &[TextFile], source: &[TextFile], stub: &Stub, code: &str) -> Vec<TextFile> {
    let Some(grammar) = Grammar::of(language).filter(|g| *g == Grammar::Rust) else { return Vec::new() };
    let (given, files) = (Code::read(grammar, starter), Code::read(grammar, source));
    let functions = files.functions();
    let Some(function) = code::find(&functions, &given.functions(), stub).map(|at| &functions[at]) else { return Vec::new() };
    let file = &source[function.file];
    let filled =
        |inner: Node<'_>, code: String| TextFile { path: file.path.clone(), content: replaced(&file.content, &inner.byte_range(), &code) };
    let closure = closure_body(function).map(|body| filled(body, format!("{{ {code} }}")));
    closure.into_iter().chain(wrapped(function).into_iter().map(|inner| filled(inner, code.to_owned()))).collect()
}

fn closure_body<'t>(function: &Function<'t>) -> Option<Node<'t>> {
    let gives = function.node.child_by_field_name("return_type").map(|t| text(t, function.source))?;
    let mut bodies = Vec::new();
    within(function.body, |node, _| {
        bodies.extend((node.kind() == "closure_expression").then(|| node.child_by_field_name("body")).flatten());
        true
    });
    let [body] = bodies[..] else { return None };
    let gives_closure = gives.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "Fn" | "FnMut" | "FnOnce"));
    gives_closure.then_some(body)
}

/// What stands in `Ok(…)`, and in `Some(…)` in it, where that is all of a body.
fn wrapped<'t>(function: &Function<'t>) -> Vec<Node<'t>> {
    let is_wrapper = |call: &str| matches!(call.rsplit("::").next(), Some("Some" | "Ok" | "Err" | "Reverse")) || is_pointer(call);
    let mut found = Vec::new();
    let mut open = named(function.body);
    while let [only] = open[..]
        && only.kind() == "call_expression"
        && only.child_by_field_name("function").is_some_and(|f| is_wrapper(text(f, function.source)))
    {
        open = only.child_by_field_name("arguments").map(named).unwrap_or_default();
        found.extend(open.first().filter(|_| open.len() == 1));
    }
    found
}

/// `Box::new`, `Rc::new` and their like.
fn is_pointer(call: &str) -> bool {
    let mut path = call.rsplit("::");
    path.next() == Some("new") && matches!(path.next(), Some("Box" | "Rc" | "Arc" | "Cell" | "RefCell" | "Mutex" | "RwLock"))
}
