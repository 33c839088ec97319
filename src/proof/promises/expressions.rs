//! Examples in a comment whose left side is any expression of Rust that calls the stub: a method of a value that is built there, a closure that is handed over,
//! statements before it, `assert_eq!` as in a doc comment. Owns which text is such an expression, on its syntax tree. What names something that nothing there
//! gives a meaning to is prose or half an example, and is left alone.

use tree_sitter::Node;

use super::said::{Example, SAYS, value_of};
use crate::proof::mutants::parsed_rust;
use crate::syntax::tree::{named, text, walk};

/// An example with the statements that it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoken {
    pub made: String,
    pub example: Example,
}

pub fn expressions(comment: &str, stub: &str) -> Vec<Spoken> {
    let lines: Vec<&str> = comment.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.contains(stub)) {
        let first = lines[..at].iter().rposition(|above| !above.ends_with(';')).map_or(0, |above| above + 1);
        let above = lines[first..at].join("\n");
        let says =
            SAYS.iter().flat_map(|word| line.match_indices(&format!(" {word} ")).map(|(at, m)| (at, at + m.len())).collect::<Vec<_>>());
        found.extend(says.filter_map(|(end, from)| said(&above, &line[..end], &line[from..], stub)));
    }
    found
}

/// Statements of a comment that assert something of the stub, with those before them.
pub fn assertions(comment: &str, stub: &str) -> Vec<String> {
    let lines: Vec<&str> = comment.lines().map(str::trim).collect();
    let asserts = |line: &str| ["assert_eq!(", "assert!(", "assert_ne!("].iter().any(|head| line.starts_with(head)) && line.ends_with(';');
    let body = |at: usize| {
        let first = lines[..at].iter().rposition(|above| !above.ends_with(';')).map_or(0, |above| above + 1);
        let code = lines[first..=at].join("\n");
        read(&code, stub).is_some_and(|read| !read.is_open).then_some(code)
    };
    let own = (0..lines.len()).filter(|at| asserts(lines[*at]) && lines[*at].contains(&format!("{stub}(")));
    own.filter_map(body).collect()
}

/// The longest end of what stands before the word that is an expression.
fn said(above: &str, left: &str, right: &str, stub: &str) -> Option<Spoken> {
    let left = left.trim_end().trim_end_matches('`');
    let (value, kind) = value_of(right)?;
    let starts = left.char_indices().filter(|(at, c)| {
        let before = left[..*at].chars().next_back();
        !c.is_whitespace() && *c != '`' && before.is_none_or(|b| b.is_whitespace() || b == '`' || b == '(')
    });
    for (start, _) in starts {
        let own = &left[start..];
        // The end of a sentence is no call of a field.
        let ends = own.split('"').next().is_some_and(|code| code.contains(". "));
        if ends || ["- ", "* ", "& "].iter().any(|mark| own.starts_with(mark)) {
            continue;
        }
        for above in [above, ""] {
            let code = if above.is_empty() { own.to_owned() } else { format!("{above}\n{own}") };
            let Some(read) = read(&code, stub) else { continue };
            if read.is_open && !above.is_empty() {
                continue;
            }
            // A sign before it belongs to it, so no shorter end is an example either.
            if read.is_open || !read.calls {
                return None;
            }
            let (made, call) = code.split_at(read.last);
            let at = start + own.len().saturating_sub(call.len());
            return Some(Spoken { made: made.trim().to_owned(), example: Example { call: call.trim().to_owned(), value, kind, at } });
        }
    }
    None
}

struct Read {
    /// Where the last statement begins.
    last: usize,
    /// Whether that one calls the stub, with something given or on something.
    calls: bool,
    /// Whether a name in it is nowhere given a meaning.
    is_open: bool,
}

const HEAD: &str = "fn main() { ";

/// The code as statements of a function; nothing where it is none, or ends in something that has no value.
fn read(code: &str, stub: &str) -> Option<Read> {
    let source = format!("{HEAD}{code} }}");
    let tree = parsed_rust(&source).filter(|tree| !tree.root_node().has_error())?;
    let body = named(tree.root_node()).first().filter(|_| named(tree.root_node()).len() == 1)?.child_by_field_name("body")?;
    let last = *named(body).last()?;
    let leaves = last.kind() == "expression_statement" && named(last).iter().any(|n| n.kind() == "return_expression");
    let is_other_kind = matches!(last.kind(), "let_declaration" | "return_expression" | "break_expression" | "assignment_expression");
    let is_value = !leaves && !is_other_kind;
    let (mut bound, mut names, mut calls, mut is_other) = (Vec::new(), Vec::new(), false, false);
    walk(&tree, |node, path| {
        let own = text(node, &source);
        match node.kind() {
            "identifier" | "type_identifier" if own == "Self" => is_other = true,
            "identifier" if is_bound(node, path) => bound.push(own.to_owned()),
            "identifier" if node.start_byte() >= HEAD.len() && is_used(node, path, &source) => names.push(own.to_owned()),
            "shorthand_field_identifier" => names.push(own.to_owned()),
            "self" | "super" | "crate" => is_other = true,
            "call_expression" if node.start_byte() >= last.start_byte() => calls |= is_call(node, stub, &source),
            _ => {}
        }
    });
    let in_macro = last.kind() == "expression_statement" && text(last, &source).contains(&format!("{stub}("));
    let is_open = is_other || names.iter().any(|name| name.starts_with(|c: char| c.is_lowercase() || c == '_') && !bound.contains(name));
    is_value.then(|| Read { last: last.start_byte() - HEAD.len(), calls: calls || in_macro, is_open })
}

