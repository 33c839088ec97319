//! What code is made of, apart from its story: a call of the library, `?`, a function that calls itself, a closure, a choice between patterns, a way through a pointer.
//! Owns which of these a learner has to be shown. Loops, sums and comparisons stand in every program and say nothing.

use std::collections::BTreeSet;

use super::targets::has_word;
use crate::syntax::{Syntax, Token, TokenKind};

/// Calls that every program makes, and words that look like calls.
const PLAIN: &str = "main printf println print format assert assert_eq puts sizeof if while for switch return match some none ok err to_string into iter len \
    unwrap clone new vec string from";

pub fn of(syntax: &dyn Syntax, code: &str) -> BTreeSet<String> {
    let tokens: Vec<Token> = syntax.tokens(code).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
    let own: BTreeSet<String> = syntax.outline(code).functions.into_iter().map(|f| f.name).collect();
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    let mut found = BTreeSet::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_call = token.kind == TokenKind::Word && matches!(text(at + 1), "(" | "!" | "::");
        let is_library = is_call && !own.contains(&token.text) && !has_word(PLAIN, &token.text.to_lowercase()) && token.text.len() > 1;
        match token.text.as_str() {
            "?" if at > 0 && matches!(text(at + 1), ";" | ")" | "." | "," | "}" | "") => found.insert("?".to_owned()),
            "match" | "switch" => found.insert("choice".to_owned()),
            "->" if tokens[..at].iter().rev().take_while(|t| !matches!(t.text.as_str(), ";" | "{" | "}")).all(|t| t.text != "fn") => {
                found.insert("->".to_owned())
            }
            "||" | "|" if matches!(text(at.wrapping_sub(1)), "(" | "," | "=" | "move") => found.insert("closure".to_owned()),
            "mut" if text(at.wrapping_sub(1)) == "&" => found.insert("&mut".to_owned()),
            "impl" | "trait" | "dyn" | "where" => found.insert(token.text.clone()),
            _ if is_library => found.insert(token.text.clone()),
            _ => false,
        };
    }
    found.extend(calls_itself(syntax, code).then(|| "itself".to_owned()));
    found
}

/// A function that is called in its own body.
pub fn calls_itself(syntax: &dyn Syntax, code: &str) -> bool {
    let bodies = syntax.outline(code).functions.into_iter().filter_map(|f| Some((f.name, code.get(f.body?)?)));
    bodies.into_iter().any(|(name, body)| is_called(syntax, body, &name))
}

pub fn is_called(syntax: &dyn Syntax, body: &str, name: &str) -> bool {
    syntax.tokens(body).windows(2).any(|pair| pair[0].text == name && pair[1].text == "(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_code_is_made_of_is_told_from_what_every_program_has() {
        let rust = |code: &str| of(crate::syntax::syntax("rust").expect("rust"), code).into_iter().collect::<Vec<_>>();
        assert_eq!(rust("fn f(a: &str) -> Result<u32, E> {\n    let n = a.parse()?;\n    Ok(n)\n}"), ["?", "parse"]);
        assert_eq!(rust("fn main() {\n    for a in [1, 2] {\n        println!(\"{}\", a + 1);\n    }\n}"), [""; 0]);
        assert_eq!(rust("fn f(a: &mut Vec<u32>) {\n    a.sort_by_key(|a| *a);\n}"), ["&mut", "closure", "sort_by_key"]);
        let c = |code: &str| of(crate::syntax::syntax("c").expect("c"), code).into_iter().collect::<Vec<_>>();
        assert_eq!(c("int count(const struct node *n)\n{\n    return n == NULL ? 0 : 1 + count(n->left);\n}"), ["->", "itself"]);
        assert_eq!(c("int main(void)\n{\n    printf(\"%6d\\n\", 12);\n    return 0;\n}"), [""; 0]);
    }
}
