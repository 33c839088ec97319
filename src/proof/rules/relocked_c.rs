//! What a function asks about under one lock and changes under another of the same mutex (C): `if (enough)`, when somebody else has taken the money meanwhile. Owns what
//! counts as such a pair. A function that takes a lock is meant for several threads, whether a test begins some or not.

use tree_sitter::{Node, Tree};

use super::lost_updates::squeezed;
use super::reading::words;
use crate::syntax::tree::{self, text};

const LOCKS: [&str; 4] = ["pthread_mutex_lock", "mtx_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock"];
const UNLOCKS: [&str; 3] = ["pthread_mutex_unlock", "mtx_unlock", "pthread_rwlock_unlock"];

/// From one lock to its end.
struct Held {
    mutex: String,
    from: usize,
    to: usize,
}

/// A step before the write: where names get a value of it, and what such a value has in it.
struct First {
    from: usize,
    to: usize,
    asks: String,
    /// A call of a function that reads, which a condition can hold as it is.
    is_call: bool,
}

/// A function that takes the lock of what a parameter points to, reads one place there and gives it back.
struct Reader<'t> {
    name: &'t str,
    param: usize,
    param_name: &'t str,
    mutex: String,
    place: String,
}

/// The lines in which something is changed that was asked about before, and what it is.
pub fn in_tree(parsed: &Tree, source: &str) -> Vec<(u32, String)> {
    let mut functions = Vec::new();
    tree::walk(parsed, |node, _| functions.extend((node.kind() == "function_definition").then(|| node.byte_range())));
    let root = parsed.root_node();
    let whole = |range: &std::ops::Range<usize>| root.descendant_for_byte_range(range.start, range.end);
    let functions: Vec<Node<'_>> = functions.iter().filter_map(whole).filter(|f| f.kind() == "function_definition").collect();
    let readers: Vec<Reader> = functions.iter().filter_map(|f| reader(*f, source)).collect();
    let unwaited = functions.iter().filter(|f| !text(**f, source).contains("cond_wait"));
    unwaited.flat_map(|function| in_function(*function, &readers, source)).collect()
}

fn in_function(function: Node<'_>, readers: &[Reader], source: &str) -> Vec<(u32, String)> {
    let all = held(function, source);
    let mut found = Vec::new();
    for second in &all {
        for write in writes(function, source).into_iter().filter(|w| second.from < w.start_byte() && w.end_byte() < second.to) {
            let place = squeezed(write, source);
            if asks_again(write, second, &place, source) {
                continue;
            }
            let locked = all.iter().filter(|h| h.mutex == second.mutex && h.to < second.from);
            let mut firsts: Vec<First> = locked.map(|h| First { from: h.from, to: h.to, asks: place.clone(), is_call: false }).collect();
            firsts.extend(asked(function, readers, second, &place, source));
            if firsts.iter().any(|first| decides(function, first, &place, write, source)) {
                found.push((u32::try_from(write.start_position().row).unwrap_or(u32::MAX - 1) + 1, text(write, source).to_owned()));
            }
        }
    }
    found
}

/// Whether the place is asked about once more under the second lock: a look before was only to save the way.
fn asks_again(write: Node<'_>, second: &Held, place: &str, source: &str) -> bool {
    let asks = |node: Node<'_>| {
        let condition = node.child_by_field_name("condition").filter(|_| node.kind() == "if_statement");
        condition.is_some_and(|c| c.start_byte() > second.from && squeezed(c, source).contains(place))
    };
    let mut around = Some(write);
    while let Some(node) = around.filter(|n| n.kind() != "function_definition") {
        let mut before = node.prev_named_sibling();
        while let Some(statement) = before.filter(|s| s.start_byte() > second.from) {
            if asks(statement) {
                return true;
            }
            before = statement.prev_named_sibling();
        }
        if asks(node) {
            return true;
        }
        around = node.parent();
    }
    false
}

/// Calls before the second lock of what reads the same place under the same lock.
fn asked(function: Node<'_>, readers: &[Reader], second: &Held, place: &str, source: &str) -> Vec<First> {
    let mut found = Vec::new();
    let mut open = vec![function];
    while let Some(node) = open.pop() {
        open.extend(tree::named(node));
        let (Some(name), Some(given)) = (node.child_by_field_name("function"), node.child_by_field_name("arguments")) else { continue };
        let is_asked = readers.iter().filter(|r| r.name == text(name, source) && node.end_byte() < second.from).any(|reader| {
            let argument = tree::named(given).get(reader.param).map(|a| squeezed(*a, source)).unwrap_or_default();
            let here = |of: &str| of.replacen(&format!("{}->", reader.param_name), &format!("{argument}->"), 1);
            here(&reader.place) == place && here(&reader.mutex) == second.mutex
        });
        let asks = squeezed(node, source);
        found.extend(is_asked.then(|| First { from: function.start_byte(), to: second.from, asks, is_call: true }));
    }
    found
}

