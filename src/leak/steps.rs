//! What the steps of a hint make of the learner's function: each by itself, and all of them one after the other, since many a hint says more than one thing
//! that only helps together. Makes functions; running decides.

use std::ops::Range;

use super::edit::Own;
use super::tokens::{texts, tokens};
use super::told::Step;
use crate::syntax::{PlaceKind, Syntax};

/// So many ways of doing all the steps are followed at once, and so many of each step.
const WAYS: usize = 5;
const EACH: usize = 3;
/// A hint with more steps is no hint.
const MOST: usize = 10;

/// Functions with the steps done: first all of them together, then each for itself.
pub fn done(item: &str, syntax: &dyn Syntax, steps: &[Step]) -> Vec<String> {
    let own = Own::new(item, syntax);
    let mut made: Vec<String> = Vec::new();
    if steps.len() > 1 {
        made.extend(together(item, syntax, steps));
        made.extend(own.inserted(&pieces_of(steps)));
    }
    for step in steps.iter().take(MOST) {
        made.extend(ways(&own, step));
        if let Step::Piece(piece) = step {
            made.extend(own.inserted(piece));
        }
    }
    let mut seen: Vec<String> = vec![item.to_owned()];
    made.retain(|m| {
        let is_new = !seen.contains(m);
        seen.push(m.clone());
        is_new
    });
    made
}

/// One step after the other, each on what the one before has left.
fn together(item: &str, syntax: &dyn Syntax, steps: &[Step]) -> Vec<String> {
    let mut items: Vec<(usize, String)> = vec![(0, item.to_owned())];
    for step in steps.iter().take(MOST) {
        let mut next: Vec<(usize, String)> = Vec::new();
        for (count, item) in &items {
            let made = ways(&Own::new(item, syntax), step);
            let unchanged = made.is_empty().then(|| (*count, item.clone()));
            next.extend(made.into_iter().take(EACH).map(|m| (count + 1, m)).chain(unchanged));
        }
        next.dedup();
        next.truncate(WAYS);
        items = next;
    }
    items.into_iter().filter(|(count, _)| *count > 1).map(|(_, item)| item).collect()
}

/// All new code as one: lines that belong together are often shown one by one.
fn pieces_of(steps: &[Step]) -> String {
    let pieces: Vec<&str> = steps.iter().filter_map(|s| if let Step::Piece(p) = s { Some(p.as_str()) } else { None }).collect();
    if pieces.len() < 2 {
        return String::new();
    }
    let is_entry = |p: &&str| p.ends_with(',');
    let ended = |p: &&str| if p.ends_with([';', ',', '}', '{']) || pieces.iter().any(is_entry) { (*p).to_owned() } else { format!("{p};") };
    pieces.iter().map(ended).collect::<Vec<_>>().join("\n")
}

/// What one step can make of a function, the likeliest first.
fn ways(own: &Own, step: &Step) -> Vec<String> {
    match step {
        Step::Pair(old, new) => exchanged(own, old, new),
        Step::Gone(part) => own.exchanged(part, ""),
        Step::Piece(piece) if own.holds(piece) => without_value(own, piece).into_iter().collect(),
        Step::Piece(piece) => {
            let mut made: Vec<String> = signature(own, piece).into_iter().collect();
            made.extend(makes_name(own, piece).then(|| own.inserted(piece)).into_iter().flatten().take(EACH - 1));
            made.extend(grown(own, piece));
            made.extend(own.replaced(piece, EACH));
            made
        }
        Step::Argument { call, nth, new } => argument(own, call, *nth, new),
        Step::Uncalled => uncalled(own),
        Step::Condition(new) => conditions(own).iter().map(|range| own.with(range, new)).filter(|m| own.stands(m)).collect(),
    }
}

