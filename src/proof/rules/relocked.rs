//! A shared value that is read under one lock and written under another of the same mutex (Rust): what somebody adds in between is lost. Owns what counts as such
//! a pair; whether two threads come there, `lost_updates` says. What was taken out under the first lock is nobody else's any more, and loses nothing.

use std::collections::BTreeSet;

use tree_sitter::{Node, Tree};

use super::lost_updates::squeezed;
use super::reading::words;
use crate::syntax::tree::{self, text};

const LOCKS: [&str; 3] = ["lock", "read", "write"];
const OPENS: [&str; 3] = ["unwrap", "expect", "unwrap_or_else"];
/// What reads and changes in one.
const TAKES: [&str; 11] =
    ["pop", "pop_front", "pop_back", "take", "remove", "swap_remove", "drain", "next", "replace", "insert", "get_or_insert_with"];

/// One use of what a lock guards.
struct Use<'t> {
    /// Whose lock it is, as it is written.
    mutex: String,
    /// Which call of `lock`: two of them are two steps.
    call: usize,
    /// The fields and methods behind it, each method with what it is given.
    steps: Vec<(&'t str, Option<Node<'t>>)>,
}

/// A function that only reads under a lock: what it reads, and which parameter the lock is; none for a field of `self`.
struct Reader<'t> {
    name: &'t str,
    param: Option<usize>,
    read: Use<'t>,
}

/// The same in methods that take `&self` and in functions that are handed a lock: who locks there is called by several threads, whether the reference begins some or
/// not. A function of one's own, or a given one, that only reads under the lock is a read.
pub fn of_functions(parsed: &Tree, source: &str) -> Vec<(u32, String)> {
    let readers = readers(parsed, source);
    let mut found = Vec::new();
    tree::walk(parsed, |node, path| {
        let around = path.iter().rev().find(|p| p.kind() == "function_item").filter(|f| is_shared(**f, source));
        let Some((around, place)) = around.copied().zip(changed(node)) else { return };
        let Some(write) = used(place, around, source) else { return };
        if asks_again(node, place, path, around, source) {
            return;
        }
        let is_read = |value: Node<'_>| {
            // A guard that is kept is no second lock.
            squeezed(value, source).contains(&format!("*{}.lock()", write.mutex)) || asks_a_reader(value, &write, &readers, source)
        };
        let directly = node.child_by_field_name("right").is_some_and(|v| asks_a_reader(v, &write, &readers, source));
        let asked = conditions(node, path, around, source);
        let decided = asked.iter().any(|condition| asks_a_reader(*condition, &write, &readers, source));
        if directly || decided || depends(node, around, &asked, source, is_read) || written(node, path, source).is_some() {
            found.push((u32::try_from(node.start_position().row).unwrap_or(u32::MAX - 1) + 1, write.mutex));
        }
    });
    found
}

/// Whether what is written is asked about once more under its own lock: a look before was only to save the way.
fn asks_again(node: Node<'_>, place: Node<'_>, path: &[Node<'_>], around: Node<'_>, source: &str) -> bool {
    let lets = lets(around, node.start_byte());
    let name_of = |pattern: &Node<'_>| text(*pattern, source).trim_start_matches("mut ").to_owned();
    let is_guard = |(pattern, value): &&(Node<'_>, Node<'_>)| {
        words(text(place, source)).any(|word| word == name_of(pattern)) && guard_of(*value, source).is_some()
    };
    let Some((guard, _)) = lets.iter().rev().find(is_guard) else { return false };
    let (guard, from) = (name_of(guard), guard.start_byte());
    let speaks = |part: Node<'_>| words(text(part, source)).any(|word| word == guard);
    let value = node.child_by_field_name("right");
    let asked = conditions(node, path, around, source);
    let made = lets.iter().filter(|(pattern, value)| {
        let is_used = value_words(node, &asked, source).contains(name_of(pattern).as_str());
        value.start_byte() > from && speaks(*value) && is_used
    });
    value.is_some_and(speaks) || asked.iter().any(|condition| speaks(*condition)) || made.count() > 0
}

fn value_words<'s>(node: Node<'_>, asked: &[Node<'_>], source: &'s str) -> BTreeSet<&'s str> {
    let value = node.child_by_field_name("right").map(|v| text(v, source)).unwrap_or_default();
    words(value).chain(asked.iter().flat_map(|c| words(text(*c, source)))).collect()
}

