//! Loops and chains that are right for some lists only: they stop after the second element, or before the last one. A test with three or more notices the first,
//! one whose last element matters the second. Owns where such a slip is worth making; what has two elements at most, waits, tries again or hands out work among threads is left alone, since there two rounds may be all there are.

use tree_sitter::Node;

use super::c::C;
use super::c_values::{callee as c_callee, peeled};
use super::code::{named, within};
use super::rust::Rust;
use super::rust_unseen::{callee, chain};
use super::shared::{Drafts, squeezed};
use super::{Kind, Rank};
use crate::syntax::tree::text;

/// So many for a stub: another says little more about its tests, and a fair exercise may have a list of two somewhere.
pub const MOST: usize = 1;

/// Calls around which a loop may run as often as the machine has it.
const RUST_WAITS: [&str; 18] = [
    "read",
    "write",
    "recv",
    "recv_timeout",
    "try_recv",
    "wait",
    "wait_while",
    "wait_timeout",
    "compare_exchange",
    "compare_exchange_weak",
    "park",
    "yield_now",
    "spin_loop",
    "sleep",
    "accept",
    "load",
    "spawn",
    "try_lock",
];
const C_WAITS: [&str; 16] = [
    "read",
    "fread",
    "write",
    "fwrite",
    "recv",
    "send",
    "wait",
    "waitpid",
    "poll",
    "select",
    "accept",
    "connect",
    "fork",
    "pthread_create",
    "thrd_create",
    "sigsuspend",
];

/// What begins a chain over many things.
const SOURCES: [&str; 14] = [
    "iter",
    "into_iter",
    "iter_mut",
    "chars",
    "bytes",
    "char_indices",
    "lines",
    "split_whitespace",
    "windows",
    "chunks",
    "keys",
    "values",
    "values_mut",
    "drain",
];

/// What such a chain goes on with where it may well be shorter.
const STEPS: [&str; 29] = [
    "map",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "sum",
    "product",
    "count",
    "max",
    "min",
    "max_by",
    "min_by",
    "max_by_key",
    "min_by_key",
    "all",
    "any",
    "find",
    "find_map",
    "position",
    "fold",
    "try_fold",
    "for_each",
    "enumerate",
    "zip",
    "copied",
    "cloned",
    "collect",
    "inspect",
    "partition",
];

/// `for cent in cents` as `for cent in cents.into_iter().take(2)`.
pub fn rust_for<'a>(rust: &mut Rust<'a>, node: Node<'a>) -> bool {
    let Some(value) = node.child_by_field_name("value") else { return false };
    if waits(rust, node) || shares_out(rust) || is_unordered(rust) || is_short(rust, value) {
        return false;
    }
    let text = rust.drafts.text(value);
    let plain = matches!(value.kind(), "identifier" | "call_expression" | "field_expression" | "self");
    let few = few(text);
    let new = if plain { format!("{text}.into_iter().take({few})") } else { format!("({text}).into_iter().take({few})") };
    let shown = node.start_byte()..value.end_byte();
    rust.drafts.put_range(value.byte_range(), new, shown.clone(), Kind::TooFewRounds, Rank::Good);
    let whole = format!("({text}).into_iter()");
    rust.drafts.put_beside(value.byte_range(), all_but_last(&whole), shown.clone(), Kind::TooFewRounds);
    if node.child_by_field_name("pattern").is_some_and(|of| !rust.drafts.text(of).starts_with('_')) {
        rust.drafts.put_beside(value.byte_range(), all_the_first(&whole), shown, Kind::Variable);
    }
    true
}

/// Whatever it goes through, without the last.
fn all_but_last(chain: &str) -> String {
    format!("({{ let mut all: Vec<_> = {chain}.collect(); all.pop(); all.into_iter() }})")
}

/// As many as there are, and each is the first.
fn all_the_first(chain: &str) -> String {
    format!(
        "({{ let all: Vec<_> = {chain}.collect(); let first = all.first().cloned(); all.into_iter().filter_map(move |_| first.clone()) }})"
    )
}

/// A `while` that counts its rounds, where it stands as a statement.
pub fn rust_while<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) -> bool {
    let Some(body) = node.child_by_field_name("body").filter(|_| !waits(rust, node) && !shares_out(rust)) else { return false };
    let labelled = rust.drafts.text(node).starts_with('\'');
    if labelled || path.last().is_none_or(|p| p.kind() != "expression_statement") {
        return false;
    }
    let (start, open) = (node.start_byte(), body.start_byte() + 1);
    let head = rust.drafts.source.get(start..open).unwrap_or_default();
    let new = format!("let mut rounds = 0; {head} if rounds == 2 {{ break; }} rounds += 1;");
    rust.drafts.put_range(start..open, new, start..open, Kind::TooFewRounds, Rank::Good);
    if let Some(condition) = node.child_by_field_name("condition") {
        one_short(&mut rust.drafts, condition);
    }
    true
}

