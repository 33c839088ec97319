//! Which of several equals a reference keeps: read off the way in which it looks for the largest or the smallest of what it was handed. Says nothing where a second
//! key decides, where things are put in order first, or where the ways differ.

use std::collections::BTreeSet;

use tree_sitter::{Node, Tree};

use super::reading::words;
use crate::syntax::tree::{self, text};

/// With one of these the order is another than that of the list.
const REORDERS: [&str; 5] = ["sort", "while", "HashMap", "fold", "reverse()"];

/// Whether it is the first of equals. `given` are the names of the parameters.
pub fn keeps_first(parsed: &Tree, source: &str, given: &[String]) -> Option<bool> {
    if REORDERS.iter().any(|word| source.contains(word)) {
        return None;
    }
    let mut found: BTreeSet<Option<bool>> = BTreeSet::new();
    tree::walk(parsed, |node, _| {
        found.extend(match node.kind() {
            "call_expression" => by_method(node, source, given),
            "for_expression" | "for_statement" => by_loop(node, source, given),
            _ => None,
        });
    });
    let mut found = found.into_iter();
    found.next().filter(|_| found.next().is_none()).flatten()
}

/// Nothing where it does not choose; an unknown choice where it cannot be told which.
fn by_method(call: Node<'_>, source: &str, given: &[String]) -> Option<Option<bool>> {
    let function = call.child_by_field_name("function").filter(|f| f.kind() == "field_expression")?;
    let (list, name) = (function.child_by_field_name("value")?, text(function.child_by_field_name("field")?, source));
    let asks = tree::named(call.child_by_field_name("arguments")?).into_iter().next()?;
    let first = match name {
        "max_by_key" | "max_by" => false,
        "min_by_key" | "min_by" => true,
        "reduce" => return Some(by_two(asks, source).and_then(|first| along(list, source, given, first))),
        _ => return None,
    };
    let body = asks.child_by_field_name("body");
    let second_key =
        body.is_none_or(|b| b.kind() == "tuple_expression") || ["then", "Reverse"].iter().any(|w| text(asks, source).contains(w));
    Some(if second_key { None } else { along(list, source, given, first) })
}

/// `|best, x| if x > best { x } else { best }`
fn by_two(closure: Node<'_>, source: &str) -> Option<bool> {
    let names = tree::named(closure.child_by_field_name("parameters")?);
    let chooses = closure.child_by_field_name("body").filter(|b| b.kind() == "if_expression")?;
    let strict = is_strict(chooses.child_by_field_name("condition")?, source)?;
    let taken: Vec<&str> = words(text(chooses.child_by_field_name("consequence")?, source)).collect();
    let [held, new] = [names.first()?, names.get(1)?].map(|n| taken.contains(&text(*n, source)));
    (held != new).then_some(strict == new)
}

/// `for x in list { if x > best { best = x; } }`
fn by_loop(node: Node<'_>, source: &str, given: &[String]) -> Option<Option<bool>> {
    let mut open = tree::named(node.child_by_field_name("body")?);
    let mut found = None;
    while let Some(inner) = open.pop() {
        if matches!(inner.kind(), "if_expression" | "if_statement")
            && let (Some(asked), Some(then)) = (inner.child_by_field_name("condition"), inner.child_by_field_name("consequence"))
            && assigns_one_of(then, words(text(asked, source)).collect(), source)
        {
            let first = is_strict(asked, source);
            found = Some(first.filter(|_| found.is_none()));
        }
        open.extend(tree::named(inner));
    }
    let over = node.child_by_field_name("value").or_else(|| node.child_by_field_name("condition"))?;
    let counts_up = node.child_by_field_name("update").is_none_or(|update| text(update, source).contains("++"));
    found.map(|first| first.filter(|_| counts_up).and_then(|first| along(over, source, given, first)))
}

