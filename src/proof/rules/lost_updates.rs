//! Updates that get lost between threads: a shared number is read in one step and written in another, and two threads do so. A test seldom has the luck to see it,
//! so it is read off the syntax tree of the reference. One thread that writes, and others that read, lose nothing; nor does what one lock goes around.

use std::collections::BTreeSet;

use tree_sitter::{Node, Tree};

use super::reading::Reading;
use super::{relocked, relocked_c};
use crate::proof::report::Finding;
use crate::syntax::tree::{self, text};

/// What begins a thread.
const SPAWNS: [&str; 3] = ["spawn", "pthread_create", "thrd_create"];

pub fn lost(reading: &Reading) -> Vec<Finding> {
    let subject = reading.subject;
    let is_c = subject.language.fence == "c";
    let grammar: tree_sitter::Language = if is_c { tree_sitter_c::LANGUAGE.into() } else { tree_sitter_rust::LANGUAGE.into() };
    let mut findings = Vec::new();
    for file in subject.source_with(&subject.reference) {
        let Some(parsed) = tree::parse(grammar.clone(), &file.content) else { continue };
        let under_two_locks =
            if is_c { relocked_c::in_tree(&parsed, &file.content) } else { relocked::of_functions(&parsed, &file.content) };
        findings.extend(under_two_locks.into_iter().map(|(line, name)| Finding {
            file: Some(file.path.clone()),
            line: Some(line),
            ..Finding::new(format!(
                "`{name}` is asked about under one lock and changed under another: what another thread does in between is not seen"
            ))
        }));
        findings.extend(in_tree(&parsed, &file.content, is_c).into_iter().map(|(line, name)| Finding {
            file: Some(file.path.clone()),
            line: Some(line),
            ..Finding::new(format!(
                "several threads read `{name}` in one step and write it in another: what one of them adds in between is lost now and then"
            ))
        }));
    }
    findings
}

/// A read and a write of one thing: whose, and in which function or closure.
struct Update<'t> {
    name: String,
    line: u32,
    inside: Vec<Node<'t>>,
}