fn is_shared(function: Node<'_>, source: &str) -> bool {
    let head = function.child_by_field_name("parameters").map(|p| squeezed(p, source)).unwrap_or_default();
    let begins = || squeezed(function, source).contains("spawn(");
    head.starts_with("(&self") || head.contains("Mutex<") || head.contains("RwLock<") || begins()
}

fn changed(node: Node<'_>) -> Option<Node<'_>> {
    matches!(node.kind(), "assignment_expression" | "compound_assignment_expr").then(|| node.child_by_field_name("left")).flatten()
}

/// The questions that decide whether something is written: those around it, and those before it that leave the function.
fn conditions<'t>(node: Node<'t>, path: &[Node<'t>], around: Node<'t>, source: &str) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let own = path.iter().rev().take_while(|p| p.id() != around.id()).copied();
    for at in std::iter::once(node).chain(own) {
        found.extend(at.child_by_field_name("condition").filter(|c| at.kind() == "if_expression" && c.end_byte() < node.start_byte()));
        let mut before = at.prev_named_sibling();
        while let Some(statement) = before {
            let question = if statement.kind() == "expression_statement" { statement.named_child(0) } else { Some(statement) };
            let leaves = question.filter(|q| q.kind() == "if_expression" && text(*q, source).contains("return"));
            found.extend(leaves.and_then(|q| q.child_by_field_name("condition")));
            before = statement.prev_named_sibling();
        }
    }
    found
}

/// Whether what is written, or what decides about it, comes of a name that was given such a value, over others too.
fn depends(node: Node<'_>, around: Node<'_>, asked: &[Node<'_>], source: &str, is_read: impl Fn(Node<'_>) -> bool) -> bool {
    let mut needed = value_words(node, asked, source);
    for (pattern, value) in lets(around, node.start_byte()).iter().rev() {
        if !needed.contains(text(*pattern, source).trim_start_matches("mut ")) {
            continue;
        }
        if is_read(*value) {
            return true;
        }
        needed.extend(words(text(*value, source)));
    }
    false
}

/// Whether a function that reads under the same lock is called here.
fn asks_a_reader(value: Node<'_>, write: &Use, readers: &[Reader], source: &str) -> bool {
    let bare = |text: &str| text.trim_start_matches(['&', '*']).to_owned();
    let mut open = vec![value];
    while let Some(node) = open.pop() {
        open.extend(tree::named(node));
        let (Some(function), Some(given)) = (node.child_by_field_name("function"), node.child_by_field_name("arguments")) else { continue };
        let asked = readers.iter().any(|reader| {
            let mutex = match reader.param {
                Some(at) if function.kind() == "identifier" && text(function, source) == reader.name => {
                    tree::named(given).get(at).map(|argument| bare(&squeezed(*argument, source)))
                }
                None if squeezed(function, source) == format!("self.{}", reader.name) => Some(reader.read.mutex.clone()),
                _ => None,
            };
            mutex.is_some_and(|mutex| mutex == bare(&write.mutex)) && reads_the_same(&reader.read, write, None, false, source)
        });
        if asked {
            return true;
        }
    }
    false
}

/// Functions that give what is under a lock and change nothing.
fn readers<'t>(parsed: &'t Tree, source: &'t str) -> Vec<Reader<'t>> {
    let mut found = Vec::new();
    let mut open = vec![parsed.root_node()];
    while let Some(node) = open.pop() {
        open.extend(tree::named(node));
        let part = |name| node.child_by_field_name(name).filter(|_| node.kind() == "function_item");
        let (Some(name), Some(params), Some(body)) = (part("name"), part("parameters"), part("body")) else { continue };
        let mut inner = vec![body];
        let mut changes = false;
        while let Some(node) = inner.pop() {
            changes |= changed(node).is_some();
            inner.extend(tree::named(node));
        }
        let Some(read) = used(body, node, source).filter(|_| !changes) else { continue };
        let names = tree::named(params).into_iter().map(|p| p.child_by_field_name("pattern").map(|n| text(n, source)).unwrap_or_default());
        let param = names.into_iter().position(|name| name == read.mutex);
        if param.is_some() || read.mutex.starts_with("self.") {
            found.push(Reader { name: text(name, source), param, read });
        }
    }
    found
}

