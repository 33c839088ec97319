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

/// The lines in which something is changed that was asked about before, and what it is.
pub fn in_tree(parsed: &Tree, source: &str) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    tree::walk(parsed, |node, _| {
        if node.kind() == "function_definition" && !text(node, source).contains("cond_wait") {
            found.extend(in_function(node, source));
        }
    });
    found
}

fn in_function(function: Node<'_>, source: &str) -> Vec<(u32, String)> {
    let all = held(function, source);
    let mut found = Vec::new();
    for second in &all {
        for write in writes(function, source).into_iter().filter(|w| second.from < w.start_byte() && w.end_byte() < second.to) {
            let place = squeezed(write, source);
            let is_first = |h: &&Held| h.mutex == second.mutex && h.to < second.from && decides(function, h, &place, write, source);
            if all.iter().any(|h| is_first(&h)) {
                found.push((u32::try_from(write.start_position().row).unwrap_or(u32::MAX - 1) + 1, text(write, source).to_owned()));
            }
        }
    }
    found
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
fn decides(function: Node<'_>, first: &Held, place: &str, write: Node<'_>, source: &str) -> bool {
    let inside = |node: &Node<'_>| first.from < node.start_byte() && node.end_byte() < first.to;
    if writes(function, source).iter().any(|w| inside(w) && squeezed(*w, source) == place) {
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
            && squeezed(value, source).contains(place)
        {
            names.push(text(name, source));
        }
        open.extend(tree::named(node));
    }
    let speaks = |node: Node<'_>| words(text(node, source)).any(|word| names.contains(&word));
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
        while let Some(statement) = before.filter(|s| s.start_byte() > first.to) {
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

    fn names(body: &str) -> Vec<String> {
        let lock = |text: &str| text.replace("LOCK", "pthread_mutex_lock(&t->lock)").replace("OPEN", "pthread_mutex_unlock(&t->lock)");
        let source = format!("bool pay(struct till *t, int n)\n{{\n    {}\n}}\n", lock(body));
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
}