/// `cents.iter().sum()` as `cents.iter().take(2).sum()`.
pub fn rust_chain<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let begins = match node.kind() {
        "call_expression" => callee(rust, node).is_some_and(|name| SOURCES.contains(&name) && rust.known.parameters(name).is_none()),
        "parenthesized_expression" => named(node).first().is_some_and(|inner| inner.kind() == "range_expression"),
        _ => false,
    };
    let Some([next, field]) = path.last_chunk::<2>().filter(|[_, f]| begins && f.kind() == "field_expression") else { return };
    let goes_on = next.kind().contains("call") || next.kind() == "generic_function";
    let step = field.child_by_field_name("field").map(|f| rust.drafts.text(f)).unwrap_or_default();
    let whole = path.iter().rev().take_while(|p| matches!(p.kind(), "field_expression" | "call_expression" | "generic_function")).last();
    let names = whole.map(|w| chain(rust, *w)).unwrap_or_default();
    let cut = names.iter().any(|name| matches!(*name, "next" | "nth" | "take" | "rev" | "spawn" | "next_back"));
    let of_loop = path.iter().any(|p| p.kind() == "for_expression" && p.child_by_field_name("value").is_some_and(|v| holds(v, node)));
    let waits = whole.is_some_and(|w| waits(rust, *w));
    if goes_on && STEPS.contains(&step) && !cut && !of_loop && !waits && !shares_out(rust) && !is_unordered(rust) && !is_short(rust, node) {
        let new = format!(".take({})", few(rust.drafts.text(node)));
        rust.drafts.put_range(node.end_byte()..node.end_byte(), new, node.byte_range(), Kind::TooFewRounds, Rank::Good);
        let shorter = all_but_last(rust.drafts.text(node));
        rust.drafts.put_beside(node.byte_range(), shorter, node.byte_range(), Kind::TooFewRounds);
        let given = next.child_by_field_name("arguments").map(|given| squeezed(rust.drafts.text(given))).unwrap_or_default();
        if step != "count" && !given.starts_with("(|_") {
            let alike = all_the_first(rust.drafts.text(node));
            rust.drafts.put_beside(node.byte_range(), alike, node.byte_range(), Kind::Variable);
        }
    }
}

/// So many rounds look at the first two of all: a loop that begins with the second has one of them.
fn few(over: &str) -> usize {
    let over = squeezed(over);
    let later = over.starts_with("1..") || over.starts_with("(1..") || over.contains("[1..") || over.contains(".skip(1)");
    if later { 1 } else { 2 }
}

fn holds(outer: Node<'_>, inner: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}

fn waits<'a>(rust: &Rust<'a>, node: Node<'a>) -> bool {
    let mut found = false;
    within(node, |inner, _| {
        found |= callee(rust, inner).is_some_and(|name| RUST_WAITS.contains(&name));
        true
    });
    found
}

/// Where there are threads, one loop more or less may leave the work to another.
fn shares_out<'a>(rust: &Rust<'a>) -> bool {
    let mut found = false;
    within(rust.function.body, |node, _| {
        found |= callee(rust, node).is_some_and(|name| matches!(name, "spawn" | "scope"));
        true
    });
    found
}

/// Which two of a hash table come first is chance.
fn is_unordered(rust: &Rust<'_>) -> bool {
    ["HashMap", "HashSet"].iter().any(|name| rust.drafts.source.contains(name))
}

/// Whether there are two at most: `0..2`, `[left, right]`, or a constant that is such a list.
fn is_short<'a>(rust: &Rust<'a>, value: Node<'a>) -> bool {
    let mut short = false;
    within(value, |node, _| {
        short |= match node.kind() {
            "range_expression" => has_two_numbers(rust, node),
            "array_expression" => named(node).len() <= 2 && node.child_by_field_name("length").is_none(),
            "identifier" => rust.known.constant(rust.drafts.text(node)).is_some_and(|c| is_short_list(&c.value)),
            _ => false,
        };
        !matches!(node.kind(), "closure_expression" | "block")
    });
    short
}

fn has_two_numbers<'a>(rust: &Rust<'a>, range: Node<'a>) -> bool {
    let number = |node: &Node<'a>| rust.drafts.text(*node).replace('_', "").parse::<u64>().ok();
    match named(range)[..] {
        [from, to] => number(&from).zip(number(&to)).is_some_and(|(from, to)| to.saturating_sub(from) <= 2),
        _ => false,
    }
}

fn is_short_list(value: &str) -> bool {
    let inner = squeezed(value);
    inner.starts_with(['[', '&']) && inner.contains('[') && inner.trim_end_matches([',', ']']).matches(',').count() < 2
}

