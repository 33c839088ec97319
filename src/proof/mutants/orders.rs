//! Versions of a reference that put things in another order, where the starter says that there is none: `insert(0, …)` for `push` into such a list, an answer
//! turned around, a loop that goes the other way. They are right, so a test that refuses one demands what nobody was told.

use tree_sitter::Node;

use super::code::{Function, Grammar, c_declarator, line_of, named, replaced, within};
use super::known::Known;
use super::rust::Rust;
use super::said::Said;
use super::{Kind, Mutant, both, free_order, functions_of_stubs, others_order, sequence};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::{self, text};

/// Each with what the starter says to be without order.
pub fn other_orders(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let (known, said) = (Known::of(&code), Said::of(&given));
    let free: Vec<&str> = given.files.iter().filter_map(|f| Some(free_fields(f.tree()?, &f.file.content))).flatten().collect();
    let functions = code.functions();
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        let (contract, is_rust) = (said.contract(stub), code.grammar == Grammar::Rust);
        for function in own.iter().map(|at| &functions[*at]).filter(|_| is_rust) {
            found.extend(inserted(function, &free).into_iter().map(|change| made(stub, function, change)));
        }
        let Some(function) = own.first().map(|at| &functions[*at]) else { continue };
        let answers = free_order::of_answer(&contract, &words_of_parameters(function));
        let turned = if is_rust && answers { turned_around(&Rust::of(function, &known), stub) } else { None };
        let writes = !is_rust && answers && !free_order::is_limited(&contract);
        let other_way = the_other_way(function, stub, free_order::of_calls(&contract), writes);
        let others = others_order::turned(code.grammar, function, &known).filter(|_| free_order::of_others(&contract));
        let others = others.map(|(what, body)| (what, function.body.byte_range(), body));
        found.extend(turned.into_iter().chain(other_way).chain(others).map(|change| made(stub, function, change)));
    }
    found
}

/// The others turned around, where the comment says that they keep their order: a test has two of them left, at least.
pub fn kept_orders(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let (known, said) = (Known::of(&code), Said::of(&given));
    let functions = code.functions();
    let own = functions_of_stubs(&code, &functions, &given.functions(), stubs).into_iter();
    let kept = own.filter(|(stub, _)| says_kept(&said.contract(stub)));
    kept.filter_map(|(stub, own)| {
        let function = &functions[*own.first()?];
        let (what, body) = others_order::turned(code.grammar, function, &known)?;
        Some(made(stub, function, (what, function.body.byte_range(), body)))
    })
    .collect()
}

fn says_kept(contract: &[&str]) -> bool {
    let said = contract.join(" ").split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    sequence::KEPT_ORDER.iter().any(|words| said.contains(words))
}

/// What has no order, and what is written there.
type Change<'t> = (String, std::ops::Range<usize>, String);

fn made(stub: &str, function: &Function, (of, edit, after): Change) -> Mutant {
    Mutant {
        stub: stub.to_owned(),
        file: function.path.to_owned(),
        line: line_of(function.source, edit.start),
        kind: Kind::Order,
        before: of,
        content: replaced(function.source, &edit, &after),
        after,
        place: None,
    }
}

/// Fields whose own comment says so.
fn free_fields<'s>(parsed: &tree_sitter::Tree, source: &'s str) -> Vec<&'s str> {
    let mut found = Vec::new();
    tree::walk(parsed, |node, _| {
        let name = node.child_by_field_name("name").filter(|_| node.kind() == "field_declaration");
        let mut above = node.prev_sibling().filter(|p| p.kind().ends_with("comment"));
        let mut comment = String::new();
        while let Some(line) = above {
            comment = format!("{} {comment}", text(line, source).trim().trim_start_matches('/'));
            above = line.prev_sibling().filter(|p| p.kind().ends_with("comment"));
        }
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        found.extend(name.filter(|_| free_order::is_said(&comment)).map(|n| text(n, source)));
    });
    found
}

/// `x.list.push(value)` into the front.
fn inserted<'t>(function: &Function<'t>, free: &[&str]) -> Vec<Change<'t>> {
    let source = function.source;
    let mut found = Vec::new();
    within(function.body, |node, _| {
        let method = node.child_by_field_name("function").filter(|f| node.kind() == "call_expression" && f.kind() == "field_expression");
        if let Some(method) = method
            && let (Some(list), Some(name)) = (method.child_by_field_name("value"), method.child_by_field_name("field"))
            && text(name, source) == "push"
            && let Some(field) = list.child_by_field_name("field").map(|f| text(f, source)).filter(|f| free.contains(f))
            && let Some(value) = node.child_by_field_name("arguments").map(named).and_then(|given: Vec<Node<'_>>| given.first().copied())
        {
            found.push((field.to_owned(), name.start_byte()..node.end_byte(), format!("insert(0, {})", text(value, source))));
        }
        true
    });
    found
}

