//! Slips in how a Rust function flows: conditions, loops, arms, statements, and leaving too soon.

use tree_sitter::Node;

use super::code::{named, within};
use super::rust::{INTEGERS, Rust, operator_of};
use super::rust_unseen::{IDLE, is_idle};
use super::shared::{comparison, squeezed};
use super::{Draft, Kind, Rank, order, rounds, trivial};

/// What concerns the function as a whole: its answer, and giving one before the work.
pub fn whole_body(rust: &mut Rust<'_>) {
    let body = rust.function.body;
    let statements = named(body);
    if statements.len() > 1
        && let Some(first) = statements.first().copied()
    {
        let value =
            if rust.returns.is_empty() { Some(String::new()) } else { trivial::rust_default(&rust.returns, rust.function, rust.known) };
        if let Some(value) = value {
            let early = format!("return {value}; ").replace(" ;", ";");
            let start = first.start_byte();
            rust.drafts.put_range(start..start, early, first.byte_range(), Kind::EarlyReturn, Rank::Filler);
        }
    }
    if let Some(tail) = rust.tail() {
        answer(rust, tail);
        order::last_answer(rust, tail);
    }
    within(body, |node, _| {
        if node.kind() == "return_expression"
            && let [value] = named(node)[..]
        {
            answer(rust, value);
        }
        !matches!(node.kind(), "closure_expression" | "function_item" | "token_tree")
    });
}

fn answer(rust: &mut Rust<'_>, value: Node<'_>) {
    let text = rust.drafts.text(value);
    let plain = matches!(value.kind(), "identifier" | "call_expression" | "field_expression" | "index_expression");
    if INTEGERS.contains(&rust.returns.as_str()) && plain {
        let rank = if value.kind() == "identifier" { Rank::Fair } else { Rank::Filler };
        rust.drafts.put(value, format!("{text} + 1"), value, Kind::OffByOne, rank);
    } else if rust.returns == "bool" && plain {
        rust.drafts.put(value, format!("!{text}"), value, Kind::Condition, Rank::Good);
    } else if rust.returns.starts_with("Option<") && value.kind() == "call_expression" && text.starts_with("Some(") {
        rust.drafts.put(value, "None", value, Kind::Constant, Rank::Fair);
    }
}

pub fn visit<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) {
    match node.kind() {
        "if_expression" => if_expression(rust, node),
        "while_expression" => {
            if let Some(condition) = node.child_by_field_name("condition").filter(|c| !holds_let(*c)) {
                negate(rust, condition, Rank::Fair);
                rust.drafts.put(condition, "false", condition, Kind::Condition, Rank::Filler);
            }
            let counted = rounds::rust_while(rust, node, path);
            one_round(rust, node, counted);
        }
        "for_expression" => {
            let counted = rounds::rust_for(rust, node);
            one_round(rust, node, counted);
        }
        "match_block" => arms(rust, node),
        "match_pattern" => {
            if let Some(guard) = node.child_by_field_name("condition").filter(|c| !holds_let(*c)) {
                rust.drafts.put(guard, "true", node, Kind::Condition, Rank::Good);
            }
        }
        "continue_expression" if in_for(path) => rust.drafts.put(node, "break", node, Kind::EarlyReturn, Rank::Good),
        "break_expression" if in_for(path) && named(node).is_empty() => {
            // Where nothing else happens before it, going on may find nothing more: a list may be in order.
            let rank = if is_all_there_is(path) { Rank::Filler } else { Rank::Good };
            rust.drafts.put(node, "continue", node, Kind::Condition, rank);
        }
        "expression_statement" => statement(rust, node, path),
        _ => {}
    }
}

