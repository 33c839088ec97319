//! Which functions a piece of code calls, on its tokens: free functions, paths, methods, inside macros and closures. It resolves no names: whose
//! function it is, `targets` says.

use std::ops::Range;

use crate::syntax::{Token, TokenKind};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub name: String,
    pub kind: CallKind,
    /// Where the name stands among the tokens.
    pub at: usize,
    /// The tokens between the brackets; empty where a function is handed over as a value.
    pub args: Range<usize>,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallKind {
    /// `f(…)`.
    Free,
    /// `Type::f(…)`, `module::f(…)`: the part before the name.
    Path(String),
    /// `x.f(…)`.
    Method,
    /// `m!(…)`.
    Macro,
    /// `f` without brackets, handed to somebody else.
    Value,
}

/// Every call in the tokens, in order, and every name that could be a function handed over.
pub fn calls(tokens: &[Token]) -> Vec<Call> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Word) {
        let before = at.checked_sub(1).map_or("", |b| tokens[b].text.as_str());
        if before == "fn" || before == "struct" {
            continue;
        }
        let mut next = at + 1;
        let is_macro = text_at(tokens, next) == "!" && matches!(text_at(tokens, next + 1), "(" | "[" | "{");
        if is_macro {
            next += 1;
        } else if text_at(tokens, next) == "::" && text_at(tokens, next + 1) == "<" {
            next = after_generics(tokens, next + 1);
        }
        let called = is_macro || text_at(tokens, next) == "(";
        let kind = match (called, before) {
            (true, _) if is_macro => CallKind::Macro,
            (true, "." | "->") => CallKind::Method,
            (true, "::") => CallKind::Path(before_path(tokens, at)),
            (true, _) => CallKind::Free,
            (false, "." | "->") => continue,
            (false, _) if token.binds || !is_value(tokens, at) => continue,
            (false, _) => CallKind::Value,
        };
        let args = if called { next + 1..closing(tokens, next) } else { at..at };
        found.push(Call { name: token.text.clone(), kind, at, args, line: token.line });
    }
    found
}

pub fn text_at(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |t| t.text.as_str())
}

/// Where the bracket that opens here closes; the end where it does not.
pub fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Behind the `>` of the generics that open here.
pub fn after_generics(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0i32;
    for (at, token) in tokens.iter().enumerate().skip(open).take(60) {
        depth += match token.text.as_str() {
            "<" => 1,
            ">" => -1,
            ">>" => -2,
            _ => 0,
        };
        if depth <= 0 {
            return at + 1;
        }
    }
    open
}

/// The arguments of a call, apart.
pub fn arguments(tokens: &[Token], args: &Range<usize>) -> Vec<Range<usize>> {
    let (mut parts, mut start, mut at) = (Vec::new(), args.start, args.start);
    while at < args.end {
        match tokens[at].text.as_str() {
            "(" | "[" | "{" => at = closing(tokens, at),
            "|" if starts_closure(tokens, at, start) => at = (at + 1..args.end).find(|i| tokens[*i].text == "|").unwrap_or(at),
            "," => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if start < args.end {
        parts.push(start..args.end);
    }
    parts
}

fn starts_closure(tokens: &[Token], at: usize, start: usize) -> bool {
    at == start || matches!(text_at(tokens, at - 1), "move" | "=" | "(" | ",")
}

/// `Bed` in `Bed::new`, `Stack` in `Stack::<u32>::new`.
pub fn before_path(tokens: &[Token], at: usize) -> String {
    let mut before = at.saturating_sub(2);
    if matches!(text_at(tokens, before), ">" | ">>") && !has_turbofish(tokens, before) {
        return SOME_TRAIT.to_owned();
    }
    if matches!(text_at(tokens, before), ">" | ">>") {
        while before > 0 && text_at(tokens, before) != "<" {
            before -= 1;
        }
        before = before.saturating_sub(1);
        if text_at(tokens, before) == "::" {
            before = before.saturating_sub(1);
        }
    }
    text_at(tokens, before).to_owned()
}

/// What stands before the name in `<Type as Trait>::name`.
pub const SOME_TRAIT: &str = "<>";

fn has_turbofish(tokens: &[Token], closes: usize) -> bool {
    let opens = tokens[..closes].iter().rposition(|t| t.text == "<").unwrap_or(0);
    opens > 0 && (tokens[opens - 1].text == "::" || tokens[opens - 1].kind == TokenKind::Word)
}

/// A name that stands where a value is handed over: as an argument, or on the right of `=`.
fn is_value(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |b| tokens[b].text.as_str());
    let path = before == "::";
    // In C, both ends of `chosen ? one : other`.
    let chosen = (before == "?" && text_at(tokens, at + 1) == ":") || (before == ":" && text_at(tokens, at + 1) == ";");
    chosen || ((path || matches!(before, "(" | "," | "=" | "&" | "return")) && matches!(text_at(tokens, at + 1), "," | ")" | ";" | "}"))
}

/// The `;` that ends the statement this token stands in.
pub fn end_of_statement(tokens: &[Token], from: usize) -> usize {
    let mut at = from;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            "(" | "[" | "{" => at = closing(tokens, at),
            ";" | "}" | ")" => return at,
            _ => {}
        }
        at += 1;
    }
    tokens.len()
}

/// The `::` before the generics that close here: `f::<u8>(…)`. None where `>` is a comparison.
fn turbofish(tokens: &[Token], closes: usize) -> Option<usize> {
    let mut depth = 0i32;
    for at in (0..=closes).rev().take(60) {
        depth += match tokens[at].text.as_str() {
            ">" => 1,
            ">>" => 2,
            "<" => -1,
            ";" | "{" | "}" | "&&" | "||" => return None,
            _ => 0,
        };
        if depth <= 0 {
            return at.checked_sub(1).filter(|before| depth == 0 && *before > 0 && tokens[*before].text == "::");
        }
    }
    None
}

/// The tokens without the types that calls are told: `collect::<Vec<u8>>()` compares nothing.
pub fn without_turbofish(tokens: &[Token]) -> Vec<&Token> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if tokens[at].text == "::" && text_at(tokens, at + 1) == "<" {
            at = after_generics(tokens, at + 1).max(at + 2);
        } else {
            found.push(&tokens[at]);
            at += 1;
        }
    }
    found
}

/// Where the expression begins that ends with this token: back over brackets, points and paths.
pub fn start_of_chain(tokens: &[Token], last: usize) -> usize {
    let mut at = last;
    loop {
        if matches!(tokens[at].text.as_str(), ">" | ">>")
            && let Some(path) = turbofish(tokens, at)
        {
            at = path - 1;
        }
        if matches!(tokens[at].text.as_str(), ")" | "]" | "}") {
            let mut depth = 0usize;
            loop {
                match tokens[at].text.as_str() {
                    ")" | "]" | "}" => depth += 1,
                    "(" | "[" | "{" => depth -= 1,
                    _ => {}
                }
                if depth == 0 || at == 0 {
                    break;
                }
                at -= 1;
            }
        }
        let Some(before) = at.checked_sub(1) else { return at };
        match tokens[before].text.as_str() {
            "." | "::" | "!" | "?" if before > 0 => at = before - 1,
            ">" | ">>" if tokens[at].text == "(" && turbofish(tokens, before).is_some() => at = before,
            _ if tokens[at].text.starts_with(['(', '[', '{'])
                && tokens[before].kind == TokenKind::Word
                && !is_keyword(&tokens[before].text) =>
            {
                at = before
            }
            _ => return at,
        }
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "return" | "in" | "if" | "match" | "let" | "mut" | "else" | "while" | "move" | "break")
}