/// `i < n` as `i < n && i < 2`, and any other loop with a counter of its own.
pub fn c_loop<'a>(c: &mut C<'a>, node: Node<'a>, path: &[Node<'a>]) -> bool {
    let Some(condition) = node.child_by_field_name("condition") else { return false };
    // One that does nothing only reads on to the end.
    let idle = node.child_by_field_name("body").is_some_and(|body| named(body).is_empty());
    if calls_one_of(c, node) || node.kind() == "do_statement" || idle {
        return false;
    }
    one_short(&mut c.drafts, peeled(condition));
    c_all_the_first(c, node);
    if let Some((counter, first)) = counter(c, node) {
        let limit = if first == 1 { 2 } else { first + 2 };
        if condition.child_by_field_name("right").is_some_and(|r| c.drafts.text(r).parse::<i64>().is_ok_and(|n| n <= limit)) {
            return false;
        }
        let new = format!("{} && {counter} < {limit}", c.drafts.text(condition));
        c.drafts.put(condition, new, condition, Kind::TooFewRounds, Rank::Good);
        return true;
    }
    if path.last().is_none_or(|p| p.kind() != "compound_statement") {
        return false;
    }
    let inner = if condition.kind() == "parenthesized_expression" { named(condition).first().copied() } else { Some(condition) };
    let Some(inner) = inner else { return false };
    let start = node.start_byte();
    let head = c.drafts.source.get(start..inner.start_byte()).unwrap_or_default();
    let new = format!("int rounds = 0; {head}rounds++ < 2 && ({})", c.drafts.text(inner));
    c.drafts.put_range(start..inner.end_byte(), new, start..inner.end_byte(), Kind::TooFewRounds, Rank::Good);
    true
}

/// `i < count` as `i + 1 < count`.
fn one_short(drafts: &mut Drafts<'_>, condition: Node<'_>) {
    let part = |name| condition.child_by_field_name(name);
    let (Some(left), Some(sign)) = (part("left").filter(|l| l.kind() == "identifier"), part("operator")) else { return };
    if matches!(drafts.text(sign), "<" | "<=" | "!=") {
        let new = format!("{} + 1", drafts.text(left));
        drafts.put_beside(left.byte_range(), new, condition.byte_range(), Kind::TooFewRounds);
    }
}

/// `a[i]` as `a[0]` all through a loop that only reads it.
fn c_all_the_first<'a>(c: &mut C<'a>, node: Node<'a>) {
    let (Some((name, 0)), Some(body)) = (counter(c, node), node.child_by_field_name("body")) else { return };
    // How much room is kept for all of them does not show.
    if c.drafts.text(body).contains("strlen(") {
        return;
    }
    let (mut read, mut written): (Vec<Node<'a>>, Vec<&str>) = Default::default();
    within(body, |inner, path| {
        let part = |field| inner.child_by_field_name(field).map(|n| c.drafts.text(n));
        if inner.kind() == "subscript_expression" && part("index") == Some(name) {
            read.push(inner);
            let is_set =
                path.iter().any(|p| p.child_by_field_name("left").is_some_and(|l| p.kind() == "assignment_expression" && holds(l, inner)));
            let is_counted = path.iter().any(|p| p.kind() == "update_expression");
            written.extend((is_set || is_counted).then(|| part("argument").unwrap_or_default()));
        }
        true
    });
    let source = c.function.source;
    let list = |at: &Node<'a>| at.child_by_field_name("argument").map(|n| text(n, source)).unwrap_or_default();
    let mut lists: Vec<&str> = read.iter().map(list).filter(|list| !written.contains(list)).collect();
    lists.dedup();
    for of in lists {
        let (start, mut new) = (body.start_byte(), c.drafts.text(body).to_owned());
        for at in read.iter().rev().filter(|at| list(at) == of) {
            new.replace_range(at.start_byte() - start..at.end_byte() - start, &format!("{of}[0]"));
        }
        c.drafts.put_beside(body.byte_range(), new, node.byte_range(), Kind::Variable);
    }
}

/// The variable that a `for` counts up from a number to a bound, and that number.
fn counter<'a>(c: &C<'a>, node: Node<'a>) -> Option<(&'a str, i64)> {
    let condition = node.child_by_field_name("condition").filter(|x| node.kind() == "for_statement" && x.kind() == "binary_expression")?;
    let sign = c.drafts.text(condition.child_by_field_name("operator")?);
    let name = condition.child_by_field_name("left").filter(|l| l.kind() == "identifier" && matches!(sign, "<" | "<="))?;
    let name = c.drafts.text(name);
    let mut first = None;
    within(node.child_by_field_name("initializer")?, |inner, _| {
        let part = |field| inner.child_by_field_name(field).map(|n| c.drafts.text(n));
        let (to, value) = if inner.kind() == "init_declarator" { ("declarator", "value") } else { ("left", "right") };
        if part(to) == Some(name) {
            first = part(value).and_then(|v| v.parse().ok());
        }
        true
    });
    Some((name, first?))
}

fn calls_one_of<'a>(c: &C<'a>, node: Node<'a>) -> bool {
    let mut found = false;
    within(node, |inner, _| {
        found |= inner.kind() == "call_expression" && c_callee(inner, c.drafts.source).is_some_and(|name| C_WAITS.contains(&name));
        true
    });
    found
}