/// Whether a `break` is all that happens where it stands: in an `if`, in an arm, behind the `else` of a `let`.
fn is_all_there_is(path: &[Node<'_>]) -> bool {
    if path.last().is_some_and(|p| p.kind() == "match_arm") {
        return true;
    }
    let block = path.iter().rposition(|p| p.kind() == "block");
    let around = block.and_then(|at| at.checked_sub(1)).map(|at| path[at]);
    around.is_some_and(|p| matches!(p.kind(), "if_expression" | "let_declaration" | "match_arm"))
        && block.is_some_and(|at| named(path[at]).len() == 1)
}

/// Whether the loop that a `break` here leaves is a `for`, which ends by itself.
fn in_for(path: &[Node<'_>]) -> bool {
    path.iter()
        .rev()
        .find(|p| p.kind().ends_with("_expression") && matches!(p.kind(), "for_expression" | "while_expression" | "loop_expression"))
        .is_some_and(|p| p.kind() == "for_expression")
}

fn holds_let(condition: Node<'_>) -> bool {
    let mut found = false;
    within(condition, |node, _| {
        found |= matches!(node.kind(), "let_condition" | "let_chain");
        node.kind() != "block"
    });
    found
}

/// A comparison has an opposite of its own.
fn negate<'a>(rust: &mut Rust<'a>, condition: Node<'a>, rank: Rank) {
    let sign = operator_of(condition, rust);
    let covered = comparison(sign).is_some() || matches!(sign, "==" | "!=");
    let dropped = condition.kind() == "unary_expression";
    if !covered && !dropped {
        let text = rust.drafts.text(condition);
        let new = if condition.kind() == "binary_expression" { format!("!({text})") } else { format!("!{text}") };
        rust.drafts.put(condition, new, condition, Kind::Condition, rank);
    }
}

fn if_expression<'a>(rust: &mut Rust<'a>, node: Node<'a>) {
    let part = |name| node.child_by_field_name(name);
    let (Some(condition), Some(yes)) = (part("condition"), part("consequence")) else { return };
    if holds_let(condition) {
        return;
    }
    negate(rust, condition, Rank::Best);
    let leaves = rust.drafts.text(yes).contains("return ") || rust.drafts.text(yes).contains("break");
    let (never, always) = match part("alternative") {
        // Without its `return`, what follows runs for everything.
        None if leaves => (Rank::Good, Rank::Filler),
        _ => (Rank::Fair, Rank::Fair),
    };
    // A loop that never breaks costs its whole time limit.
    if !rust.drafts.text(yes).contains("break") {
        rust.drafts.put(condition, "false", condition, Kind::Condition, never);
    }
    rust.drafts.put(condition, "true", condition, Kind::Condition, always);
}

/// The loop ends after its first round. What notices that it ends after the second notices this too.
fn one_round<'a>(rust: &mut Rust<'a>, node: Node<'a>, counted: bool) {
    let Some(body) = node.child_by_field_name("body") else { return };
    let Some(last) = named(body).last().copied() else { return };
    let text = rust.drafts.text(last);
    if ["break", "return", "continue"].iter().any(|w| text.starts_with(w)) {
        return;
    }
    let open = !text.ends_with([';', '}']);
    let new = if open { "; break;" } else { " break;" };
    rust.drafts.put_range(
        last.end_byte()..last.end_byte(),
        new,
        last.byte_range(),
        Kind::EarlyReturn,
        if counted { Rank::Filler } else { Rank::Good },
    );
}

/// Every arm but the last may be missing where the last takes everything; a value may be the neighbour's where neither pattern binds a name.
fn arms<'a>(rust: &mut Rust<'a>, block: Node<'a>) {
    let arms: Vec<Node<'a>> = named(block).into_iter().filter(|a| a.kind() == "match_arm").collect();
    let part = |arm: Node<'a>, name| arm.child_by_field_name(name);
    let text = |rust: &Rust<'a>, node: Option<Node<'a>>| node.map(|n| rust.drafts.text(n)).unwrap_or_default();
    let Some(last) = arms.last().copied() else { return };
    let last_value = squeezed(text(rust, part(last, "value")));
    for (at, arm) in arms.iter().enumerate() {
        order::arm(rust, *arm);
        let value = text(rust, part(*arm, "value"));
        if text(rust, part(last, "pattern")) == "_" && *arm != last && squeezed(value) != last_value {
            rust.drafts.put(*arm, "", *arm, Kind::Arm, Rank::Good);
        }
        let Some(next) = arms.get(at + 1) else { continue };
        let binds = |arm: Node<'a>| part(arm, "pattern").is_none_or(|p| binds_a_name(rust, p));
        let ends =
            |text: &str| text.starts_with('{') || text.contains("return") || text.contains("panic!") || text.contains("unreachable!");
        let other = text(rust, part(*next, "value"));
        let fits = !binds(*arm) && !binds(*next) && !ends(value) && !ends(other);
        if let Some(node) = part(*arm, "value").filter(|_| fits && squeezed(value) != squeezed(other)) {
            rust.drafts.put(node, other, *arm, Kind::Arm, Rank::Good);
        }
    }
}

