//! Branches of a C function, each with an end of the program at its beginning, as `branches` has them of Rust. What only the system provokes is left alone
//! (`c_failing`, and calls that open, read or wait), and so are functions that have a child, whose end nobody may notice.

use tree_sitter::Node;

use super::branches::TABLE;
use super::c::C;
use super::c_exits::early_exits;
use super::c_failing::{self, Questions};
use super::c_slips::ALLOCATORS;
use super::c_values::{Values, callee, peeled};
use super::code::{named, within};
use super::parameters::is_number;
use super::probes::Asked;
use super::unseen::Unseen;
use crate::proof::ablation::one_line;
use crate::syntax::tree::{children, text};

pub const FALLS: &str = "__builtin_trap();";

/// What these answer is for the system to say.
const SYSTEM: [&str; 28] = [
    "fopen", "freopen", "open", "openat", "opendir", "readdir", "stat", "fstat", "lstat", "read", "recv", "accept", "connect", "bind",
    "listen", "poll", "select", "wait", "waitpid", "kill", "mmap", "sysconf", "getenv", "time", "clock", "fseek", "ftell", "fread",
];

const WITH_A_CHILD: [&str; 4] = ["fork", "vfork", "setjmp", "sigsetjmp"];
const BLANKS: [&str; 2] = ["isspace", "isblank"];

pub fn of(c: &C<'_>) -> Vec<Asked> {
    let (body, source) = (c.function.body, c.function.source);
    if calls(body, source, &WITH_A_CHILD) {
        return Vec::new();
    }
    let values = Values::of(body, source);
    let questions = Questions { values: &values, source, own: &c.known.fails_with_system };
    let mut unseen = Unseen::default();
    c_failing::hide(&questions, body, &mut unseen);
    let exits = early_exits(c);
    let mut found = Vec::new();
    within(body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        let condition = part("condition");
        let is_ours = condition.is_some_and(|asked| !is_for_others(c, &questions, asked));
        match node.kind() {
            "if_statement" if is_ours => {
                found.extend(part("consequence").map(|branch| (node, branch, true)));
                let otherwise = part("alternative").and_then(|other| named(other).first().copied());
                found.extend(otherwise.filter(|o| o.kind() != "if_statement").map(|branch| (node, branch, false)));
            }
            "conditional_expression" if is_ours && !is_only_told(node, source) => {
                let arms = [("consequence", true), ("alternative", false)].into_iter();
                let arms = arms.filter_map(|(name, is_yes)| Some((node, part(name)?, is_yes)));
                found.extend(arms.filter(|(_, arm, _)| arm.kind() != "conditional_expression" && !are_equal(c, *arm)));
            }
            "while_statement" if condition.is_some_and(|asked| calls(asked, source, &BLANKS)) => {
                found.extend(part("body").map(|branch| (node, branch, true)));
            }
            "case_statement" if (part("value").is_some() || takes_any_letter(c, node)) && !is_row(node) => found.push((node, node, true)),
            _ => {}
        }
        true
    });
    let is_exit = |branch: Node<'_>| exits.iter().any(|exit| exit.leaves == branch.byte_range());
    found.retain(|(_, branch, _)| !unseen.covers(*branch) && !does_nothing(c, *branch) && !is_exit(*branch));
    let branches = found.into_iter().filter_map(|(whole, branch, is_yes)| asked(c, whole, branch, is_yes));
    branches.chain(without_else(c, &questions, &unseen)).collect()
}

/// Questions without an `else`, which a test may never answer with no.
fn without_else<'a>(c: &C<'a>, questions: &Questions<'_, 'a>, unseen: &Unseen) -> Vec<Asked> {
    let mut found = Vec::new();
    within(c.function.body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        if let ("if_statement", Some(condition), Some(yes), None) =
            (node.kind(), part("condition"), part("consequence"), part("alternative"))
        {
            // Behind a bare `if` or loop an `else` would be another's.
            let is_closed = yes.kind() == "compound_statement" || yes.kind() == "expression_statement";
            let is_open = questions.asks(condition).is_none() && !is_for_others(c, questions, condition) && !is_fixed(c, condition);
            if is_closed && is_open && !leaves(yes) && !unseen.covers(node) && !does_nothing(c, yes) && !only_gives_back(c, yes) {
                let head = one_line(c.drafts.source.get(node.start_byte()..condition.end_byte()).unwrap_or_default());
                let question = named(condition).first().map_or(condition.byte_range(), |q| q.byte_range());
                found.push(Asked::no_else(node.byte_range(), question, "1", FALLS, &head));
            }
        }
        true
    });
    found
}

