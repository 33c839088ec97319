//! Places of a Rust function in which a slip does not show, or shows only by chance: how much room is kept, how work is shared out among threads, loops
//! that only let go or wait, and leaving early with the answer that the rest would give too.

use tree_sitter::Node;

use super::code::{named, within};
use super::rust::Rust;
use super::shared::squeezed;
use super::unseen::{self, Exit, Slips, Unseen};

/// Calls whose numbers say how fast or how patient something is, and not what it gives.
const QUIET: [&str; 17] = [
    "with_capacity",
    "with_capacity_and_hasher",
    "reserve",
    "reserve_exact",
    "try_reserve",
    "shrink_to",
    "stack_size",
    "sync_channel",
    "sleep",
    "park_timeout",
    "recv_timeout",
    "wait_timeout",
    "wait_timeout_while",
    "set_read_timeout",
    "set_write_timeout",
    "set_len",
    "spin_loop",
];

/// Calls that do not show when they are missing, or show only sometimes: they keep room, wait, wake or let go.
pub const IDLE: [&str; 24] = [
    "join",
    "drop",
    "sleep",
    "flush",
    "yield_now",
    "reserve",
    "reserve_exact",
    "try_reserve",
    "shrink_to_fit",
    "shrink_to",
    "spin_loop",
    "park",
    "unpark",
    "park_timeout",
    "wait",
    "wait_while",
    "wait_timeout",
    "notify_one",
    "notify_all",
    "sync_all",
    "sync_data",
    "set_nonblocking",
    "set_nodelay",
    "forget",
];

/// Calls that cut a list into parts.
const CUTS: [&str; 11] = [
    "chunks",
    "chunks_mut",
    "chunks_exact",
    "chunks_exact_mut",
    "rchunks",
    "split_at",
    "split_at_mut",
    "par_chunks",
    "step_by",
    "div_ceil",
    "array_chunks",
];

/// What ends a chain that finds nothing in nothing.
const SEARCHES: [&str; 14] =
    ["all", "any", "sum", "count", "find", "position", "max", "min", "last", "next", "collect", "find_map", "contains", "filter"];

/// The name of the function or method that a call names.
pub fn callee<'a>(rust: &Rust<'a>, call: Node<'a>) -> Option<&'a str> {
    let mut function = call.child_by_field_name("function").filter(|_| call.kind() == "call_expression")?;
    if function.kind() == "generic_function" {
        function = function.child_by_field_name("function")?;
    }
    let name = match function.kind() {
        "field_expression" => function.child_by_field_name("field")?,
        "scoped_identifier" => function.child_by_field_name("name")?,
        _ => function,
    };
    Some(rust.drafts.text(name))
}

/// The names of a chain of calls, the last one first: `unwrap`, `join` of `handle.join().unwrap()`.
pub fn chain<'a>(rust: &Rust<'a>, call: Node<'a>) -> Vec<&'a str> {
    let (mut names, mut at) = (Vec::new(), Some(call));
    while let Some(node) = at {
        at = match node.kind() {
            "call_expression" => {
                names.extend(callee(rust, node));
                node.child_by_field_name("function")
            }
            "field_expression" => node.child_by_field_name("value"),
            "generic_function" => node.child_by_field_name("function"),
            "try_expression" | "await_expression" | "parenthesized_expression" => named(node).first().copied(),
            _ => None,
        };
    }
    names
}

/// Whether one of these is called, and it is not a method of the files that has such a name. (Nobody can call a `drop` of their own.)
pub fn is_idle<'a>(rust: &Rust<'a>, call: Node<'a>, names: &[&str]) -> bool {
    chain(rust, call).iter().any(|name| names.contains(name) && (*name == "drop" || rust.known.parameters(name).is_none()))
}