/// Each place, all of them, and all where the name is not made.
fn exchanged(own: &Own, old: &str, new: &str) -> Vec<String> {
    let mut made = Vec::new();
    let row = texts(old, true);
    if let [name] = row.as_slice() {
        let all = tokens(own.item, true);
        let is_use = |at: &usize| {
            let before = at.checked_sub(1).map_or("", |b| all[b].text);
            let own_prefix = [".", "->"].contains(&before) && new.contains(before);
            let made = ["let", "mut", "int", "long", "size_t", "bool", "char", "for"].contains(&before);
            let of_type = all.get(at + 1).is_some_and(|t| t.text == ":");
            all[*at].text == *name && !own_prefix && !made && !of_type
        };
        let mut text = own.item.to_owned();
        // The head names the parameters, and they keep their names.
        let body = own.item.find('{').unwrap_or(0);
        for at in (0..all.len()).rev().filter(is_use).filter(|at| all[*at].at > body) {
            text.replace_range(all[at].at..all[at].at + name.len(), new);
        }
        made.extend(Some(text).filter(|t| own.stands(t)));
    }
    made.extend(own.exchanged(old, new));
    made
}

/// `int n;`, where the function has `int n = …;`.
fn without_value(own: &Own, piece: &str) -> Option<String> {
    let row = texts(piece.strip_suffix(';')?, true);
    let makes = |r: &&Range<usize>| {
        let old = texts(&own.item[(*r).clone()], true);
        old.starts_with(&row) && old.get(row.len()) == Some(&"=")
    };
    let range = own.places(PlaceKind::Statement).find(makes).filter(|_| row.len() > 1)?;
    Some(own.with(range, piece)).filter(|m| own.stands(m))
}

/// It is a line that gives a value a name which the function does not make.
fn makes_name(own: &Own, piece: &str) -> bool {
    let row = texts(piece, true);
    let Some(at) = row.iter().position(|t| *t == "=").filter(|at| *at > 1 && piece.ends_with(';')) else { return false };
    let made = &row[at - 2..at];
    let is_new = row[0] == "let" || made[0].starts_with(char::is_alphabetic) || made[0] == "*";
    is_new && !texts(own.item, true).windows(3).any(|w| w[..2] == *made && w[2] == "=")
}

/// What each `if` and each loop asks: up to the brace, and without the brackets that C has around it.
fn conditions(own: &Own) -> Vec<Range<usize>> {
    let all = tokens(own.item, true);
    let mut found = Vec::new();
    for at in (0..all.len()).filter(|at| ["if", "while"].contains(&all[*at].text)) {
        let mut depth = 0i32;
        let end = all[at + 1..].iter().position(|t| {
            depth += i32::from(t.text == "(") - i32::from(t.text == ")");
            depth == 0 && (t.text == ")" && all[at + 1].text == "(" || t.text == "{")
        });
        let Some(end) = end.map(|end| at + 1 + end) else { continue };
        let in_brackets = all[end].text == ")" && all.get(end + 1).is_none_or(|t| !["&&", "||", "=="].contains(&t.text));
        let first = if in_brackets { at + 2 } else { at + 1 };
        found.extend(all.get(first).map(|t| t.at..all[end].at).filter(|r| !r.is_empty()));
    }
    found
}

/// The head of the function itself, written otherwise.
fn signature(own: &Own, piece: &str) -> Option<String> {
    let head = piece.trim().trim_end_matches(['{', ';']).trim_end();
    let body = &own.item[own.item.find('{')?..];
    let new = format!("{head} {body}");
    let is_head = head.ends_with(|c: char| c == ')' || c == '>' || c.is_alphanumeric()) && head.contains('(') && head.contains(' ');
    (is_head && own.stands(&new)).then_some(new)
}