/// Whether what follows is the `else`.
fn leaves(branch: Node<'_>) -> bool {
    let last = if branch.kind() == "compound_statement" { named(branch).last().copied() } else { Some(branch) };
    let leaves = ["return_statement", "break_statement", "continue_statement", "goto_statement"];
    last.is_some_and(|l| leaves.contains(&l.kind()))
}

/// Asks nothing that a caller, a variable or a call could answer in two ways.
fn is_fixed(c: &C<'_>, condition: Node<'_>) -> bool {
    let mut varies = false;
    within(condition, |node, _| {
        varies |= node.kind() == "call_expression" || (node.kind() == "identifier" && c.known.constant(c.drafts.text(node)).is_none());
        true
    });
    !varies
}

/// `if (text != NULL) { free(text); }` is `free(text);`.
fn only_gives_back(c: &C<'_>, branch: Node<'_>) -> bool {
    let gives = |statement: &Node<'_>| {
        let name = named(*statement).first().and_then(|call| callee(*call, c.function.source)).unwrap_or_default();
        matches!(name, "free" | "fclose" | "close" | "closedir" | "munmap") || name.ends_with("_free") || name.ends_with("_destroy")
    };
    let statements = if branch.kind() == "compound_statement" { named(branch) } else { vec![branch] };
    statements.iter().all(gives)
}

/// What people read, or how much is asked of malloc, is no branch that anybody could test.
fn is_only_told(arm: Node<'_>, source: &str) -> bool {
    const TELLS: [&str; 5] = ["printf", "puts", "perror", "assert", "putchar"];
    let mut around = arm.parent();
    while let Some(node) = around.filter(|n| !n.kind().ends_with("_statement")) {
        let name = if node.kind() == "call_expression" { callee(node, source).unwrap_or_default() } else { "" };
        if TELLS.contains(&name) || ALLOCATORS.contains(&name) {
            return true;
        }
        around = node.parent();
    }
    false
}

/// What a comparator says of two that are equal: a list need not have such.
fn are_equal(c: &C<'_>, arm: Node<'_>) -> bool {
    c.compares_two_of_a_kind() && c.drafts.text(peeled(arm)) == "0"
}

fn asked(c: &C<'_>, whole: Node<'_>, branch: Node<'_>, is_yes: bool) -> Option<Asked> {
    let start = branch.start_byte();
    let (edit, new) = match branch.kind() {
        "compound_statement" => (start + 1..start + 1, format!(" {FALLS}")),
        "case_statement" => {
            let behind = children(branch).into_iter().find(|child| child.kind() == ":")?.end_byte();
            (behind..behind, format!(" {FALLS}"))
        }
        _ if whole.kind() == "conditional_expression" => {
            (branch.byte_range(), format!("({}, {})", FALLS.trim_end_matches(';'), c.drafts.text(branch)))
        }
        _ => (branch.byte_range(), format!("{{ {FALLS} {} }}", c.drafts.text(branch))),
    };
    let head_end = if branch.kind() == "case_statement" { edit.start - 1 } else { start };
    let head = c.drafts.source.get(whole.start_byte()..head_end)?;
    let question = whole.child_by_field_name("condition").filter(|_| whole.kind() == "conditional_expression");
    let head = match question {
        Some(question) => format!("{} ?", one_line(c.drafts.text(question))),
        None => one_line(if is_yes { head.trim() } else { head.split('{').next().unwrap_or(head).trim() }),
    };
    Some(Asked::branch(whole.start_byte()..branch.end_byte(), edit, new, &head, is_yes))
}