fn reader<'t>(function: Node<'t>, source: &'t str) -> Option<Reader<'t>> {
    let declarator = function.child_by_field_name("declarator")?;
    let (name, params) = (declarator.child_by_field_name("declarator")?, declarator.child_by_field_name("parameters")?);
    let locks = held(function, source);
    let [only] = locks.as_slice() else { return None };
    if !writes(function, source).is_empty() {
        return None;
    }
    let mut given = Vec::new();
    let mut places = Vec::new();
    let mut open = vec![function];
    while let Some(node) = open.pop() {
        open.extend(tree::named(node));
        let (target, value) = match node.kind() {
            "init_declarator" => (node.child_by_field_name("declarator"), node.child_by_field_name("value")),
            "assignment_expression" => (node.child_by_field_name("left"), node.child_by_field_name("right")),
            "return_statement" => {
                given.extend(node.named_child(0).map(|v| text(v, source)));
                continue;
            }
            _ => continue,
        };
        let is_inside = only.from < node.start_byte() && node.end_byte() < only.to;
        let field = value.filter(|v| v.kind() == "field_expression" && is_inside);
        places.extend(target.zip(field).map(|(target, field)| (text(target, source), squeezed(field, source))));
    }
    let (_, place) = places.into_iter().find(|(name, _)| given.contains(name))?;
    let owner = place.split_once("->")?.0.to_owned();
    let names = tree::named(params).into_iter().map(|p| words(text(p, source)).last().unwrap_or_default());
    let (param, param_name) = names.enumerate().find(|(_, name)| *name == owner)?;
    Some(Reader { name: text(name, source), param, param_name, mutex: only.mutex.clone(), place })
}

fn held(function: Node<'_>, source: &str) -> Vec<Held> {
    let mut calls = Vec::new();
    let mut open = vec![function];
    while let Some(node) = open.pop() {
        let name = node.child_by_field_name("function").map(|f| text(f, source)).filter(|_| node.kind() == "call_expression");
        if let (Some(name), Some(given)) = (name, node.child_by_field_name("arguments")) {
            let mutex = tree::named(given).first().map(|m| squeezed(*m, source)).unwrap_or_default();
            calls.extend((LOCKS.contains(&name) || UNLOCKS.contains(&name)).then(|| (node.start_byte(), LOCKS.contains(&name), mutex)));
        }
        open.extend(tree::named(node));
    }
    calls.sort_by_key(|(at, ..)| *at);
    let end = |from: usize, mutex: &str| calls.iter().find(|(at, locks, m)| *at > from && !locks && m == mutex).map(|(at, ..)| *at);
    let begun = calls.iter().filter(|(_, locks, _)| *locks);
    begun.filter_map(|(from, _, mutex)| Some(Held { mutex: mutex.clone(), from: *from, to: end(*from, mutex)? })).collect()
}

/// The places behind a pointer, or of all, that a function sets.
fn writes<'t>(function: Node<'t>, source: &str) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut open = vec![function];
    while let Some(node) = open.pop() {
        let place = match node.kind() {
            "assignment_expression" => node.child_by_field_name("left"),
            "update_expression" => node.child_by_field_name("argument"),
            _ => None,
        };
        found.extend(place.filter(|p| p.kind() == "field_expression" && text(*p, source).contains("->")));
        open.extend(tree::named(node));
    }
    found
}