/// The whole answer the other way round.
fn turned_around<'t>(rust: &Rust<'t>, stub: &str) -> Option<Change<'t>> {
    let (returns, body) = (rust.returns.as_str(), rust.drafts.text(rust.function.body));
    let turn = match returns.split_once("Vec<")?.0 {
        "" => "etude_answer.reverse();",
        "Option<" => "if let Some(list) = &mut etude_answer { list.reverse(); }",
        "Result<" => "if let Ok(list) = &mut etude_answer { list.reverse(); }",
        _ => return None,
    };
    let new = format!("{{ let mut etude_answer = (|| -> {returns} {body})(); {turn} etude_answer }}");
    Some((format!("the answer of {stub}"), rust.function.body.byte_range(), new))
}

/// All that a function's head says of what it takes, in small letters.
fn words_of_parameters(function: &Function) -> Vec<String> {
    let head = parameters(function).map(|p| text(p, function.source).to_lowercase()).unwrap_or_default();
    head.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| w.len() > 1).map(str::to_owned).collect()
}

fn parameters<'t>(function: &Function<'t>) -> Option<Node<'t>> {
    let of = if function.node.kind() == "function_item" { function.node } else { c_declarator(function.node)? };
    of.child_by_field_name("parameters")
}

/// The one loop that calls what was handed over, or writes into it (C), from the end to the beginning. One that is left early looks at others then.
fn the_other_way<'t>(function: &Function<'t>, stub: &str, calls: bool, writes: bool) -> Option<Change<'t>> {
    let source = function.source;
    let given = words_of_parameters(function);
    let is_given = |node: Node<'t>| node.kind() == "identifier" && given.contains(&text(node, source).to_lowercase());
    let (mut loops, mut called) = (Vec::new(), None);
    within(function.body, |node, path| {
        let part = |name| node.child_by_field_name(name);
        let around = path.iter().find(|p| matches!(p.kind(), "for_expression" | "for_statement"));
        let callee = part("function").filter(|f| calls && node.kind() == "call_expression" && is_given(*f));
        let written = part("left")
            .filter(|left| writes && left.kind() == "subscript_expression" && left.child_by_field_name("argument").is_some_and(is_given));
        if let Some(what) = callee.map(|f| format!("the calls of {}", text(f, source))).or(written.map(|_| format!("the answer of {stub}")))
        {
            called = called.take().or(Some(what));
            loops.extend(around.copied());
        }
        true
    });
    loops.dedup();
    let [only] = loops[..] else { return None };
    let mut left_early = false;
    within(only, |node, _| {
        left_early |= matches!(
            node.kind(),
            "break_statement" | "return_statement" | "goto_statement" | "break_expression" | "return_expression" | "try_expression"
        );
        true
    });
    let head = if only.kind() == "for_statement" { c_head(only, source) } else { rust_head(only, source) };
    let (edit, new) = head.filter(|_| !left_early)?;
    Some((called?, edit, new))
}

/// `for (int i = 0; i < n; i++)` as `for (int i = n; i-- > 0;)`, whatever the sign of the type.
fn c_head(node: Node<'_>, source: &str) -> Option<(std::ops::Range<usize>, String)> {
    let part = |of: Node<'_>, name: &str| of.child_by_field_name(name).map(|n| text(n, source).to_owned());
    let begins = node.child_by_field_name("initializer").filter(|i| i.kind() == "declaration")?;
    let first = begins.child_by_field_name("declarator").filter(|d| d.kind() == "init_declarator")?;
    let (of_type, name, from) = (part(begins, "type")?, part(first, "declarator")?, part(first, "value")?);
    let condition = node.child_by_field_name("condition").filter(|c| part(*c, "left").as_ref() == Some(&name))?;
    let (sign, end) = (part(condition, "operator")?, part(condition, "right")?);
    let update: String = part(node, "update")?.chars().filter(|c| !c.is_whitespace()).collect();
    let steps = [format!("{name}++"), format!("++{name}"), format!("{name}+=1")].contains(&update);
    let body = node.child_by_field_name("body")?;
    let edit = node.start_byte()..body.start_byte();
    (from == "0" && sign == "<" && steps).then(|| (edit, format!("for ({of_type} {name} = {end}; {name}-- > 0;) ")))
}

/// `for x in list` through a list of its own that is turned around.
fn rust_head(node: Node<'_>, source: &str) -> Option<(std::ops::Range<usize>, String)> {
    let all = node.child_by_field_name("value")?;
    let turned = "let mut etude_all: Vec<_> = etude_all.into_iter().collect(); etude_all.reverse(); etude_all";
    Some((all.byte_range(), format!("{{ let etude_all = {}; {turned} }}", text(all, source))))
}