/// A part of the function that stands in the piece as it is: the piece is what becomes of it.
pub(super) fn grown(own: &Own, piece: &str) -> Vec<String> {
    let row = texts(piece, true);
    let mut found: Vec<(usize, String)> = Vec::new();
    for range in own.places(PlaceKind::Part).chain(own.places(PlaceKind::Entry)).chain(own.places(PlaceKind::Statement)) {
        let old = texts(&own.item[range.clone()], true);
        // What is called or a path is the learner's too; it is not what the piece is made from.
        let is_value = |at: &usize| row[*at..].starts_with(&old) && !row.get(at + old.len()).is_some_and(|t| ["(", "::"].contains(t));
        let is_in = !old.is_empty() && old.len() < row.len() && (0..row.len()).filter(is_value).any(|at| at == 0 || row[at - 1] != "::");
        let is_word = old.iter().any(|t| t.len() > 1 && t.starts_with(char::is_alphabetic));
        if is_in && is_word {
            found.push((old.len(), own.with(range, piece)));
        }
    }
    found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    found.into_iter().map(|(_, item)| item).filter(|i| own.stands(i)).take(EACH).collect()
}

fn argument(own: &Own, call: &str, nth: usize, new: &str) -> Vec<String> {
    let mut made = Vec::new();
    for start in own.standing(&format!("{call} (")) {
        let rest = &own.item[start.end..];
        let (mut depth, mut from, mut ranges) = (0i32, 0, Vec::new());
        for (at, c) in rest.char_indices() {
            depth += i32::from("([{".contains(c));
            if depth == 0 && ",)".contains(c) {
                ranges.push(start.end + from..start.end + at);
                from = at + 1;
            }
            if depth == 0 && c == ')' {
                break;
            }
            depth -= i32::from(")]}".contains(c));
        }
        let range = ranges.get(nth.min(ranges.len().saturating_sub(1)));
        made.extend(range.map(|r| own.with(r, new)).filter(|m| own.stands(m)));
    }
    made
}

