//! What the learner wrote in each function, for the signs that ask about it. It knows names and tokens, and judges nothing but whether a body is more
//! than a beginning.

use super::shape;
use crate::evidence::Evidence;
use crate::language;

/// The bodies of the learner's functions, token by token, without their outer braces.
pub struct Code<'e> {
    bodies: Vec<(String, Vec<&'e str>)>,
}

impl<'e> Code<'e> {
    pub fn read(language: &str, evidence: &'e Evidence) -> Code<'e> {
        let syntax = language::by_name(language).ok().and_then(|language| language.syntax());
        let functions = |content: &'e str| {
            let functions = syntax.map(|syntax| syntax.outline(content).functions).unwrap_or_default();
            functions.into_iter().filter_map(|function| {
                let body = content.get(function.body?)?.trim();
                let inner = body.strip_prefix('{').and_then(|body| body.strip_suffix('}')).unwrap_or(body);
                Some((function.name, shape::tokens(inner)))
            })
        };
        Code { bodies: evidence.source.iter().flat_map(|file| functions(&file.content)).collect() }
    }

    pub fn of(&self, function: &str) -> Option<&[&'e str]> {
        self.bodies.iter().find(|(name, _)| name == function).map(|(_, body)| body.as_slice())
    }

    /// Nothing stands in it but names that are made, each empty or with one value, and parameters that are left out on purpose.
    pub fn is_only_begun(&self, function: &str) -> bool {
        self.of(function).is_some_and(|body| body.split(|token| *token == ";").all(makes_a_name))
    }
}

fn makes_a_name(statement: &[&str]) -> bool {
    let (left, right) = match statement.iter().position(|token| *token == "=") {
        Some(at) => (&statement[..at], &statement[at + 1..]),
        None => (statement, &statement[..0]),
    };
    let names = left.iter().filter(|token| shape::is_name(token)).count();
    let declares = names > 1 && left.iter().all(|token| shape::is_name(token) || *token == "*" || *token == ":");
    match statement {
        [] | ["(", "void", ")", _] => true,
        ["return" | "break" | "goto" | "else", ..] => false,
        _ => declares && right.len() <= 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_only_makes_names() {
        let code = |body| Code { bodies: vec![("a".to_owned(), shape::tokens(body))] };
        for begun in ["", "int n = 0; const int *seat = begin;", "(void)begin;", "int n;", "let mut total: u32 = 0;", "/* to do */"] {
            assert!(code(begun).is_only_begun("a"), "{begun}");
        }
        for more in ["int n = end - begin;", "return n;", "n++;", "for (;;) { }", "if (n) { n = 1; }", "n = 2;", "total"] {
            assert!(!code(more).is_only_begun("a"), "{more}");
        }
        assert!(!code("").is_only_begun("b"), "of what is not there nothing is known");
    }
}