/// Leaves out what does not show.
pub fn leave_out(rust: &mut Rust<'_>) {
    let mut unseen = Unseen::default();
    let spawns = calls(rust, rust.function.body, &["spawn"]);
    within(rust.function.body, |node, path| {
        match node.kind() {
            "call_expression" => quiet_call(rust, node, &mut unseen),
            "for_expression" | "while_expression" if only_lets_go(rust, node) => {
                let statement = path.last().filter(|p| p.kind() == "expression_statement").copied();
                unseen.hide(statement.unwrap_or(node), Slips::All);
            }
            "binary_expression" if asks_the_clock(rust, node) => unseen.hide(node, Slips::Edge),
            "assignment_expression" if waits(rust, node) => {
                let statement = path.last().copied().unwrap_or(node);
                unseen.hide(statement, Slips::Removal);
            }
            _ => {}
        }
        true
    });
    if spawns {
        hide_cuts(rust, &mut unseen);
    }
    unseen.leave_out(&mut rust.drafts);
    let exits = early_exits(rust);
    unseen::keep_one_exit(&mut rust.drafts, &exits);
}

fn calls<'a>(rust: &Rust<'a>, node: Node<'a>, names: &[&str]) -> bool {
    let mut found = false;
    within(node, |inner, _| {
        found |= callee(rust, inner).is_some_and(|name| names.contains(&name));
        true
    });
    found
}

fn quiet_call<'a>(rust: &Rust<'a>, call: Node<'a>, unseen: &mut Unseen) {
    let (Some(name), Some(arguments)) = (callee(rust, call), call.child_by_field_name("arguments")) else { return };
    let own = rust.known.parameters(name).is_some();
    if QUIET.contains(&name) && !own {
        unseen.hide(arguments, Slips::All);
    }
    // In which order threads are waited for, or in which a list was that is sorted later, does not show.
    if name == "push" && !own && (is_handle(rust, arguments) || is_sorted_later(rust, call)) {
        let from = call.child_by_field_name("function").and_then(|f| f.child_by_field_name("field")).map(|f| f.start_byte());
        let range = from.unwrap_or(call.start_byte())..call.end_byte();
        let new = format!("insert(0, {})", named(arguments).first().map(|v| rust.drafts.text(*v)).unwrap_or_default());
        unseen.hide_rewrite(range, &new);
    }
}

fn is_handle<'a>(rust: &Rust<'a>, arguments: Node<'a>) -> bool {
    let Some(value) = named(arguments).first().copied() else { return false };
    let spawned = |node: Node<'a>| chain(rust, node).contains(&"spawn");
    spawned(value) || initial_values(rust, rust.drafts.text(value)).into_iter().any(spawned)
}

fn is_sorted_later<'a>(rust: &Rust<'a>, push: Node<'a>) -> bool {
    let list = receiver(push).map(|r| squeezed(rust.drafts.text(r)));
    let mut found = false;
    within(rust.function.body, |node, _| {
        found |= node.start_byte() > push.end_byte()
            && callee(rust, node).is_some_and(|name| matches!(name, "sort" | "sort_unstable"))
            && receiver(node).map(|r| squeezed(rust.drafts.text(r))) == list;
        true
    });
    found
}

fn receiver<'t>(call: Node<'t>) -> Option<Node<'t>> {
    call.child_by_field_name("function")?.child_by_field_name("value")
}

/// What a name is declared to be, wherever that is in the function.
pub fn initial_values<'a>(rust: &Rust<'a>, name: &str) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    within(rust.function.body, |node, _| {
        if node.kind() == "let_declaration" && node.child_by_field_name("pattern").is_some_and(|p| rust.drafts.text(p) == name) {
            found.extend(node.child_by_field_name("value"));
        }
        true
    });
    found
}

/// `for door in doors { drop(door); }` lets go of what the end of the function lets go of too, and waiting for the first thread only is noticed by chance.
fn only_lets_go<'a>(rust: &Rust<'a>, node: Node<'a>) -> bool {
    let statements = node.child_by_field_name("body").map(named).unwrap_or_default();
    let idle = |statement: &Node<'a>| {
        let inner = if statement.kind() == "expression_statement" { named(*statement).first().copied() } else { Some(*statement) };
        let inner = inner.map(|i| if i.kind() == "assignment_expression" { i.child_by_field_name("right").unwrap_or(i) } else { i });
        let value = inner.or_else(|| statement.child_by_field_name("value"));
        value.is_some_and(|value| is_idle(rust, value, &["drop", "join", "wait"]))
    };
    let result_counts = |statement: &Node<'a>| matches!(statement.kind(), "let_declaration");
    !statements.is_empty() && statements.iter().all(|s| idle(s) && !result_counts(s))
}