/// Whose value is written here, if it depends on one that was read under an earlier lock.
pub fn written(node: Node<'_>, path: &[Node<'_>], source: &str) -> Option<String> {
    let around = *path.iter().rev().find(|p| matches!(p.kind(), "closure_expression" | "function_item"))?;
    let (place, value) = match node.kind() {
        "assignment_expression" | "compound_assignment_expr" => (node.child_by_field_name("left")?, node.child_by_field_name("right")?),
        "call_expression" => (node, *tree::named(node.child_by_field_name("arguments")?).last()?),
        _ => return None,
    };
    let write = used(place, around, source)?;
    let (key, lists) = match write.steps.last() {
        Some(("insert", Some(given))) => (tree::named(*given).first().copied(), false),
        Some(("push" | "push_back", Some(_))) => (None, true),
        _ if node.kind() == "call_expression" => return None,
        _ => (None, false),
    };
    let lets = lets(around, node.start_byte());
    let mut needed: BTreeSet<&str> = words(text(value, source)).collect();
    // What decides whether it is written: `if enough { … }`.
    let within = path.iter().rev().take_while(|p| p.id() != around.id()).filter(|p| p.kind() == "if_expression");
    let asked = within.filter_map(|p| p.child_by_field_name("condition")).filter(|c| c.end_byte() < node.start_byte());
    needed.extend(asked.flat_map(|condition| words(text(condition, source))));
    for (pattern, value) in lets.iter().rev() {
        if !needed.contains(text(*pattern, source).trim_start_matches("mut ")) {
            continue;
        }
        if let Some(read) = used(*value, around, source)
            && read.mutex == write.mutex
            && read.call != write.call
            && reads_the_same(&read, &write, key, lists, source)
        {
            return Some(write.mutex);
        }
        needed.extend(words(text(*value, source)));
    }
    None
}

/// The same fields, the same key; and for what is put at the end, how much there was.
fn reads_the_same(read: &Use, write: &Use, key: Option<Node<'_>>, lists: bool, source: &str) -> bool {
    let fields =
        |of: &Use| of.steps.iter().take_while(|(_, given)| given.is_none()).map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>();
    let takes = read.steps.iter().any(|(name, given)| given.is_some() && TAKES.contains(name));
    let counts = read.steps.iter().any(|(name, given)| given.is_some() && *name == "len");
    let asked = read.steps.iter().find(|(name, _)| *name == "get").and_then(|(_, given)| *given);
    let same_key = match (key, asked) {
        (Some(key), Some(asked)) => words(text(key, source)).any(|word| words(text(asked, source)).any(|other| other == word)),
        (key, asked) => key.is_none() && asked.is_none(),
    };
    !takes && fields(read) == fields(write) && if lists { counts } else { same_key }
}