fn assigns_one_of(node: Node<'_>, names: Vec<&str>, source: &str) -> bool {
    let own = node.child_by_field_name("left").filter(|_| node.kind() == "assignment_expression");
    let is_it = own.is_some_and(|left| words(text(left, source)).any(|word| names.contains(&word)));
    is_it || tree::named(node).into_iter().any(|inner| assigns_one_of(inner, names.clone(), source))
}

/// Whether the only comparison of a condition leaves equals out.
fn is_strict(condition: Node<'_>, source: &str) -> Option<bool> {
    let mut signs = Vec::new();
    let mut open = vec![condition];
    while let Some(node) = open.pop() {
        signs.extend(node.child_by_field_name("operator").filter(|_| node.kind() == "binary_expression").map(|o| text(o, source)));
        open.extend(tree::named(node));
    }
    let compares: Vec<&str> = signs.iter().copied().filter(|s| matches!(*s, "<" | ">" | "<=" | ">=")).collect();
    match compares[..] {
        [sign] if !signs.contains(&"==") => Some(matches!(sign, "<" | ">")),
        _ => None,
    }
}

/// What is gone through is what was handed over, from its beginning or, with `rev`, from its end. What a type holds may stand there in any order.
fn along(list: Node<'_>, source: &str, given: &[String], first: bool) -> Option<bool> {
    let said: Vec<&str> = words(text(list, source)).collect();
    let is_given = said.iter().any(|word| given.iter().any(|name| name == word)) && !said.contains(&"self");
    is_given.then_some(first != said.contains(&"rev"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(body: &str, is_c: bool) -> Option<bool> {
        let (grammar, source): (tree_sitter::Language, String) = match is_c {
            true => (tree_sitter_c::LANGUAGE.into(), format!("int f(void)\n{{\n{body}\n}}\n")),
            false => (tree_sitter_rust::LANGUAGE.into(), format!("fn f() {{\n{body}\n}}\n")),
        };
        keeps_first(&tree::parse(grammar, &source).expect("a tree"), &source, &["list".to_owned(), "n".to_owned()])
    }

    #[test]
    fn what_a_search_keeps_of_equals_is_read() {
        assert_eq!(first("list.iter().max_by_key(|x| x.width)", false), Some(false));
        assert_eq!(first("list.iter().rev().max_by_key(|x| x.width)", false), Some(true));
        assert_eq!(first("list.iter().min_by(|a, b| a.w.cmp(&b.w))", false), Some(true));
        assert_eq!(first("parts(list).reduce(|best, x| if x.1 > best.1 { x } else { best })", false), Some(true));
        assert_eq!(first("list.iter().reduce(|best, x| if best.1 > x.1 { best } else { x })", false), Some(false));
        let searched = "let mut best = None; for x in list { if best.is_none_or(|b| x.w > b.w) { best = Some(x); } } best";
        assert_eq!(first(searched, false), Some(true));
        assert_eq!(first(&searched.replace("x.w >", "x.w >="), false), Some(false));
        let c = "int best = 0; for (int i = 1; i < n; i++) { if (list[i] >= list[best]) { best = i; } } return best;";
        assert_eq!(first(c, true), Some(false));
        assert_eq!(first(&c.replace(">=", ">"), true), Some(true));
    }

    #[test]
    fn a_second_key_another_order_or_two_ways_say_nothing() {
        for body in [
            "list.iter().max_by_key(|x| (x.width, x.name))",
            "list.iter().max_by(|a, b| a.w.cmp(&b.w).then(b.n.cmp(&a.n)))",
            "self.all.iter().max_by_key(|x| x.width)",
            "list.sort(); list.iter().max_by_key(|x| x.width)",
            "list.iter().max_by_key(|x| x.width); list.iter().min_by_key(|x| x.width)",
            "for x in list { if x.w > best.w || (x.w == best.w && x.n < best.n) { best = x; } }",
            "for x in list { if x > LIMIT { count += 1; } }",
        ] {
            assert_eq!(first(body, false), None, "{body}");
        }
    }
}