fn waits<'a>(rust: &Rust<'a>, assignment: Node<'a>) -> bool {
    let names = assignment.child_by_field_name("right").map(|r| chain(rust, r)).unwrap_or_default();
    names.iter().any(|name| matches!(*name, "wait" | "wait_while" | "wait_timeout"))
}

/// No test hits the edge of a time limit.
fn asks_the_clock<'a>(rust: &Rust<'a>, node: Node<'a>) -> bool {
    named(node).into_iter().any(|side| chain(rust, side).iter().any(|name| matches!(*name, "elapsed" | "now" | "duration_since")))
}

/// How many pieces the work has shows in nothing but time, so neither does what makes their size.
fn hide_cuts<'a>(rust: &Rust<'a>, unseen: &mut Unseen) {
    let mut open: Vec<Node<'a>> = Vec::new();
    within(rust.function.body, |node, _| {
        if callee(rust, node).is_some_and(|name| CUTS.contains(&name)) {
            open.extend(node.child_by_field_name("arguments"));
        }
        true
    });
    let mut seen: Vec<&str> = Vec::new();
    while let Some(place) = open.pop() {
        unseen.hide(place, Slips::All);
        within(place, |node, _| {
            let name = rust.drafts.text(node);
            if node.kind() == "identifier" && !seen.contains(&name) {
                seen.push(name);
                open.extend(initial_values(rust, name).into_iter().filter(|value| is_number(rust, *value)));
            }
            true
        });
    }
}

/// Whether a value is worked out here, and not the data itself.
fn is_number<'a>(rust: &Rust<'a>, value: Node<'a>) -> bool {
    let counts = |name: &str| {
        matches!(name, "len" | "div_ceil" | "max" | "min" | "clamp" | "get" | "map_or" | "unwrap_or" | "available_parallelism")
    };
    match value.kind() {
        "binary_expression" | "integer_literal" | "parenthesized_expression" => true,
        "call_expression" => chain(rust, value).first().is_some_and(|name| counts(name)),
        _ => false,
    }
}

/// `if list.is_empty() { return 0; }` before a sum says what the sum says.
pub fn early_exits(rust: &Rust<'_>) -> Vec<Exit> {
    let mut exits = Vec::new();
    within(rust.function.body, |node, path| {
        if node.kind() == "if_expression"
            && path.len() <= 2
            && let Some((condition, yes)) = early_exit(rust, node)
        {
            exits.push(Exit { condition: condition.byte_range(), leaves: yes.byte_range() });
        }
        node.kind() != "closure_expression"
    });
    exits
}

/// An `if` that only returns a plain value which the rest of the function can come to by itself.
fn early_exit<'a>(rust: &Rust<'a>, node: Node<'a>) -> Option<(Node<'a>, Node<'a>)> {
    let part = |name| node.child_by_field_name(name);
    let (condition, yes) = (part("condition")?, part("consequence")?);
    let [only] = named(yes)[..] else { return None };
    let leaves = if only.kind() == "expression_statement" { *named(only).first()? } else { only };
    let value = named(leaves).first().copied().filter(|_| leaves.kind() == "return_expression")?;
    let value = squeezed(rust.drafts.text(value));
    let is_plain = matches!(value.as_str(), "false" | "true" | "0" | "None" | "Vec::new()" | "vec![]" | "String::new()" | "0.0");
    (part("alternative").is_none() && is_plain && rest_gives(rust, &value)).then_some((condition, yes))
}

fn rest_gives(rust: &Rust<'_>, value: &str) -> bool {
    let Some(tail) = rust.tail() else { return false };
    let text = rust.drafts.text(tail);
    match tail.kind() {
        "call_expression" => chain(rust, tail).first().is_some_and(|name| SEARCHES.contains(name)),
        "identifier" => initial_values(rust, &format!("mut {text}"))
            .into_iter()
            .chain(initial_values(rust, text))
            .any(|initial| squeezed(rust.drafts.text(initial)) == value),
        _ => false,
    }
}