fn in_tree(parsed: &Tree, source: &str, is_c: bool) -> Vec<(u32, String)> {
    let globals = if is_c { globals(parsed, source) } else { BTreeSet::new() };
    let (mut updates, mut spawns): (Vec<Update>, Vec<(Node<'_>, usize)>) = Default::default();
    tree::walk(parsed, |node, path| {
        let name = match is_c {
            true => updated_global(node, source, &globals),
            false => stored(node, path, source).or_else(|| relocked::written(node, path, source)),
        };
        if let Some(name) = name {
            let line = u32::try_from(node.start_position().row).unwrap_or(u32::MAX - 1) + 1;
            updates.push(Update { name, line, inside: path.to_vec() });
        }
        if node.kind() == "call_expression" && called(node, source).is_some_and(|name| SPAWNS.contains(&name)) {
            // What stands in a loop, or in what an iterator calls, runs more than once.
            let loops = ["for_expression", "while_expression", "loop_expression", "for_statement", "while_statement"];
            let again = |p: &&Node<'_>| loops.contains(&p.kind()) || (p.kind() == "closure_expression" && !is_scope(**p, source));
            let own = path.iter().rev().take_while(|p| !p.kind().starts_with("function_"));
            spawns.push((node, if own.into_iter().any(|p| again(&p)) { 2 } else { 1 }));
        }
    });
    updates.retain(|update| {
        let threads: usize = spawns.iter().filter(|(spawn, _)| runs(*spawn, update, source)).map(|(_, times)| times).sum();
        threads > 1
    });
    let mut found: Vec<(u32, String)> = updates.into_iter().map(|u| (u.line, u.name)).collect();
    found.dedup_by(|a, b| a.1 == b.1);
    found
}

/// The closure of `thread::scope(|scope| …)` runs once.
fn is_scope(node: Node<'_>, source: &str) -> bool {
    let call = node.parent().filter(|p| p.kind() == "arguments").and_then(|p| p.parent());
    node.kind() == "closure_expression" && call.and_then(|c| called(c, source)) == Some("scope")
}

/// Whether a thread that begins here comes to the update: it stands in what is handed over, or in a function that is called or named there.
fn runs(spawn: Node<'_>, update: &Update, source: &str) -> bool {
    let Some(handed) = spawn.child_by_field_name("arguments") else { return false };
    let function = update.inside.iter().rev().find(|p| matches!(p.kind(), "function_item" | "function_definition"));
    let name = function.and_then(|f| name_of(*f, source));
    let mentions = |name: &str| text(handed, source).split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let within = update.inside.iter().any(|p| p.id() == handed.id());
    // `let add = |n| …;`, which the threads call.
    let closure = update.inside.iter().rev().find(|p| p.kind() == "let_declaration").and_then(|l| l.child_by_field_name("pattern"));
    let by_name = closure.is_some_and(|pattern| mentions(text(pattern, source)));
    let own = function.is_some_and(|f| f.byte_range().contains(&spawn.start_byte()));
    within || by_name || (!own && name.is_some_and(mentions))
}

fn name_of<'s>(function: Node<'_>, source: &'s str) -> Option<&'s str> {
    let mut name = function.child_by_field_name("name").or_else(|| function.child_by_field_name("declarator"))?;
    while let Some(inner) = name.child_by_field_name("declarator") {
        name = inner;
    }
    Some(text(name, source))
}

fn called<'s>(call: Node<'_>, source: &'s str) -> Option<&'s str> {
    let function = call.child_by_field_name("function")?;
    let name = function.child_by_field_name("field").or_else(|| function.child_by_field_name("name")).unwrap_or(function);
    Some(text(name, source))
}

pub fn squeezed(node: Node<'_>, source: &str) -> String {
    text(node, source).chars().filter(|c| !c.is_whitespace()).collect()
}

/// `x.store(…)` of what was loaded from `x`, and no lock around it.
fn stored(node: Node<'_>, path: &[Node<'_>], source: &str) -> Option<String> {
    let function = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression")?;
    let owner = squeezed(function.child_by_field_name("value").filter(|_| called(node, source) == Some("store"))?, source);
    let value = node.child_by_field_name("arguments").and_then(|given| given.named_child(0))?;
    let loads = format!("{owner}.load(");
    let around = path.iter().rev().find(|p| matches!(p.kind(), "closure_expression" | "function_item"))?;
    if squeezed(*around, source).contains(".lock(") {
        return None;
    }
    let words: BTreeSet<&str> = text(value, source).split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut depends = squeezed(value, source).contains(&loads);
    let mut open = vec![*around];
    while let Some(inner) = open.pop() {
        let part = |name| inner.child_by_field_name(name);
        if let (Some(pattern), Some(value)) = (part("pattern"), part("value")) {
            depends |=
                inner.kind() == "let_declaration" && words.contains(text(pattern, source)) && squeezed(value, source).contains(&loads);
        }
        open.extend(tree::named(inner));
    }
    depends.then_some(owner)
}

/// Numbers that every function of the file shares, and that are neither atomic nor each thread's own.
fn globals<'s>(parsed: &Tree, source: &'s str) -> BTreeSet<&'s str> {
    let top = tree::named(parsed.root_node()).into_iter().filter(|n| n.kind() == "declaration");
    let plain = top.filter(|n| !["_Atomic", "atomic_", "hread_local"].iter().any(|word| text(*n, source).contains(word)));
    let declared = plain.filter_map(|n| {
        let whole = n.child_by_field_name("declarator")?;
        let name = whole.child_by_field_name("declarator").filter(|_| whole.kind() == "init_declarator").unwrap_or(whole);
        (name.kind() == "identifier").then(|| text(name, source))
    });
    declared.collect()
}