/// What of a lock an expression uses: of one that it takes itself, or by the name of a guard. Nothing for the guard as it is.
fn used<'t>(expression: Node<'t>, around: Node<'t>, source: &'t str) -> Option<Use<'t>> {
    let mut chain = Vec::new();
    let mut at = expression;
    loop {
        match at.kind() {
            "call_expression" => {
                let function = at.child_by_field_name("function").filter(|f| f.kind() == "field_expression")?;
                let name = text(function.child_by_field_name("field")?, source);
                let (value, given) = (function.child_by_field_name("value")?, at.child_by_field_name("arguments")?);
                if LOCKS.contains(&name) && tree::named(given).is_empty() {
                    return opened(squeezed(value, source), at.start_byte(), chain, expression);
                }
                chain.push((name, Some(given)));
                at = value;
            }
            "field_expression" => {
                chain.push((text(at.child_by_field_name("field")?, source), None));
                at = at.child_by_field_name("value")?;
            }
            "identifier" => {
                let guard = lets(around, at.start_byte())
                    .into_iter()
                    .rev()
                    .find(|(pattern, _)| text(*pattern, source).trim_start_matches("mut ") == text(at, source))?;
                let (mutex, call) = guard_of(guard.1, source)?;
                return opened(mutex, call, chain, expression);
            }
            // `*guard`, `(…)`, `before + 1`, `{ …; *guard }`: what is used stands first, or last in a block.
            "block" => at = *tree::named(at).last()?,
            _ => at = *tree::named(at).first()?,
        }
    }
}

fn opened<'t>(mutex: String, call: usize, mut chain: Vec<(&'t str, Option<Node<'t>>)>, expression: Node<'_>) -> Option<Use<'t>> {
    while chain.last().is_some_and(|(name, given)| given.is_some() && OPENS.contains(name)) {
        chain.pop();
    }
    chain.reverse();
    // A guard alone keeps the lock.
    let is_guard = chain.is_empty() && matches!(expression.kind(), "call_expression" | "try_expression");
    (!is_guard).then_some(Use { mutex, call, steps: chain })
}

/// Whose guard an expression is: `x.lock().unwrap()`.
fn guard_of(value: Node<'_>, source: &str) -> Option<(String, usize)> {
    let mut at = value;
    loop {
        if at.kind() == "try_expression" {
            at = *tree::named(at).first()?;
            continue;
        }
        let function = at.child_by_field_name("function").filter(|f| f.kind() == "field_expression")?;
        let (name, inner) = (text(function.child_by_field_name("field")?, source), function.child_by_field_name("value")?);
        match name {
            name if LOCKS.contains(&name) => return Some((squeezed(inner, source), at.start_byte())),
            name if OPENS.contains(&name) => at = inner,
            _ => return None,
        }
    }
}

