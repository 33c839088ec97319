//! Slips in the order of things, as `sequence` has them of Rust, in C; and what is not asked there although the comment speaks of it: whether `fclose` went well,
//! whether a room may be written in. Owns where such a slip is worth making.

use tree_sitter::Node;

use super::Kind;
use super::c::C;
use super::c_values::peeled;
use super::code::{named, within};
use super::sequence::{
    PRECEDES, given, leaving, mentions, names_one_of_several, names_the_first_bad, only_leave, put_behind, says, says_first, with_inner,
};
use super::shared::turned;
use super::stores::only_leaves;
use super::{either, ends, narrower, once};
use crate::syntax::tree::text;

/// A loop that goes on behind a bad one, and gives back the last code: where what is handed on was made in the loop.
fn c_last_bad(c: &mut C<'_>) {
    let (function, source) = (c.function, c.function.source);
    for round in named(function.body).into_iter().filter(|s| s.kind() == "for_statement") {
        let Some((leave, value)) = only_leave(round, "return_statement") else { continue };
        let body = round.child_by_field_name("body");
        let mut is_made_there = false;
        within(round, |node, _| {
            let made = node.kind() == "init_declarator" && body.is_some_and(|b| b.start_byte() < node.start_byte());
            let name = node.child_by_field_name("declarator").map(|d| text(d, source));
            is_made_there |= made && name == Some(text(value, source));
            true
        });
        if is_made_there && !c.returns.is_empty() && c.returns != "void" {
            let new = format!("{{ etude_kept = {}; etude_any = 1; continue; }}", text(value, source));
            let kept = with_inner(round, leave, &new, source);
            let new = format!("{} etude_kept = {{0}}; int etude_any = 0; {kept} if (etude_any) {{ return etude_kept; }}", c.returns);
            c.drafts.put_beside(round.byte_range(), new, round.byte_range(), Kind::EarlyReturn);
        }
    }
}

pub fn c(c: &mut C<'_>) {
    let (function, source) = (c.function, c.function.source);
    let all = named(function.body);
    if names_the_first_bad(c.known, function) {
        c_last_bad(c);
    }
    closed_unheard(c);
    written_all_the_same(c);
    either::c(c);
    narrower::c(c);
    once::c(c);
    ends::c(c);
    if names_one_of_several(c.known, function) {
        let mut calls = Vec::new();
        within(function.body, |node, _| {
            let is_search = |f: &Node<'_>| node.kind() == "call_expression" && text(*f, source) == "strchr";
            let told = || says_first(c.known, function, given(node).get(1), source);
            let name = node.child_by_field_name("function").filter(|f| is_search(f) && told());
            calls.extend(name.map(|name| (name.byte_range(), node.byte_range())));
            true
        });
        calls.into_iter().for_each(|(name, shown)| c.drafts.put_beside(name, "strrchr", shown, Kind::EarlyReturn));
        for round in all.iter().filter(|s| matches!(s.kind(), "for_statement" | "while_statement")) {
            let Some((leave, value)) = only_leave(*round, "return_statement") else { continue };
            // What the head of the loop moves on; an answer that is handed on is another matter.
            let end = round.child_by_field_name("body").map_or(0, |body| body.start_byte());
            let mut is_place = false;
            within(*round, |node, _| {
                let moves = node.kind() == "identifier" && node.end_byte() <= end && c.is_local(text(node, source));
                is_place |= moves && mentions(value, text(node, source), source) > 0;
                true
            });
            if is_place && !c.returns.is_empty() && c.returns != "void" && !changes_what_it_finds(*round, value, source) {
                let kept = with_inner(*round, leave, &format!("{{ etude_kept = {}; etude_any = 1; }}", text(value, source)), source);
                let new = format!("{} etude_kept = {{0}}; int etude_any = 0; {kept} if (etude_any) {{ return etude_kept; }}", c.returns);
                c.drafts.put_beside(round.byte_range(), new, round.byte_range(), Kind::EarlyReturn);
            }
        }
    }
    if says(c.known, function, &PRECEDES) {
        for pair in all.windows(2) {
            let refuses = |s: Node<'_>| {
                (s.kind() == "if_statement" && only_leaves(s, "return_statement")).then(|| leaving(s, "return_statement", source)).flatten()
            };
            if let (Some(one), Some(other)) = (refuses(pair[0]), refuses(pair[1]))
                && one != other
                && !exclude_each_other(pair[0], pair[1], source)
            {
                put_behind(&mut c.drafts, pair[0], pair[1], pair[1]);
            }
        }
    }
}

