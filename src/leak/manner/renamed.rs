//! A parallel that is the solution with every name changed, of functions, methods, fields and types as well. Owns the comparison, token by token, in which each name
//! has one other; refuses short runs, which any two programs have in common, and what the learner can read anyhow. `twin` puts names back and runs what comes out,
//! which needs names that it can tell apart; this one needs none.

use std::collections::HashMap;

use super::blocks;
use crate::leak::Ground;
use crate::leak::plan::inside;
use crate::leak::splice::{self, Dialect};
use crate::leak::tokens::texts;

/// So many tokens in a row, and so many of a hundred of a body. Good parallels share 22 tokens with a longer body, or most of a shorter one.
const RUN: usize = 20;
const SHARE: usize = 75;
/// Shorter ones need no pairs.
const LEAST: usize = 3;

/// Words with a meaning of their own, by the language.
const OF_BOTH: &str = "as break const continue else enum false for if in return static struct true while bool";
const OF_RUST: &str =
    "fn impl let loop match mod move mut pub ref self Self trait type use where u8 u32 u64 usize i32 i64 f64 None Some Ok Err Vec String";
const OF_C: &str =
    "case char default do double extern goto inline int long short signed sizeof switch typedef unsigned void NULL size_t ptrdiff_t";
/// Numbers that mean the same in every task.
const PLAIN: [&str; 3] = ["0", "1", "2"];

pub fn is_shown(text: &str, ground: &Ground, dialect: &Dialect) -> bool {
    let shown: Vec<String> = blocks(text).into_iter().map(|b| b.code).filter(|code| texts(code, true).len() >= RUN).collect();
    if shown.is_empty() {
        return false;
    }
    let solutions = ground.reference.into_iter().chain(ground.others.iter().map(Vec::as_slice));
    let body = |files: &[_], stub: &str| splice::find(files, stub, dialect).map(|(at, head)| inside(&files[at].content, &head).to_owned());
    let bodies: Vec<String> = solutions.flat_map(|files| ground.stubs().filter_map(|stub| body(files, stub)).collect::<Vec<_>>()).collect();
    let is_in = |code: &str, body: &str| {
        let (code, body) = (row(code, dialect.is_c), row(body, dialect.is_c));
        let run = longest(&body, &code);
        run >= RUN && run * 100 >= body.len() * SHARE
    };
    bodies.iter().any(|body| shown.iter().any(|code| is_in(code, body)) && !ground.texts().any(|text| is_in(text, body)))
}

/// A token, whether somebody chose it, and whether it is a field or is called: those may have the name of a local, which changes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Piece<'t> {
    text: &'t str,
    is_chosen: bool,
    is_member: bool,
    is_called: bool,
}

/// The tokens without the comma before a closing bracket, which may be there or not.
fn row(code: &str, is_c: bool) -> Vec<Piece<'_>> {
    let all = texts(code, true);
    let closes = |at: usize| all.get(at + 1).is_some_and(|t| matches!(*t, "}" | ")" | "]"));
    let is_member = |at: usize| at > 0 && matches!(all[at - 1], "." | "->") || all.get(at + 1) == Some(&":");
    let is_called = |at: usize| all.get(at + 1) == Some(&"(");
    let piece =
        |at: usize| Piece { text: all[at], is_chosen: is_chosen(all[at], is_c), is_member: is_member(at), is_called: is_called(at) };
    (0..all.len()).filter(|at| all[*at] != "," || !closes(*at)).map(piece).collect()
}

/// The longest run of the one that stands in the other, when each name of it has its own there.
fn longest(body: &[Piece], code: &[Piece]) -> usize {
    let starts = (0..body.len()).flat_map(|from| (0..code.len()).map(move |at| (from, at)));
    starts.map(|(from, at)| run(&body[from..], &code[at..])).max().unwrap_or_default()
}

fn run(body: &[Piece], code: &[Piece]) -> usize {
    let alike = |(one, other): &(&Piece, &Piece)| one.is_chosen == other.is_chosen && (one.is_chosen || one.text == other.text);
    let most = body.iter().zip(code).take_while(alike).count();
    // Names are paired only where enough is alike without them: most places are done with by then.
    if most < LEAST {
        return 0;
    }
    let (mut there, mut back) = (HashMap::new(), HashMap::new());
    let mut length = 0;
    for (one, other) in body.iter().zip(code).take(most) {
        if one.is_chosen && (there.entry(one).or_insert(other) != &other || back.entry(other).or_insert(one) != &one) {
            break;
        }
        length += 1;
    }
    length
}

/// A name that somebody gave, a number that somebody chose, a text.
fn is_chosen(token: &str, is_c: bool) -> bool {
    let own = if is_c { OF_C } else { OF_RUST };
    let is_word = |words: &str| words.split_whitespace().any(|w| w == token);
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"')
        && !PLAIN.contains(&token)
        && !is_word(OF_BOTH)
        && !is_word(own)
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;

    const ROUND: (&str, &str, &str) = ("rust", "S102", "ex-5");
    const TRUCK: &str = "fn visit(&mut self, stops: &[Stop]) -> Report {\n    let mut sum = 0;\n    let mut short = 0;\n    for stop in stops {\n        let fuel = \
                         self.pump(stop.missing());\n        sum += fuel.0;\n        let after = stop.filled(fuel);\n        if after.missing() != Fuel(0) {\n            \
                         short += 1;\n        }\n    }\n    Report { pumped: Fuel(sum), short }\n}";

    #[test]
    fn the_solution_under_other_names_is_no_parallel() {
        let hint = |code: &str| format!("Another round:\n\n```rust\n{code}\n```\n\nWhich of its methods do you have?");
        assert!(of(ROUND, &hint(TRUCK), 2).contains("under other names"));
        let other = TRUCK.replace("self.pump(stop.missing())", "stop.left()").replace("sum += fuel.0;", "self.pump(fuel);");
        assert_eq!(of(ROUND, &hint(&other), 2), "fine", "it does another thing");
    }

    #[test]
    fn each_name_has_one_other() {
        let same = |a: &str, b: &str| longest(&row(a, false), &row(b, false));
        assert_eq!(same("a + b.c * a", "x + y.z * x"), 7);
        assert_eq!(same("a + b * a", "x + y * z"), 4, "it would have two");
        assert_eq!(same("a + b * c", "x + y * x"), 4, "it would be for two");
        assert_eq!(same("a.b + b", "x.y + z"), 5, "a field and a local may have one name");
        assert_eq!(same("let a = b(c)?;", "let x = x(c)?;"), 9, "so may what is called and what comes of it");
        assert_eq!(same("f(a, 250)", "g(b, MOST,)"), 6, "a number in one place is a constant in another");
        assert_eq!(same("a + b * 1", "b + c * 2"), 4);
    }
}