/// The names that are given something before a place, and what.
fn lets<'t>(around: Node<'t>, before: usize) -> Vec<(Node<'t>, Node<'t>)> {
    let mut found = Vec::new();
    let mut open = vec![around];
    while let Some(node) = open.pop() {
        let part = |name| node.child_by_field_name(name);
        if let (Some(pattern), Some(value), true) = (part("pattern"), part("value"), node.kind() == "let_declaration") {
            found.extend((node.end_byte() <= before).then_some((pattern, value)));
        }
        open.extend(tree::named(node));
    }
    found.sort_by_key(|(pattern, _)| pattern.start_byte());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(body: &str) -> Vec<String> {
        let source = format!("fn add(&self, key: &str, n: u32) {{\n    {body}\n}}\n");
        let parsed = tree::parse(tree_sitter_rust::LANGUAGE.into(), &source).expect("a tree");
        let mut found = Vec::new();
        tree::walk(&parsed, |node, path| found.extend(written(node, path, &source)));
        found
    }

    #[test]
    fn a_value_that_is_read_under_one_lock_and_written_under_another_is_lost() {
        for body in [
            "let before = *self.sum.lock().unwrap(); *self.sum.lock().unwrap() = before + n;",
            "let before = self.sum.lock().unwrap().get(key).copied().unwrap_or(0); self.sum.lock().unwrap().insert(key.to_string(), before + n);",
            "let held = self.sum.lock().unwrap(); let before = *held; drop(held); let mut held = self.sum.lock().unwrap(); *held = before + n;",
            "let before = { let held = self.sum.lock().unwrap(); *held }; let after = before + n; *self.sum.lock().unwrap() = after;",
            "let before = self.sum.read().unwrap().all; self.sum.write().unwrap().all = before + n;",
            "let place = self.sum.lock().unwrap().len(); self.sum.lock().unwrap().push(place);",
            "let enough = *self.sum.lock().unwrap() >= n; if enough { *self.sum.lock().unwrap() -= n; }",
        ] {
            assert_eq!(names(body), ["self.sum"], "{body}");
        }
    }

    #[test]
    fn a_function_that_reads_under_the_lock_it_is_handed_is_a_read() {
        let source = |body: &str| {
            format!(
                "fn left(shelf: &Mutex<u32>) -> u32 {{\n    *shelf.lock().unwrap()\n}}\nfn take(shelf: &Mutex<u32>, other: &Mutex<u32>, wanted: u32) -> u32 {{\n    {body}\n}}\n"
            )
        };
        let found = |body: &str| {
            let source = source(body);
            let parsed = tree::parse(tree_sitter_rust::LANGUAGE.into(), &source).expect("a tree");
            of_functions(&parsed, &source).into_iter().map(|(_, name)| name).collect::<Vec<_>>()
        };
        for body in [
            "let taken = wanted.min(left(shelf)); *shelf.lock().unwrap() -= taken; taken",
            "let there = left(&shelf); let taken = wanted.min(there); let mut held = shelf.lock().unwrap(); *held -= taken; taken",
            "if left(shelf) >= wanted { *shelf.lock().unwrap() -= wanted; } wanted",
            "if left(shelf) < wanted { return 0; } *shelf.lock().unwrap() -= wanted; wanted",
            "*shelf.lock().unwrap() = left(shelf) - wanted; wanted",
        ] {
            assert_eq!(found(body), ["shelf"], "{body}");
        }
        for body in [
            "let mut held = shelf.lock().unwrap(); let taken = wanted.min(*held); *held -= taken; taken",
            "let taken = wanted.min(left(other)); *shelf.lock().unwrap() -= taken; taken",
            "*shelf.lock().unwrap() -= wanted; left(shelf)",
            "let before = left(shelf); *shelf.lock().unwrap() += wanted; before",
            // Under its own lock it is asked again.
            "if left(shelf) == 0 { return 0; } let mut held = shelf.lock().unwrap(); let taken = wanted.min(*held); *held -= taken; taken",
            "let seen = left(shelf); if seen > 0 { let mut held = shelf.lock().unwrap(); if *held >= wanted { *held -= wanted; } } seen",
        ] {
            assert_eq!(found(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn a_method_that_reads_under_the_lock_is_a_read() {
        let source = "impl Jug {\n    fn level(&self) -> u32 {\n        *self.litres.lock().unwrap()\n    }\n    fn pour(&self, juice: u32) -> u32 {\n        let goes_in = juice.min(self.room - self.level());\n        *self.litres.lock().unwrap() += goes_in;\n        goes_in\n    }\n}\n";
        let found = |source: &str| of_functions(&tree::parse(tree_sitter_rust::LANGUAGE.into(), source).expect("a tree"), source);
        assert_eq!(found(source), [(7, "self.litres".to_owned())]);
        assert_eq!(found(&source.replace("self.level()", "self.least()")), []);
        assert_eq!(found(&source.replace("(&self, juice", "(&mut self, juice")), []);
        let two = source.replace("self.room - self.level()", "self.room - *self.litres.lock().unwrap()");
        assert_eq!(found(&two).len(), 1);
    }

    #[test]
    fn one_lock_over_both_or_another_value_loses_nothing() {
        for body in [
            "let mut held = self.sum.lock().unwrap(); let before = *held; *held = before + n;",
            "let before = *self.price.lock().unwrap(); *self.sum.lock().unwrap() = before + n;",
            "let job = self.sum.lock().unwrap().pop(); self.sum.lock().unwrap().push(job);",
            "let before = self.sum.lock().unwrap().limit; self.sum.lock().unwrap().all = before;",
            "let other = self.sum.lock().unwrap().get(\"a\").copied(); self.sum.lock().unwrap().insert(key, other);",
            "let before = *self.sum.lock().unwrap(); *self.sum.lock().unwrap() = n;",
            "let mut held = self.sum.lock().unwrap(); let enough = *held >= n; if enough { *held -= n; }",
        ] {
            assert_eq!(names(body), [""; 0], "{body}");
        }
    }
}
