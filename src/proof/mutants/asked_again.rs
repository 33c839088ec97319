//! Versions of a reference that ask a closure for the same value once more: who is handed a key or a question may ask it as often as it likes, where the comment says
//! nothing of calls. They are right, so a test that refuses one counts calls that nobody spoke of. Owns of which closures that holds: those that get something and
//! give a value back; of those that may change something (`FnMut`) only where what they give is compared at once.

use tree_sitter::Node;

use super::code::{Function, Grammar, line_of, named, replaced, within};
use super::known::Known;
use super::rust::Rust;
use super::said::Said;
use super::{Kind, Mutant, both, functions_of_stubs};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::text;

/// With one of these the comment speaks of how often, or of what a call does.
const SPEAKS: [&str; 26] = [
    "call",
    "calls",
    "called",
    "calling",
    "time",
    "times",
    "once",
    "twice",
    "each",
    "every",
    "again",
    "already",
    "ask",
    "asks",
    "asked",
    "run",
    "runs",
    "visit",
    "visits",
    "cache",
    "remembers",
    "only",
    "stop",
    "stops",
    "lazy",
    "effect",
];

/// Each with the name of the closure.
pub fn asked_again(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    if code.grammar != Grammar::Rust {
        return Vec::new();
    }
    let (known, said, functions) = (Known::of(&code), Said::of(&given), code.functions());
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        let contract = said.contract(stub).join(" ");
        let speaks = contract.split(|c: char| !c.is_alphanumeric()).any(|word| SPEAKS.contains(&word));
        let Some(function) = own.first().map(|at| &functions[*at]).filter(|_| !speaks) else { continue };
        found.extend(once_more(&Rust::of(function, &known)).map(|(name, call)| made(stub, function, name, call)));
    }
    found
}

fn made(stub: &str, function: &Function, name: String, call: Node<'_>) -> Mutant {
    let own = text(call, function.source);
    let after = format!("({{ let _ = {own}; {own} }})");
    Mutant {
        stub: stub.to_owned(),
        file: function.path.to_owned(),
        line: line_of(function.source, call.start_byte()),
        kind: Kind::Order,
        before: name,
        content: replaced(function.source, &call.byte_range(), &after),
        after,
        place: None,
    }
}

fn once_more<'a>(rust: &Rust<'a>) -> Option<(String, Node<'a>)> {
    let source = rust.function.source;
    let closures: Vec<(&str, bool)> =
        rust.parameters.iter().filter_map(|(name, of_type)| Some((name.as_str(), asks(of_type, &rust.bounds)?))).collect();
    let mut found = None;
    within(rust.function.body, |node, path| {
        let called = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression").map(|f| text(f, source));
        let is_given = node.child_by_field_name("arguments").is_some_and(|a| !named(a).is_empty());
        let compared = path.last().is_some_and(|outer| {
            let sign = outer.child_by_field_name("operator").map(|o| text(o, source));
            outer.kind() == "binary_expression" && matches!(sign, Some("<" | "<=" | ">" | ">=" | "==" | "!="))
        });
        let closure = called.and_then(|called| closures.iter().find(|(name, _)| *name == called));
        if let Some((name, changes)) = closure.filter(|_| is_given && found.is_none())
            && (!changes || compared)
        {
            found = Some(((*name).to_owned(), node));
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
    found
}

/// Whether this type is a closure that gets something and gives a value, and then whether it may change something.
fn asks(of_type: &str, bounds: &str) -> Option<bool> {
    let plain = of_type.trim_start_matches('&').trim_start_matches("mut ").trim();
    let bound = if plain.contains("Fn") {
        plain.to_owned()
    } else {
        let own = format!("{plain}:");
        let at = bounds.match_indices(&own).map(|(at, _)| at).find(|at| !bounds[..*at].ends_with(|c: char| c.is_alphanumeric()))?;
        bounds[at + own.len()..].trim_start().to_owned()
    };
    let bound = bound.trim_start_matches("impl ").trim_start_matches("dyn ").trim_start_matches('(');
    let changes = bound.starts_with("FnMut");
    let rest = bound.strip_prefix("FnMut").or_else(|| bound.strip_prefix("Fn"))?.trim_start().strip_prefix('(')?;
    let mut depth = 1;
    let end = rest.char_indices().find(|(_, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    let gives = rest[end.0 + 1..].trim_start().strip_prefix("->")?.trim_start();
    (!rest[..end.0].trim().is_empty() && !gives.starts_with("()")).then_some(changes)
}
