//! A parallel that is the stub under other names: its constants, fields, types and functions are put back by the order in which they first stand in the reference,
//! and running decides. An example that shows the idea on another task does another thing under any names.

use std::collections::HashMap;

use super::pieces::{Pieces, is_keyword};
use super::plan::{Planner, inside};
use super::tokens::texts;
use super::tongue;

/// What a name stands for, as far as its neighbours tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sort {
    Constant,
    Type,
    Field,
    Method,
    Function,
}

const SORTS: [Sort; 5] = [Sort::Constant, Sort::Type, Sort::Field, Sort::Method, Sort::Function];

impl Planner<'_> {
    /// Each block of the text with the names of each body of the reference.
    pub(super) fn twins(&mut self, found: &Pieces) {
        for (stub, body) in self.references() {
            let wanted = sorted(&body);
            let own = self.heads.iter().find(|(s, _)| *s == stub).map(|(_, head)| head.params.clone()).unwrap_or_default();
            // Statements between marks are a block too, and so is a row of them.
            let rows = found.parts.iter().filter(|p| p.is_marked && !p.is_block && p.text.matches(';').count() > 1).map(|p| &p.text);
            for block in found.blocks.iter().chain(rows) {
                let functions = self.dialect.syntax.heads(block);
                let shown = functions.last().map_or(block.as_str(), |head| inside(block, head));
                let mut pairs = self.pairs(&sorted(shown), &wanted);
                // A parameter may be a field as well, where a struct is made in short.
                let given = functions.last().map(|head| head.params.clone()).filter(|given| given.len() == own.len()).unwrap_or_default();
                pairs.extend(given.into_iter().zip(own.clone()).filter(|(given, own)| given != own));
                if !pairs.is_empty() {
                    let code = tongue::renamed(block, &pairs);
                    self.block(&code);
                }
            }
        }
    }

    /// Names that only the block has, each with the one that stands in its place in the reference.
    fn pairs(&self, shown: &[(Sort, &str)], wanted: &[(Sort, &str)]) -> HashMap<String, String> {
        let mut pairs = HashMap::new();
        for sort in SORTS {
            let of = |list: &[(Sort, &str)]| list.iter().filter(|(s, _)| *s == sort).map(|(_, n)| (*n).to_owned()).collect::<Vec<_>>();
            let is_new = |name: &String, other: &[(Sort, &str)]| !other.iter().any(|(_, n)| n == name);
            let (own, theirs) = (of(shown), of(wanted));
            let (own, theirs) = (own.into_iter().filter(|n| is_new(n, wanted)), theirs.into_iter().filter(|n| is_new(n, shown)));
            pairs.extend(own.zip(theirs));
        }
        pairs
    }
}

/// The names of a piece of code by what they stand for, each once, in their order.
fn sorted(code: &str) -> Vec<(Sort, &str)> {
    let row = texts(code, true);
    let mut found = Vec::new();
    for (at, token) in row.iter().enumerate() {
        let near = |step: isize| at.checked_add_signed(step).and_then(|at| row.get(at)).copied().unwrap_or_default();
        let is_called = near(1) == "(";
        let sort = match *token {
            t if !t.starts_with(|c: char| c.is_alphabetic())
                || is_keyword(t)
                || matches!(t, "NULL" | "None" | "Some" | "Ok" | "Err" | "self") =>
            {
                None
            }
            _ if matches!(near(-1), "." | "->") => Some(if is_called { Sort::Method } else { Sort::Field }),
            t if t.len() > 1 && !t.contains(char::is_lowercase) => Some(Sort::Constant),
            _ if near(-1) == "struct" => Some(Sort::Type),
            t if t.starts_with(char::is_uppercase) => Some(Sort::Type),
            _ if is_called => Some(Sort::Function),
            _ if near(1) == ":" && near(2) != ":" && matches!(near(-1), "{" | ",") => Some(Sort::Field),
            _ => None,
        };
        if let Some(sort) = sort.filter(|sort| !found.contains(&(*sort, *token))) {
            found.push((sort, *token));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::retell::tests::{holds, planned};
    use super::*;

    #[test]
    fn names_are_known_by_what_stands_beside_them() {
        let names = sorted("Card { earned: Points(self.earned.0 + extra.0), ..*self }; a->lane < fee(STEP)");
        let wanted = [
            (Sort::Type, "Card"),
            (Sort::Field, "earned"),
            (Sort::Type, "Points"),
            (Sort::Field, "lane"),
            (Sort::Function, "fee"),
            (Sort::Constant, "STEP"),
        ];
        assert_eq!(names, wanted);
    }

    #[test]
    fn a_twin_is_tried_under_the_names_of_the_stub() {
        let fee = "```rust\nfn late_fee(weeks: u32) -> u32 {\n    let mut sum = BASE;\n    for week in 1..=weeks {\n        sum += week * STEP;\n    }\n    sum\n}\n```";
        holds(
            &planned("rust", "S100", "ex-2", fee),
            &["let mut sum = HANDLING_CENTS; for week in 1..=days { sum += week * DAY_STEP_CENTS; } sum"],
        );
    }

    #[test]
    fn statements_between_marks_are_put_back_too() {
        let till = "A till: `size_t sum = till->coins; till->coins = 0; return sum;`.";
        holds(&planned("c", "C202", "ex-6", till), &["size_t sum = till->used; till->used = 0; return sum;"]);
    }

    #[test]
    fn types_fields_and_methods_go_back_to_their_places() {
        let desk = "```rust\nlet mark = self.next_mark();\nlet note = Note { mark, title: book.title.clone() };\nself.cart.push(Return { mark, book });\nnote\n```";
        let body =
            "let mark = self.tear_off(); let note = Receipt { mark, name: book.name.clone() }; self.shelf.push(Job { mark, book }); note";
        holds(&planned("rust", "A201", "ex-3", desk), &[body]);
    }
}