fn binds_a_name(rust: &Rust<'_>, pattern: Node<'_>) -> bool {
    let mut found = false;
    within(pattern, |node, path| {
        let part_of_path = path.last().is_some_and(|p| p.kind() == "scoped_identifier");
        let name = rust.drafts.text(node);
        found |= matches!(node.kind(), "identifier" | "shorthand_field_identifier")
            && !part_of_path
            && name.starts_with(|c: char| c.is_lowercase());
        true
    });
    found
}

/// What can be left out without anything behind it losing its meaning.
fn statement<'a>(rust: &mut Rust<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let Some(inner) = named(node).first().copied() else { return };
    let Some(parent) = path.last().copied().filter(|p| p.kind() == "block") else { return };
    let text = rust.drafts.text(node);
    let is_tail = !text.ends_with(';') && named(parent).last() == Some(&node) && parent.id() == rust.function.body.id();
    if is_tail {
        return;
    }
    let rank = match inner.kind() {
        "assignment_expression" if is_first_value(rust, inner) => return,
        "assignment_expression" | "compound_assignment_expr" => Rank::Good,
        "call_expression" | "try_expression" | "await_expression" if is_idle(rust, inner, &IDLE) => {
            let place = node.byte_range();
            let unseen = Draft { edit: place.clone(), new: String::new(), shown: place, kind: Kind::RemovedStatement, rank: Rank::Filler };
            rust.drafts.unseen.push(unseen);
            return;
        }
        "call_expression" | "try_expression" | "await_expression" if is_worth_running(rust, inner) => Rank::Good,
        "for_expression" | "while_expression" if text.ends_with('}') && !gives_a_type(rust, text) => Rank::Fair,
        "macro_invocation" if text.starts_with("write") => Rank::Good,
        "return_expression" if ends_an_if(path) => Rank::Fair,
        _ => return,
    };
    let loops = path.iter().any(|p| matches!(p.kind(), "while_expression" | "loop_expression"));
    // A loop whose step is gone may not end: known to be noticed, and slow.
    let rank = if loops && inner.kind() == "compound_assignment_expr" { Rank::Fair } else { rank };
    rust.drafts.put(node, "", node, Kind::RemovedStatement, rank);
}

/// `let x;` needs its value.
fn is_first_value(rust: &Rust<'_>, assignment: Node<'_>) -> bool {
    let left = assignment.child_by_field_name("left").map(|l| rust.drafts.text(l)).unwrap_or_default();
    let body = squeezed(rust.drafts.text(rust.function.body));
    [format!("let{left};"), format!("letmut{left};"), format!("let{left}:")].iter().any(|d| body.contains(d.as_str()))
}

/// Whether leaving a call out shows: ending a thread or giving a lock back shows only sometimes, and a list that nothing is put into has no type.
fn is_worth_running<'a>(rust: &Rust<'a>, call: Node<'a>) -> bool {
    let text = squeezed(rust.drafts.text(call));
    let Some((receiver, rest)) = text.split_once('.') else { return true };
    let fills = FILLS.iter().any(|m| rest.starts_with(m));
    let body = squeezed(rust.drafts.text(rust.function.body));
    let again = body.matches(&format!("{receiver}.{}", rest.split('(').next().unwrap_or(""))).count() > 1;
    !fills || again || !has_no_other_type(receiver, &body)
}

const FILLS: [&str; 5] = ["push(", "insert(", "extend(", "push_back(", "push_front("];

/// A list that is declared without a type and not handed back gets it from what is put into it.
fn has_no_other_type(name: &str, body: &str) -> bool {
    let lists = ["Vec", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque", "BinaryHeap"];
    lists.iter().any(|l| body.contains(&format!("letmut{name}={l}::"))) && !body.ends_with(&format!("{name}}}"))
}

fn gives_a_type(rust: &Rust<'_>, text: &str) -> bool {
    let (text, body) = (squeezed(text), squeezed(rust.drafts.text(rust.function.body)));
    let filled = |fill: &&str| -> bool {
        let marked = format!(".{fill}");
        let mut before = text.split(marked.as_str()).collect::<Vec<_>>();
        before.pop();
        before
            .into_iter()
            .any(|b| has_no_other_type(b.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default(), &body))
    };
    FILLS.iter().any(filled)
}

/// `if … { return x; }` without an else.
fn ends_an_if(path: &[Node<'_>]) -> bool {
    let mut up = path.iter().rev().skip(1);
    up.next().is_some_and(|p| p.kind() == "if_expression" && p.child_by_field_name("alternative").is_none())
}
