//! Names in a piece of code that nothing in it gives a meaning to: they stand for what a function is given. Owns which names are such, on tokens; whether the piece with the
//! parameters of a stub in their place is the stub, running says.

use super::one_call::renamed;
use crate::syntax::{Token, TokenKind};

/// Words of the languages and of their libraries, which are no variables.
const KNOWN: &str = "char int long short unsigned signed size_t bool void float double const static struct union enum return if else for while do switch case \
    default break continue goto sizeof true false NULL EOF let mut in match fn as ref move loop Some None Ok Err self Self u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 \
    str String Vec impl dyn where pub use std stdin stdout stderr errno uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t";

/// More names than these are not tried in each other's place.
const MOST: usize = 2;

/// The piece with the parameters in the place of its free names, in each order. Nothing where there are not as many, or many.
pub fn with_parameters(piece: &str, tokens: &[Token], params: &[String], stub: &str) -> Vec<String> {
    let free = free(tokens, stub);
    if free.is_empty() || free.len() > MOST || params.len() != free.len() {
        return Vec::new();
    }
    let put = |names: &[&String]| free.iter().zip(names).fold(piece.to_owned(), |text, (old, new)| renamed(&text, old, new));
    match free.len() {
        1 => params.iter().map(|p| put(&[p])).collect(),
        _ => {
            let pairs = params.iter().flat_map(|a| params.iter().filter(move |b| *b != a).map(move |b| [a, b]));
            pairs.map(|pair| put(&pair)).collect()
        }
    }
}

fn free(tokens: &[Token], stub: &str) -> Vec<String> {
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    let is_bound = |name: &str| (0..tokens.len()).any(|at| text(at) == name && (tokens[at].binds || is_declared(tokens, at)));
    let mut found: Vec<String> = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Word) {
        let is_plain = token.text.starts_with(|c: char| c.is_ascii_lowercase())
            && !KNOWN.split_whitespace().any(|k| k == token.text)
            && token.text != stub;
        let before = at.checked_sub(1).map_or("", text);
        let is_part = matches!(before, "." | "->" | "::" | "struct") || matches!(text(at + 1), "(" | "::" | "!");
        if is_plain && !is_part && !is_bound(&token.text) && !found.contains(&token.text) {
            found.push(token.text.clone());
        }
    }
    found
}

/// `char *pen = line;`, `int owed;`: a type stands before it.
fn is_declared(tokens: &[Token], at: usize) -> bool {
    let stars = tokens[..at].iter().rev().take_while(|t| t.text == "*").count();
    let of = at.checked_sub(stars + 1).map(|b| &tokens[b]);
    let is_type =
        |t: &Token| t.kind == TokenKind::Word && (t.text.ends_with("_t") || KNOWN.split_whitespace().take(11).any(|k| k == t.text));
    let is_struct = at.checked_sub(stars + 2).is_some_and(|b| tokens[b].text == "struct");
    of.is_some_and(is_type) || is_struct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_declares_stands_for_what_is_given() {
        let c = crate::syntax::syntax("c").expect("c");
        let piece = "char *pen = line;\nint owed = 0;\nwhile (*line != '\\0') {\n    *pen++ = *line++;\n}\nreturn (size_t)(pen - line);";
        let put = |piece: &str, params: &[&str]| {
            let params: Vec<String> = params.iter().map(|p| (*p).to_owned()).collect();
            with_parameters(piece, &c.tokens(piece), &params, "squeeze")
        };
        assert_eq!(put(piece, &["text"]), [piece.replace("line", "text")]);
        assert_eq!(put("return near < far ? near : far;", &["a", "b"]), ["return a < b ? a : b;", "return b < a ? b : a;"]);
        assert!(put("return a + b + c;", &["x", "y", "z"]).is_empty() && put("int a = 1;\nreturn a;", &["x"]).is_empty());
    }
}