fn updated_global(node: Node<'_>, source: &str, globals: &BTreeSet<&str>) -> Option<String> {
    let part = |name| node.child_by_field_name(name);
    let name = match node.kind() {
        "update_expression" => text(part("argument")?, source),
        "assignment_expression" => {
            let (name, sign) = (text(part("left")?, source), text(part("operator")?, source));
            let reads = text(part("right")?, source).split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            (sign != "=" || reads).then_some(name)?
        }
        _ => return None,
    };
    let mut function = node;
    while function.kind() != "function_definition" {
        function = function.parent()?;
    }
    let locks = ["lock", "sem_wait", "atomic_"].iter().any(|word| text(function, source).contains(word));
    (globals.contains(name) && !locks).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str, is_c: bool) -> Vec<String> {
        let grammar: tree_sitter::Language = if is_c { tree_sitter_c::LANGUAGE.into() } else { tree_sitter_rust::LANGUAGE.into() };
        let parsed = tree::parse(grammar, source).expect("a tree");
        in_tree(&parsed, source, is_c).into_iter().map(|(_, name)| name).collect()
    }

    const RUST: &str = "fn sum(rows: &[Vec<u32>]) -> u32 {
    let sum = AtomicU32::new(0);
    thread::scope(|s| {
        for row in rows {
            s.spawn(|| {
                for n in row {
                    let before = sum.load(Relaxed);
                    sum.store(before + n, Relaxed);
                }
            });
        }
    });
    sum.into_inner()
}
";

    #[test]
    fn an_atomic_that_is_read_and_written_apart_loses_what_comes_between() {
        assert_eq!(names(RUST, false), ["sum"]);
        assert_eq!(names(&RUST.replace("before + n", "sum.load(Relaxed) + n"), false), ["sum"]);
        let in_a_method = "impl T {\n    fn add(&self) {\n        let n = self.n.load(Relaxed);\n        self.n.store(n + 1, Relaxed);\n    }\n}\nfn both(t: &T) {\n    thread::scope(|s| {\n        s.spawn(|| t.add());\n        s.spawn(|| t.add());\n    });\n}\n";
        assert_eq!(names(in_a_method, false), ["self.n"]);
        let by_name = "fn both() {\n    let add = || {\n        let n = SUM.load(Relaxed);\n        SUM.store(n + 1, Relaxed);\n    };\n    thread::scope(|s| {\n        s.spawn(add);\n        s.spawn(add);\n    });\n}\n";
        assert_eq!(names(by_name, false), ["SUM"]);
        // One producer alone may count in two steps.
        assert!(names(&in_a_method.replacen("        s.spawn(|| t.add());\n", "", 1), false).is_empty());
    }

    #[test]
    fn one_step_a_lock_or_a_value_of_its_own_loses_nothing() {
        let steps = "let before = sum.load(Relaxed);\n                    sum.store(before + n, Relaxed);";
        assert!(names(&RUST.replace(steps, "sum.fetch_add(*n, Relaxed);"), false).is_empty());
        assert!(names(&RUST.replace("let before", "let _held = gate.lock().unwrap();\n let before"), false).is_empty());
        assert!(names(&RUST.replace("before + n", "*n"), false).is_empty());
        assert!(names(&RUST.replace("        for row in rows {\n", "        {\n"), false).is_empty());
    }

    #[test]
    fn two_locks_one_after_the_other_lose_what_comes_between() {
        let source = "impl T {\n    fn add(&self) {\n        let n = *self.n.lock().unwrap();\n        *self.n.lock().unwrap() = n + 1;\n    }\n}\nfn both(t: &T) {\n    thread::scope(|s| {\n        s.spawn(|| t.add());\n        s.spawn(|| t.add());\n    });\n}\n";
        assert_eq!(names(source, false), ["self.n"]);
        assert!(names(&source.replacen("        s.spawn(|| t.add());\n", "", 1), false).is_empty());
    }

    #[test]
    fn a_plain_number_of_all_threads_wants_a_lock() {
        let c = "static long total;\nstatic void *work(void *all)\n{\n    total += *(int *)all;\n    return NULL;\n}\nvoid both(int *a)\n{\n    pthread_t t[2];\n    for (int i = 0; i < 2; i++) {\n        pthread_create(&t[i], NULL, work, a);\n    }\n}\n";
        assert_eq!(names(c, true), ["total"]);
        assert_eq!(names(&c.replace("total += *(int *)all", "total = total + 1"), true), ["total"]);
        assert!(names(&c.replace("static long", "static _Atomic long"), true).is_empty());
        assert!(names(&c.replace("    total +=", "    pthread_mutex_lock(&gate);\n    total +="), true).is_empty());
        assert!(names(&c.replace("for (int i = 0; i < 2; i++) {", "{\n int i = 0;"), true).is_empty());
        assert!(names(&c.replace("static void *work", "static void *other"), true).is_empty());
    }
}
