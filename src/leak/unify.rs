//! Code that is the reference's with other names, without a word about them. Counts only what has every token of a body in its place: an example that shares no
//! more than the idea is what hints are for.

use super::pieces::{Pieces, is_keyword};
use super::plan::{Planner, inside};
use super::splice::{Attempt, Body, How};
use super::tokens::texts;

/// Shorter code has the shape of many an example.
const SAME: usize = 28;

impl Planner<'_> {
    /// The same code as the reference's under other names, every token in its place: whoever reads it has only names to put in.
    pub(super) fn unified(&mut self, found: &Pieces) {
        for (stub, body) in self.references() {
            let wanted = shape(&body);
            let shown = found.blocks.iter().flat_map(|block| {
                let inner = self.dialect.syntax.heads(block).into_iter().map(|h| inside(block, &h).to_owned());
                inner.chain([block.clone()]).collect::<Vec<_>>()
            });
            if wanted.len() >= SAME && shown.into_iter().any(|code| shape(&code) == wanted) {
                let bodies = vec![Body { stub, text: body, names: Vec::new(), at_mark: false }];
                let beside = self.ground.helpers(self.dialect);
                self.push(Attempt::new(How::Bodies { bodies, beside }, self.whole_unit));
            }
        }
    }
}

/// A row of tokens in which each name is the place where it stands first, and nothing depends on the layout.
fn shape(code: &str) -> Vec<String> {
    let row = texts(code, true);
    let mut names: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for (at, token) in row.iter().enumerate() {
        let closes = row.get(at + 1).is_some_and(|next| ["}", ")", "]"].contains(next));
        if *token == "," && closes {
            continue;
        }
        let is_name = token.starts_with(|c: char| c.is_alphabetic() || c == '_') && !is_keyword(token);
        if !is_name {
            found.push((*token).to_owned());
            continue;
        }
        let place = names.iter().position(|n| n == token).unwrap_or(names.len());
        if place == names.len() {
            names.push(token);
        }
        found.push(format!("#{place}"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::retell::tests::{holds, planned};
    use super::*;

    #[test]
    fn names_and_layout_make_no_shape() {
        assert_eq!(shape("let a = f(b, a,);"), shape("let x = g(y, x);"));
        assert_ne!(shape("let a = f(b, a);"), shape("let x = g(y, y);"));
    }

    #[test]
    fn the_same_code_under_other_names_is_tried_as_the_reference() {
        let desk = "```rust\nlet mark = self.next_mark();\nlet note = Note { mark, title: book.title.clone() };\nself.cart.push(Return { mark, book });\nnote\n```";
        let body = "let slip = self.tear_off(); let receipt = Receipt { slip, name: thing.name.clone(), }; self.shelf.push(Job { slip, thing }); receipt";
        holds(&planned("rust", "A201", "ex-3", desk), &[body]);
        let other = desk.replace("self.cart.push", "self.count += 1;\nself.cart.push");
        assert!(!planned("rust", "A201", "ex-3", &other).iter().flatten().any(|b| b.contains("Receipt")));
    }
}
