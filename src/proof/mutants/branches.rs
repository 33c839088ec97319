//! Branches of a Rust function, each with an end of the program at its beginning: what still passes was never there. Left alone is what no test can come to or
//! need not: what only the system provokes, arms that the language asks for and no input may reach, branches that give up, do nothing, or answer what the rest
//! would answer too.

use tree_sitter::Node;

use super::asked_before;
use super::code::{named, within};
use super::probes::Asked;
use super::rust::Rust;
use super::rust_unseen::{IDLE, callee, chain, early_exits, initial_values, is_idle};
use crate::proof::ablation::one_line;

/// Not a panic: a test may expect one, and a thread may keep it to itself.
pub const FALLS: &str = "if true { std::process::abort() }";

/// What these answer is for the system, the clock or chance to say.
const SYSTEM: [&str; 27] = [
    "lock",
    "try_lock",
    "read",
    "write",
    "recv",
    "try_recv",
    "recv_timeout",
    "send",
    "join",
    "wait",
    "wait_timeout",
    "spawn",
    "flush",
    "var",
    "var_os",
    "args",
    "now",
    "elapsed",
    "source",
    "upgrade",
    "load",
    "compare_exchange",
    "compare_exchange_weak",
    "is_poisoned",
    "is_finished",
    "panicking",
    "catch_unwind",
];

/// Calls of which a caller's input decides whether they find something.
const FINDS: [&str; 12] = [
    "split_once",
    "rsplit_once",
    "strip_prefix",
    "strip_suffix",
    "parse",
    "get",
    "get_mut",
    "find",
    "position",
    "rposition",
    "contains_key",
    "binary_search",
];

/// What leaves a text a text.
const DRESSES: [&str; 9] =
    ["as_str", "as_ref", "as_deref", "trim", "clone", "to_lowercase", "to_uppercase", "to_ascii_lowercase", "to_ascii_uppercase"];

/// So many values that only stand beside each other are a table, of which some rows speak for the others.
pub const TABLE: usize = 5;

/// What a pattern stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Means {
    /// One of the things that may come.
    One,
    /// That something is not there, or that two are equal: the language asks for it wherever a call may answer so.
    Lack,
    /// Everything else.
    Rest,
}

pub fn of(rust: &Rust<'_>) -> Vec<Asked> {
    let mut found = Vec::new();
    let exits = early_exits(rust);
    within(rust.function.body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        match node.kind() {
            "if_expression" => of_if(rust, node, &mut found),
            "match_expression" => of_match(rust, node, &mut found),
            "let_declaration" => {
                let lacks = part("value").is_some_and(|value| may_lack(rust, value, 2) && !asks_the_system(rust, value));
                let lacks = lacks && !asked_before::is_settled(rust, node);
                found.extend(part("alternative").filter(|_| lacks).map(|branch| (node, branch, false)));
            }
            "while_expression" if part("condition").is_some_and(|c| calls(rust, c, &["is_whitespace", "is_ascii_whitespace"])) => {
                found.extend(part("body").map(|body| (node, body, true)));
            }
            _ => {}
        }
        !matches!(node.kind(), "function_item" | "token_tree")
    });
    let is_exit = |branch: Node<'_>| exits.iter().any(|exit| exit.leaves == branch.byte_range());
    found.retain(|(_, branch, _)| !gives_up(rust, *branch) && !does_nothing(rust, *branch) && !is_exit(*branch));
    found.into_iter().map(|(whole, branch, is_yes)| asked(rust, whole, branch, is_yes)).collect()
}

fn asked<'a>(rust: &Rust<'a>, whole: Node<'a>, branch: Node<'a>, is_yes: bool) -> Asked {
    let question = whole.child_by_field_name("condition").filter(|_| whole == branch);
    if let Some(question) = question {
        let head = one_line(rust.drafts.source.get(whole.start_byte()..question.end_byte()).unwrap_or_default());
        return Asked::no_else(whole.byte_range(), question.byte_range(), "true", FALLS, &head);
    }
    let start = branch.start_byte();
    let (edit, new) = match branch.kind() {
        "block" => (start + 1..start + 1, format!(" {FALLS}\n")),
        _ => (branch.byte_range(), format!("{{ {FALLS}\n {} }}", rust.drafts.text(branch))),
    };
    let head = rust.drafts.source.get(whole.start_byte()..start).unwrap_or_default();
    let head = if is_yes { head.trim_end() } else { head.trim_end().trim_end_matches("else").trim_end() };
    let head = one_line(head.split(" {").next().unwrap_or(head).trim_end_matches("=>").trim());
    Asked::branch(whole.start_byte()..branch.end_byte(), edit, new, &head, is_yes)
}