fn calls(node: Node<'_>, source: &str, names: &[&str]) -> bool {
    let mut found = false;
    within(node, |inner, _| {
        found |= inner.kind() == "call_expression" && callee(inner, source).is_some_and(|name| names.contains(&name));
        true
    });
    found
}

/// Whether the answer is not the caller's to decide, or only guards against what no caller does: the system's, an extreme, NULL where nothing promises to take it.
fn is_for_others<'a>(c: &C<'a>, questions: &Questions<'_, 'a>, condition: Node<'a>) -> bool {
    let source = c.function.source;
    let mut found = calls(condition, source, &SYSTEM) || only_asks_for_null(c, peeled(condition));
    within(condition, |node, _| {
        let name = text(node, source);
        let is_name = node.kind() == "identifier";
        found |= is_name && (matches!(name, "EINTR" | "EAGAIN" | "MAP_FAILED") || name.ends_with("_MAX") || name.ends_with("_MIN"));
        found |= is_name && questions.values.call(node).is_some_and(|call| SYSTEM.contains(&call));
        true
    });
    found
}

fn only_asks_for_null(c: &C<'_>, condition: Node<'_>) -> bool {
    let part = |name| condition.child_by_field_name(name).map(peeled);
    let is_handed = |node: Node<'_>| node.kind() == "identifier" && c.is_parameter(c.drafts.text(node));
    let asks = match (condition.kind(), part("left"), part("right")) {
        ("binary_expression", Some(left), Some(right)) if matches!(c.drafts.text(right), "NULL") => is_handed(left),
        ("binary_expression", Some(left), Some(right)) => {
            let joins = condition.child_by_field_name("operator").is_some_and(|o| c.drafts.text(o) == "||");
            joins && only_asks_for_null(c, left) && only_asks_for_null(c, right)
        }
        ("unary_expression", ..) => part("argument").is_some_and(|a| is_handed(a) && !c.is_number_parameter(c.drafts.text(a))),
        _ => false,
    };
    asks && !c.known.said.speaks_of(&c.function.name, "null")
}

/// `default:` of a `switch` over letters: any may come.
fn takes_any_letter(c: &C<'_>, case: Node<'_>) -> bool {
    let around = case.parent().and_then(|block| block.parent()).filter(|s| s.kind() == "switch_statement");
    let asked = around.and_then(|s| s.child_by_field_name("condition")).map(peeled);
    let letters = case
        .parent()
        .is_some_and(|block| named(block).into_iter().any(|c| c.child_by_field_name("value").is_some_and(|v| v.kind() == "char_literal")));
    letters && asked.is_some_and(|a| c.is_parameter(c.drafts.text(a)) && c.type_of(a).is_some_and(is_number))
}

/// One of many cases that only answer what is written down.
fn is_row(case: Node<'_>) -> bool {
    let answers = |case: &Node<'_>| {
        let last = named(*case).last().copied().filter(|s| s.kind() == "return_statement");
        let value = last.and_then(|leave| named(leave).first().copied());
        value.is_some_and(|v| v.kind().ends_with("_literal") || matches!(v.kind(), "identifier" | "true" | "false" | "null"))
    };
    let all = case.parent().map(named).unwrap_or_default();
    answers(&case) && all.iter().filter(|other| answers(other)).count() >= TABLE
}

/// Nothing in it, or only what ends the program or a `switch`.
fn does_nothing(c: &C<'_>, branch: Node<'_>) -> bool {
    let idle = |statement: &Node<'_>| {
        let call = named(*statement).first().and_then(|call| callee(*call, c.function.source));
        statement.kind() == "break_statement" && branch.kind() == "case_statement"
            || matches!(call, Some("abort" | "exit" | "_Exit" | "assert" | "__builtin_unreachable" | "perror"))
    };
    let statements = match branch.kind() {
        "compound_statement" => named(branch),
        "case_statement" => {
            let value = branch.child_by_field_name("value");
            named(branch).into_iter().filter(|s| Some(*s) != value).collect()
        }
        _ => vec![branch],
    };
    statements.iter().all(idle)
}