/// Whether a name that got its value of this place under the first lock decides about the write, or is written.
fn decides(function: Node<'_>, first: &First, place: &str, write: Node<'_>, source: &str) -> bool {
    let inside = |node: &Node<'_>| first.from < node.start_byte() && node.end_byte() < first.to;
    if !first.is_call && writes(function, source).iter().any(|w| inside(w) && squeezed(*w, source) == place) {
        return false;
    }
    let mut names = Vec::new();
    let mut open = vec![function];
    while let Some(node) = open.pop() {
        let part = |name| node.child_by_field_name(name);
        let (name, value) = match node.kind() {
            "init_declarator" => (part("declarator"), part("value")),
            "assignment_expression" => (part("left"), part("right")),
            _ => (None, None),
        };
        if let (Some(name), Some(value)) = (name, value)
            && inside(&node)
            && squeezed(value, source).contains(&first.asks)
        {
            names.push(text(name, source));
        }
        open.extend(tree::named(node));
    }
    let asks = |node: Node<'_>| first.is_call && squeezed(node, source).contains(&first.asks);
    let speaks = |node: Node<'_>| asks(node) || words(text(node, source)).any(|word| names.contains(&word));
    let behind = if first.is_call { first.from } else { first.to };
    let mut around = write.parent();
    while let Some(node) = around.filter(|n| n.id() != function.id()) {
        let part = |name| node.child_by_field_name(name);
        let asks = matches!(node.kind(), "if_statement" | "while_statement").then(|| part("condition")).flatten();
        let value = part("right").filter(|_| node.kind() == "assignment_expression");
        if asks.into_iter().chain(value).any(speaks) {
            return true;
        }
        // `if (!enough) { return false; }` before it.
        let mut before = node.prev_named_sibling();
        while let Some(statement) = before.filter(|s| s.start_byte() > behind) {
            let leaves = statement.kind() == "if_statement" && text(statement, source).contains("return");
            if leaves && statement.child_by_field_name("condition").is_some_and(speaks) {
                return true;
            }
            before = statement.prev_named_sibling();
        }
        around = node.parent();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(body: &str) -> String {
        let body = body.replace("LOCK", "pthread_mutex_lock(&t->lock)").replace("OPEN", "pthread_mutex_unlock(&t->lock)");
        format!("bool pay(struct till *t, int n)\n{{\n    {body}\n}}\n")
    }

    fn names(body: &str) -> Vec<String> {
        let source = of(body);
        let parsed = tree::parse(tree_sitter_c::LANGUAGE.into(), &source).expect("a tree");
        in_tree(&parsed, &source).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn what_was_asked_under_one_lock_is_not_changed_under_another() {
        for body in [
            "LOCK; bool enough = t->cents >= n; OPEN; if (enough) { LOCK; t->cents -= n; OPEN; } return enough;",
            "LOCK; int had = t->cents; OPEN; if (had < n) { return false; } LOCK; t->cents -= n; OPEN; return true;",
            "LOCK; int had = t->cents; OPEN; LOCK; t->cents = had - n; OPEN; return true;",
        ] {
            assert_eq!(names(body), ["t->cents"], "{body}");
        }
        for body in [
            "LOCK; bool enough = t->cents >= n; if (enough) { t->cents -= n; } OPEN; return enough;",
            "LOCK; bool open = t->open; OPEN; if (open) { LOCK; t->cents -= n; OPEN; } return open;",
            "LOCK; t->cents -= n; int left = t->cents; OPEN; if (left < 0) { LOCK; t->cents += n; OPEN; } return true;",
            "LOCK; int had = t->cents; OPEN; LOCK; t->cents += n; OPEN; return had > 0;",
        ] {
            assert_eq!(names(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn a_function_that_reads_under_the_lock_is_the_first_of_two() {
        let with = |body: &str| format!("return had(t); }}\nbool take(struct till *t, int n)\n{{\n    {body}");
        let reader = "static int had(struct till *till) { pthread_mutex_lock(&till->lock); int cents = till->cents; pthread_mutex_unlock(&till->lock); return cents; }";
        let found = |body: &str| {
            let source = format!("{reader}\n{}", of(&with(body)));
            let parsed = tree::parse(tree_sitter_c::LANGUAGE.into(), &source).expect("a tree");
            in_tree(&parsed, &source).into_iter().map(|(_, name)| name).collect::<Vec<_>>()
        };
        for body in [
            "int there = had(t); if (there < n) { return false; } LOCK; t->cents -= n; OPEN; return true;",
            "if (had(t) < n) { return false; } LOCK; t->cents -= n; OPEN; return true;",
            "if (had(t) >= n) { LOCK; t->cents -= n; OPEN; } return true;",
        ] {
            assert_eq!(found(body), ["t->cents"], "{body}");
        }
        for body in [
            "LOCK; if (t->cents < n) { OPEN; return false; } t->cents -= n; OPEN; return true;",
            "if (had(other) < n) { return false; } LOCK; t->cents -= n; OPEN; return true;",
            "if (had(t) < n) { return false; } LOCK; t->sold += n; OPEN; return true;",
            "LOCK; t->cents -= n; OPEN; return had(t) > 0;",
            // Under the second lock it is asked again.
            "if (had(t) == 0) { return false; } LOCK; if (t->cents < n) { OPEN; return false; } t->cents -= n; OPEN; return true;",
            "if (had(t) == 0) { return false; } LOCK; if (t->cents >= n) { t->cents -= n; } OPEN; return true;",
        ] {
            assert_eq!(found(body), [""; 0], "{body}");
        }
    }
}