/// Each with what it is a branch of, and whether it is for yes. Where both are the same, there is no `else`.
type Found<'a> = Vec<(Node<'a>, Node<'a>, bool)>;

fn of_if<'a>(rust: &Rust<'a>, node: Node<'a>, found: &mut Found<'a>) {
    let part = |name| node.child_by_field_name(name);
    let (Some(condition), Some(yes)) = (part("condition"), part("consequence")) else { return };
    if asks_the_system(rust, condition) || names_an_extreme(rust, condition) {
        return;
    }
    let mut lets = Vec::new();
    within(condition, |inner, _| {
        lets.extend((inner.kind() == "let_condition").then_some(inner));
        inner.kind() != "block"
    });
    let value = |part: &Node<'a>| part.child_by_field_name("value");
    let means = |part: &Node<'a>| part.child_by_field_name("pattern").map_or(Means::Rest, |p| means(rust.drafts.text(p)));
    let can_be = |part: &Node<'a>| means(part) == Means::One || value(part).is_some_and(|v| may_lack(rust, v, 2));
    if lets.iter().all(can_be) {
        found.push((node, yes, true));
    }
    let otherwise = part("alternative").and_then(|other| named(other).first().copied()).filter(|other| other.kind() == "block");
    if lets.iter().all(|part| means(part) == Means::Lack || value(part).is_some_and(|v| may_lack(rust, v, 2))) {
        found.extend(otherwise.map(|branch| (node, branch, false)));
        let is_alone = part("alternative").is_none() && !leaves(yes) && !does_nothing(rust, yes) && !gives_up(rust, yes);
        found.extend(is_alone.then_some((node, node, false)));
    }
}

/// Whether what follows is the `else`.
pub fn leaves(block: Node<'_>) -> bool {
    let last = named(block).last().copied();
    let last = last.filter(|l| l.kind() == "expression_statement").and_then(|l| named(l).first().copied()).or(last);
    last.is_some_and(|l| matches!(l.kind(), "return_expression" | "break_expression" | "continue_expression"))
}

fn of_match<'a>(rust: &Rust<'a>, node: Node<'a>, found: &mut Found<'a>) {
    let part = |name| node.child_by_field_name(name);
    let (Some(value), Some(body)) = (part("value"), part("body")) else { return };
    if asks_the_system(rust, value) {
        return;
    }
    let pattern = |arm: &Node<'a>| arm.child_by_field_name("pattern").map(|p| rust.drafts.text(p)).unwrap_or_default();
    let arms: Vec<Node<'a>> = named(body).into_iter().filter(|arm| arm.kind() == "match_arm").collect();
    let is_row = |arm: &Node<'a>| arm.child_by_field_name("value").is_some_and(|value| is_plain(value));
    let is_table = arms.iter().filter(|arm| is_row(arm)).count() >= TABLE;
    let of_texts = arms.iter().any(|arm| pattern(arm).starts_with(['"', '\'']));
    for arm in &arms {
        let claimed = match means(pattern(arm)) {
            Means::One => !pattern(arm).contains("MAX"),
            Means::Lack => may_lack(rust, value, 2),
            Means::Rest => of_texts && is_free(rust, value),
        };
        found.extend(arm.child_by_field_name("value").filter(|_| claimed && !(is_table && is_row(arm))).map(|branch| (*arm, branch, true)));
    }
}

/// A value that is written down, alone or in a `Some` or an `Ok`.
fn is_plain(value: Node<'_>) -> bool {
    let arguments = value.child_by_field_name("arguments").map(named);
    value.kind().ends_with("_literal")
        || matches!(value.kind(), "identifier" | "scoped_identifier")
        || matches!(arguments.as_deref(), Some([only]) if is_plain(*only))
}

fn means(pattern: &str) -> Means {
    let bare = pattern.trim_start_matches(['&', '(']).trim_start_matches("ref ").trim_start_matches("mut ");
    let words = || pattern.split(|c: char| !c.is_alphanumeric() && c != '_');
    match bare {
        _ if words().any(|w| matches!(w, "None" | "Err" | "Equal")) => Means::Lack,
        _ if bare.starts_with(|c: char| c.is_lowercase() || c == '_') && !matches!(bare, "true" | "false") => Means::Rest,
        _ => Means::One,
    }
}