/// `a > b` and then `a < b`: never both, so neither comes first.
fn exclude_each_other(one: Node<'_>, other: Node<'_>, source: &str) -> bool {
    let parts = |s: Node<'_>| {
        let condition = peeled(s.child_by_field_name("condition")?);
        let part = |name| condition.child_by_field_name(name).map(|n| text(n, source).to_owned());
        Some((part("left")?, part("operator")?, part("right")?))
    };
    let (Some(one), Some(other)) = (parts(one), parts(other)) else { return false };
    let is_strict = |sign: &str| matches!(sign, "<" | ">" | "==");
    let turned = if (&one.0, &one.2) == (&other.2, &other.0) { turned(&other.1).to_owned() } else { other.1.clone() };
    let same = (&one.0, &one.2) == (&other.0, &other.2) || (&one.0, &one.2) == (&other.2, &other.0);
    same && is_strict(&one.1) && is_strict(&turned) && one.1 != turned
}

/// `now->next = NULL; return now;`: a walk that went on from there would go nowhere, and so find the same.
fn changes_what_it_finds(round: Node<'_>, value: Node<'_>, source: &str) -> bool {
    let (found, mut changes) = (text(value, source), false);
    within(round, |node, _| {
        let to = node.child_by_field_name("left").filter(|_| node.kind() == "assignment_expression");
        changes |= to.is_some_and(|to| to.kind() == "field_expression" && text(to, source).starts_with(&format!("{found}->")));
        true
    });
    changes
}

/// `fclose(file) == 0 && written` without the question, where the comment speaks of `fclose`: what is written to a full device fails only there, and a test can
/// write to one.
fn closed_unheard(c: &mut C<'_>) {
    let source = c.function.source;
    let named_there = |call: &str| c.known.said.says(&c.function.name, call);
    let mut found = Vec::new();
    within(c.function.body, |node, _| {
        let call = node.child_by_field_name("left").filter(|_| node.kind() == "binary_expression");
        let name = call.and_then(|l| l.child_by_field_name("function")).map(|f| text(f, source));
        if let (Some(call), Some(name @ ("fclose" | "fflush"))) = (call, name)
            && named_there(name)
        {
            let sign = node.child_by_field_name("operator").map(|o| text(o, source));
            let always = match sign {
                Some("==") => "1",
                Some("!=" | "<") => "0",
                _ => return true,
            };
            found.push((node.byte_range(), format!("(({}), {always})", text(call, source))));
        }
        true
    });
    found.into_iter().for_each(|(range, new)| c.drafts.put_beside(range.clone(), new, range, Kind::Method));
}

/// How a comment says that a room stays as it is.
const UNWRITTEN: [&str; 5] = ["nothing is written", "writes nothing", "is not written", "are not written", "nothing at all is written"];

/// `if (size > 0) { room[0] = … }` without the question, where the comment says that nothing is written then.
fn written_all_the_same(c: &mut C<'_>) {
    let (function, source) = (c.function, c.function.source);
    if !says(c.known, function, &UNWRITTEN) {
        return;
    }
    let mut found = Vec::new();
    within(function.body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        if let (Some(condition), Some(yes), None) = (part("condition"), part("consequence"), part("alternative"))
            && node.kind() == "if_statement"
            && writes_through(yes, source)
        {
            found.push((condition.byte_range(), node.start_byte()..condition.end_byte()));
        }
        true
    });
    found.into_iter().for_each(|(edit, shown)| c.drafts.put_beside(edit, "(1)", shown, Kind::Method));
}

/// `room[at] = …`, `*place = …`.
fn writes_through(block: Node<'_>, source: &str) -> bool {
    let mut found = false;
    within(block, |node, _| {
        let to = node.child_by_field_name("left").filter(|_| node.kind() == "assignment_expression");
        found |= to.is_some_and(|t| matches!(t.kind(), "subscript_expression" | "pointer_expression") && !text(t, source).contains("->"));
        true
    });
    found
}