/// By its name with arguments, or on a value: without either it may be one that counts its calls.
fn is_call(call: Node<'_>, stub: &str, source: &str) -> bool {
    let Some(function) = call.child_by_field_name("function") else { return false };
    let is_given = call.child_by_field_name("arguments").is_some_and(|given| !named(given).is_empty());
    match function.child_by_field_name("field") {
        Some(field) => text(field, source) == stub,
        None => is_given && text(function, source).rsplit("::").next() == Some(stub),
    }
}

fn is_bound(node: Node<'_>, path: &[Node<'_>]) -> bool {
    path.iter().zip(path.iter().skip(1).copied().chain([node])).any(|(outer, inner)| {
        outer.kind() == "closure_parameters" || (outer.kind() == "let_declaration" && outer.child_by_field_name("pattern") == Some(inner))
    })
}

/// Whether this name stands for a value: not for what is called, for a part of a path or for a macro.
fn is_used(node: Node<'_>, path: &[Node<'_>], source: &str) -> bool {
    let Some(outer) = path.last() else { return true };
    match outer.kind() {
        "call_expression" => outer.child_by_field_name("function") != Some(node),
        "scoped_identifier" | "scoped_type_identifier" | "macro_invocation" | "generic_function" => false,
        // In a macro there are tokens only.
        "token_tree" => {
            let near = |n: Option<Node<'_>>| n.map_or("", |n| text(n, source)).to_owned();
            let (before, behind) = (near(node.prev_sibling()), near(node.next_sibling()));
            // A parameter of a closure in it may be meant.
            let is_parameter = text(*outer, source).contains(&format!("|{}|", text(node, source)));
            !(before == "."
                || before == "::"
                || behind.starts_with('(')
                || behind == "!"
                || behind == "::"
                || behind == ":"
                || is_parameter)
        }
        _ => true,
    }
}

/// Those that say more than the examples read by their tokens, which they then stand for.
pub fn beside(examples: Vec<Example>, more: Vec<Spoken>) -> Vec<Spoken> {
    let is_part = |example: &Example| more.iter().any(|m| m.example.call.ends_with(&example.call) && m.example.value == example.value);
    let mut all: Vec<Spoken> =
        examples.into_iter().filter(|e| !is_part(e)).map(|example| Spoken { made: String::new(), example }).collect();
    all.extend(more);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Vec<(String, String, String)> {
        expressions(comment, "pay").into_iter().map(|s| (s.made, s.example.call, s.example.value)).collect()
    }

    fn one(made: &str, call: &str, value: &str) -> Vec<(String, String, String)> {
        vec![(made.to_owned(), call.to_owned(), value.to_owned())]
    }

    #[test]
    fn an_expression_that_calls_the_stub_is_an_example() {
        assert_eq!(read("It pays.\n\n    Card::with(500).pay(200) is Ok(300)\n"), one("", "Card::with(500).pay(200)", "Ok(300)"));
        assert_eq!(read("Work { minutes: 60 }.pay() == 4_800"), one("", "Work { minutes: 60 }.pay()", "4_800"));
        assert_eq!(
            read("pay(&[\"wren\", \"tit\"], |name| name.len()) is Some(&\"wren\")"),
            one("", "pay(&[\"wren\", \"tit\"], |name| name.len())", "Some(&\"wren\")")
        );
        assert_eq!(read("So `Card::with(5).pay(2).unwrap()` is `3`."), one("", "Card::with(5).pay(2).unwrap()", "3"));
        assert_eq!(read("It pays. Card(5).pay(2) is 3"), one("", "Card(5).pay(2)", "3"));
        assert_eq!(read("- pay(3) gives 4: a list"), one("", "pay(3)", "4"));
        assert_eq!(read("vec![1, 2].pay(3) is 4"), one("", "vec![1, 2].pay(3)", "4"));
    }

    #[test]
    fn statements_above_it_belong_to_it() {
        let made = "let mut card = Card::with(5);\ncard.pay(2);";
        assert_eq!(read(&format!("First:\n{made}\ncard.pay(1) is Ok(2)")), one(made, "card.pay(1)", "Ok(2)"));
        assert_eq!(
            read("let mut card = Card::with(5); card.pay(1) is Ok(4)"),
            one("let mut card = Card::with(5);", "card.pay(1)", "Ok(4)")
        );
        assert_eq!(assertions("So:\nlet mut card = Card::with(5);\nassert_eq!(card.pay(1), Ok(4));", "pay").len(), 1);
        assert_eq!(assertions("assert_eq!(card.pay(1), Ok(4));", "pay"), [""; 0]);
    }

    #[test]
    fn what_needs_more_than_it_says_is_none() {
        for comment in [
            "card.pay(3) is 4",
            "self.pay(3) is 4",
            "Self::new(2).pay(3) is 4",
            "pay(n) is 3",
            "total - pay(3) is 4",
            "pay() is 1",
            "Card::with(500).pay(200) is Ok(300) or more",
            "Card::with(500).pay(200) is 3 less",
            "Card::with(500).cents() is 3, after pay",
            "fn pay(a: u32) -> u32",
            "with 500 on the card, the lines \"200\" and \"120\" give Ok(320)",
        ] {
            assert_eq!(read(comment), [], "{comment}");
        }
    }
}