fn calls<'a>(rust: &Rust<'a>, node: Node<'a>, names: &[&str]) -> bool {
    let mut found = false;
    within(node, |inner, _| {
        found |= callee(rust, inner).is_some_and(|name| names.contains(&name) && rust.known.parameters(name).is_none());
        true
    });
    found
}

fn asks_the_system<'a>(rust: &Rust<'a>, node: Node<'a>) -> bool {
    // A test can let go of the other end, and where the comment speaks of it, one has to.
    let waits_for_the_end = rust.known.said.speaks_of_an_end(&rust.function.name);
    let names: Vec<&str> = SYSTEM.into_iter().filter(|name| *name != "send" || !waits_for_the_end).collect();
    calls(rust, node, &names)
}

/// A sum that does not fit is seldom worth a test.
fn names_an_extreme<'a>(rust: &Rust<'a>, condition: Node<'a>) -> bool {
    rust.drafts.text(condition).split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "MAX" | "MIN"))
}

/// Whether what comes from outside decides that a value is not there.
fn may_lack<'a>(rust: &Rust<'a>, value: Node<'a>, depth: u8) -> bool {
    let text = rust.drafts.text(value);
    if is_free(rust, value) || text == "None" {
        return true;
    }
    match value.kind() {
        "identifier" if depth > 0 => {
            let given = [initial_values(rust, text), initial_values(rust, &format!("mut {text}"))].concat();
            !given.is_empty() && given.into_iter().all(|value| may_lack(rust, value, depth - 1))
        }
        "call_expression" => chain(rust, value).first().is_some_and(|name| FINDS.contains(name)),
        "reference_expression" | "parenthesized_expression" => named(value).last().is_some_and(|inner| may_lack(rust, *inner, depth)),
        "tuple_expression" => named(value).into_iter().all(|part| may_lack(rust, part, depth)),
        _ => false,
    }
}

/// What the caller hands over, a part of it, or one of many that it goes through.
fn is_free<'a>(rust: &Rust<'a>, value: Node<'a>) -> bool {
    let inner = |name| value.child_by_field_name(name).is_some_and(|part| is_free(rust, part));
    match value.kind() {
        "self" => true,
        "identifier" => {
            let name = rust.drafts.text(value);
            rust.parameters.iter().any(|(parameter, _)| parameter == name) || goes_through(rust, name)
        }
        "field_expression" => inner("value"),
        "reference_expression" | "unary_expression" | "parenthesized_expression" => {
            named(value).last().is_some_and(|part| is_free(rust, *part))
        }
        "tuple_expression" => named(value).into_iter().all(|part| is_free(rust, part)),
        "call_expression" => {
            let receiver = value.child_by_field_name("function").and_then(|f| f.child_by_field_name("value"));
            callee(rust, value).is_some_and(|name| DRESSES.contains(&name)) && receiver.is_some_and(|part| is_free(rust, part))
        }
        _ => false,
    }
}

fn goes_through(rust: &Rust<'_>, name: &str) -> bool {
    let mut found = false;
    within(rust.function.body, |node, _| {
        let pattern = node.child_by_field_name("pattern").filter(|_| node.kind() == "for_expression");
        found |= pattern.is_some_and(|p| rust.drafts.text(p).split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name));
        true
    });
    found
}

fn gives_up(rust: &Rust<'_>, branch: Node<'_>) -> bool {
    let text = rust.drafts.text(branch);
    ["unreachable!", "panic!", "todo!", "unimplemented!", "unreachable_unchecked"].iter().any(|word| text.contains(word))
}

/// Nothing in it, or only what keeps room, waits or lets go.
fn does_nothing<'a>(rust: &Rust<'a>, branch: Node<'a>) -> bool {
    let idle = |statement: Node<'a>| {
        let inner = if statement.kind() == "expression_statement" { named(statement).first().copied() } else { Some(statement) };
        inner.is_some_and(|i| i.kind() == "call_expression" && is_idle(rust, i, &IDLE))
    };
    match branch.kind() {
        "block" => named(branch).into_iter().all(idle),
        "unit_expression" => true,
        _ => idle(branch),
    }
}
