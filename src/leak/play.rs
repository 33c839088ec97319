//! Code that plays a stub through with values of its own, as a test or a `main` does: without the values, and without what only looks at the result, it is the
//! stub's body.

use std::ops::Range;

use super::splice::Dialect;
use super::tokens::{texts, tokens};
use crate::syntax::{Head, PlaceKind};

/// What a block does for a stub with this head, where it makes the parameters, or the value that the method is called on, itself.
pub fn played(block: &str, head: &Head, dialect: &Dialect) -> Option<String> {
    let heads = dialect.syntax.heads(block);
    let whole = match heads.iter().find(|h| h.params.is_empty() && !h.has_self) {
        Some(function) => block[function.item.clone()].to_owned(),
        None if heads.is_empty() && dialect.is_c => format!("void f(void)\n{{\n{block}\n}}"),
        None if heads.is_empty() => format!("fn f() {{\n{block}\n}}"),
        None => return None,
    };
    let statements = outer(&whole, dialect);
    let (mut kept, mut left_out) = (Vec::new(), 0);
    let mut own = None;
    for range in statements {
        let text = whole[range].trim();
        let row = texts(text, true);
        let shows = ["assert", "assert_eq", "assert_ne", "println", "print", "printf", "puts", "dbg", "TEST_ASSERT_EQ", "TEST_ASSERT"];
        if row.first().is_some_and(|t| shows.contains(t)) {
            continue;
        }
        let made = row.iter().position(|t| *t == "=").and_then(|at| row[..at].iter().rev().find(|t| t.starts_with(char::is_alphabetic)));
        let is_let = row.first() == Some(&"let") || dialect.is_c && row.iter().position(|t| *t == "=").is_some_and(|at| at > 1);
        if is_let && made.is_some_and(|name| head.params.iter().any(|p| p == name)) {
            left_out += 1;
            continue;
        }
        let is_owner = |t: &&str| head.owner.as_deref() == Some(*t);
        let value = row.iter().position(|t| *t == "=").and_then(|at| row.get(at + 1));
        if is_let && head.has_self && value.is_some_and(is_owner) && own.is_none() {
            own = made.map(|name| (*name).to_owned());
            left_out += 1;
            continue;
        }
        kept.push(text.to_owned());
    }
    if left_out == 0 || kept.is_empty() {
        return None;
    }
    let mut text = kept.join("\n");
    if let Some(name) = own {
        for token in tokens(&text.clone(), true).iter().rev().filter(|t| t.text == name) {
            text.replace_range(token.at..token.at + token.text.len(), "self");
        }
    }
    Some(text)
}

/// The statements that stand directly in the body.
fn outer(item: &str, dialect: &Dialect) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for place in dialect.syntax.places(item).into_iter().filter(|p| p.kind == PlaceKind::Statement) {
        if found.last().is_none_or(|last| place.range.start >= last.end) {
            found.push(place.range);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    #[test]
    fn a_test_that_does_it_by_hand_is_the_body_without_its_values() {
        let dialect = Dialect::of(language::by_name("rust").expect("a language")).expect("a dialect");
        let source = "impl Tank { fn round(&mut self, beds: &[u32]) -> u32 { todo!() } }";
        let head = dialect.syntax.heads(source).remove(0);
        let test = "#[test]\nfn by_hand() {\n    let beds = [1, 2];\n    let mut tank = Tank { level: 3 };\n    let mut sum = 0;\n    for b in beds {\n        sum += tank.draw(b);\n    }\n    assert_eq!(sum, 3);\n}";
        let body = played(test, &head, &dialect).expect("a body");
        assert_eq!(body, "let mut sum = 0;\nfor b in beds {\n        sum += self.draw(b);\n    }");
        assert_eq!(played("let mut sum = 0;\nsum += 1;", &head, &dialect), None);
    }
}