/// Every call without its brackets, all that have the same in them, and each.
fn uncalled(own: &Own) -> Vec<String> {
    let calls = own.places(PlaceKind::Part).chain(own.places(PlaceKind::Entry)).filter(|r| {
        let text = &own.item[(*r).clone()];
        let name = text.split('(').next().unwrap_or_default();
        text.ends_with(')') && !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    let mut calls: Vec<_> = calls.cloned().collect();
    calls.sort_by_key(|r| r.start);
    calls.dedup();
    let inside = |r: &std::ops::Range<usize>| own.item[r.clone()].split_once('(').map(|(_, rest)| rest.to_owned());
    let mut made: Vec<String> = Vec::new();
    for call in &calls {
        let mut text = own.item.to_owned();
        for same in calls.iter().rev().filter(|c| inside(c) == inside(call)) {
            let at = same.start + own.item[same.clone()].find('(').unwrap_or(0);
            text.replace_range(at..same.end, "");
        }
        made.push(text);
        let at = call.start + own.item[call.clone()].find('(').unwrap_or(0);
        made.push(own.with(&(at..call.end), ""));
    }
    made.retain(|m| own.stands(m));
    made
}

#[cfg(test)]
mod tests {
    use super::super::{say, told};
    use super::*;
    use crate::language;

    const RUST: &str =
        "fn f(days: u32) -> u32 {\n    let next = START;\n    for day in 1..days {\n        g(day, next);\n    }\n    next / STEP\n}";
    const C: &str = "int f(const int *p, int n)\n{\n    if (ask(p, NULL)) {\n        return low(n);\n    }\n    return high(n) / 4;\n}";

    fn made(language: &str, item: &str, text: &str) -> Vec<String> {
        let syntax = language::by_name(language).expect("a language").syntax().expect("a syntax");
        let own = Own::new(item, syntax);
        let all = say::sentences(text);
        let before = |at: usize| at.checked_sub(1).map(|b| &all[b]);
        let steps: Vec<Step> = all.iter().enumerate().flat_map(|(at, s)| told::steps(s, before(at), &own)).collect();
        done(item, syntax, &steps)
    }

    /// One of the functions is the learner's with these changes.
    fn makes(language: &str, item: &str, text: &str, changes: &[(&str, &str)]) {
        let right = changes.iter().fold(item.to_owned(), |item, (old, new)| item.replace(old, new));
        let all = made(language, item, text);
        assert!(all.iter().any(|m| texts(m, true) == texts(&right, true)), "{text}\n{all:#?}");
    }

    #[test]
    fn what_is_told_together_is_done_together() {
        makes(
            "rust",
            RUST,
            "Change `1..days` to `1..=days` and `next / STEP` to `next`.",
            &[("1..days", "1..=days"), ("next / STEP", "next")],
        );
        makes(
            "rust",
            RUST,
            "Write `1..=days` and `g(next, day)` instead of `1..days` and `g(day, next)`.",
            &[("1..days", "1..=days"), ("g(day, next)", "g(next, day)")],
        );
        makes("rust", RUST, "Add `let a = 1;` and `let b = 2;` before the loop.", &[("for day", "let a = 1;\nlet b = 2;\nfor day")]);
    }

    #[test]
    fn a_change_is_told_by_what_is_done_and_where() {
        makes("c", C, "The second argument of `ask` should be `p`.", &[("NULL", "p")]);
        makes("c", C, "Replace `NULL` in `ask(p, NULL)` by `n`.", &[("NULL", "n")]);
        makes("c", C, "`p == NULL ||` goes in front of `ask(p, NULL)`.", &[("ask(p", "p == NULL || ask(p")]);
        makes("c", C, "Drop the `/ 4`.", &[(" / 4", "")]);
        makes("c", C, "Leave off the parentheses in both returns.", &[("low(n)", "low"), ("high(n)", "high")]);
        makes("c", C, "Wrap `high(n)` in `abs()`.", &[("high(n)", "abs(high(n))")]);
        makes("rust", RUST, "Prefix `next` with `self.` everywhere.", &[("next)", "self.next)"), ("next /", "self.next /")]);
        makes("rust", RUST, "Remove `1` from `1..days`.", &[("1..days", "..days")]);
        makes("rust", RUST, "The head has to be `fn f(mut days: u32) -> u32 {`.", &[("f(days", "f(mut days")]);
        makes("rust", RUST, "What needs it is the right side: `from(STEP)`.", &[("STEP", "from(STEP)")]);
        makes("rust", RUST, "Swap the two sides of `next / STEP`.", &[("next / STEP", "STEP / next")]);
    }

    #[test]
    fn a_line_comes_in_and_another_changes_by_it() {
        let named =
            "That means one more line before the loop, `let from = first();`, and in its head the short `from` instead of `1..days`.";
        makes("rust", RUST, named, &[("let next", "let from = first();\nlet next"), ("1..days", "from")]);
        let own = named.replace("`from` instead", "`next` instead");
        makes("rust", RUST, &own, &[("let next", "let from = first();\nlet next"), ("1..days", "next")]);
    }

    #[test]
    fn what_was_just_shown_is_the_condition() {
        let item = C.replace("if (ask", "int sum = n * 4;\n    if (ask");
        let checked = "`overflows(n, 4, &sum)` is true when it does not fit. Use that as the condition, after a plain `int sum;`.";
        makes("c", &item, checked, &[("int sum = n * 4", "int sum"), ("ask(p, NULL)", "overflows(n, 4, &sum)")]);
        let item = RUST.replace("next / STEP", "if next > 1 { next } else { 0 }");
        makes("rust", &item, "The condition should be `next > days + 1`.", &[("next > 1", "next > days + 1")]);
    }

    #[test]
    fn who_asks_tells_nothing() {
        assert!(made("rust", RUST, "What would `1..=days` do instead of `1..days`?").is_empty());
        assert!(made("rust", RUST, "Your `1..days` ends before `days`.").is_empty());
    }
}
