//! The whole numbers that tests hand over, each with the place it is meant for: an argument of a function, a field of a list, a variable. Two numbers of one place
//! mean the same thing, so what lies between them is ordinary input. Reads tokens; what a test expects is no input.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::syntax::{Syntax, Token, TokenKind};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    /// Its bytes in the file, the sign included.
    pub bytes: Range<usize>,
    pub value: i128,
    /// What it is for.
    pub place: Place,
    /// Whether it stands in quotes: `"900"`.
    pub is_text: bool,
}

/// A function and which argument of it, or a variable; and which part of that.
pub type Place = (String, usize, usize);

/// What these hold is looked at from outside of them.
const TRANSPARENT: [&str; 4] = ["Some", "Ok", "Err", "vec"];

struct Frame {
    name: Option<String>,
    index: usize,
}

/// The literals in a part of a file.
pub fn literals(syntax: &dyn Syntax, content: &str, body: &Range<usize>) -> Vec<Literal> {
    let inside = |t: &Token| t.kind != TokenKind::Comment && body.start <= t.bytes.start && t.bytes.end <= body.end;
    let tokens: Vec<Token> = syntax.tokens(content).into_iter().filter(inside).collect();
    let (mut frames, mut bound, mut found): (Vec<Frame>, Option<String>, Vec<Literal>) = (Vec::new(), None, Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        if token.binds {
            bound = Some(token.text.clone());
        }
        match token.text.as_str() {
            "(" | "[" | "{" => frames.push(Frame { name: called(&tokens, at), index: 0 }),
            ")" | "]" | "}" => {
                frames.pop();
            }
            "," => frames.iter_mut().last().into_iter().for_each(|f| f.index += 1),
            ";" => {
                frames.iter_mut().last().into_iter().for_each(|f| f.index = 0);
                if frames.iter().all(|f| f.name.is_none()) && text(&tokens, at + 1) != "]" {
                    bound = None;
                }
            }
            _ if token.kind == TokenKind::Number && !is_size(&tokens, at) => {
                let signed = text(&tokens, at.wrapping_sub(1)) == "-" && is_sign(&tokens, at - 1);
                let place = place(&frames, bound.as_deref());
                if let (Some(value), Some(place)) = (whole(&token.text), place) {
                    let start = if signed { tokens[at - 1].bytes.start } else { token.bytes.start };
                    let value = if signed { -value } else { value };
                    found.push(Literal { bytes: start..token.bytes.end, value, place, is_text: false });
                }
            }
            // Only what a function is handed: a text in a list or a variable may be for anything.
            _ if token.kind == TokenKind::Text && frames.last().is_some_and(|f| f.name.is_some()) => {
                if let (Some(value), Some(place)) = (written_out(&token.text), place(&frames, bound.as_deref())) {
                    found.push(Literal { bytes: token.bytes.clone(), value, place, is_text: true });
                }
            }
            _ => {}
        }
    }
    found
}

fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |t| t.text.as_str())
}

/// The name before a bracket: `f(`, `f!(`, `f![`.
fn called(tokens: &[Token], open: usize) -> Option<String> {
    let before = open.checked_sub(1)?;
    let at = if text(tokens, before) == "!" { before.checked_sub(1)? } else { before };
    let is_call = text(tokens, open) == "(" || at < before;
    (is_call && tokens[at].kind == TokenKind::Word).then(|| tokens[at].text.clone())
}

/// Whether a minus has nothing before it that it could be taken from.
fn is_sign(tokens: &[Token], minus: usize) -> bool {
    let before = minus.checked_sub(1).map(|at| &tokens[at]);
    before.is_none_or(|t| t.kind == TokenKind::Sign && !matches!(t.text.as_str(), ")" | "]") || t.text == "return")
}

/// How many there are, or which of them: no value that is handed over.
fn is_size(tokens: &[Token], at: usize) -> bool {
    let before = text(tokens, at.wrapping_sub(1));
    let indexes = before == "["
        && text(tokens, at + 1) == "]"
        && at.checked_sub(2).is_some_and(|b| tokens[b].kind == TokenKind::Word || matches!(tokens[b].text.as_str(), ")" | "]"));
    indexes || before == "." || (before == ";" && text(tokens, at + 1) == "]")
}

fn place(frames: &[Frame], bound: Option<&str>) -> Option<Place> {
    let asserts = |f: &Frame| f.name.as_deref().is_some_and(|n| n.starts_with("assert") || n.starts_with("TEST_ASSERT"));
    if frames.iter().any(|f| asserts(f) && f.index > 0) {
        return None;
    }
    let part = frames.last().filter(|f| f.name.is_none()).map_or(0, |f| f.index);
    let named = frames.iter().rev().find(|f| f.name.as_deref().is_some_and(|n| !TRANSPARENT.contains(&n)));
    match named {
        Some(frame) if asserts(frame) => None,
        Some(frame) => Some((frame.name.clone()?, frame.index, part)),
        None => Some((bound?.to_owned(), 0, part)),
    }
}

/// A whole number in decimal digits, whatever stands between and behind them.
fn whole(text: &str) -> Option<i128> {
    const SUFFIXES: [&str; 17] =
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "u", "l", "ul", "ll", "ull"];
    // Some grammars take the sign for a part of the number.
    if let Some(positive) = text.strip_prefix('-') {
        return whole(positive).map(|value| -value);
    }
    let bare = text.replace('_', "").to_lowercase();
    let end = bare.find(|c: char| !c.is_ascii_digit()).unwrap_or(bare.len());
    let (digits, suffix) = bare.split_at(end);
    let is_plain = (suffix.is_empty() || SUFFIXES.contains(&suffix)) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| is_plain)
}

/// The number in a text that holds nothing else.
fn written_out(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| is_plain)
}

/// All numbers of each place, in their order.
pub fn used<'l>(all: impl Iterator<Item = &'l Literal>) -> BTreeMap<&'l Place, Vec<i128>> {
    let mut used: BTreeMap<&Place, Vec<i128>> = BTreeMap::new();
    all.for_each(|l| used.entry(&l.place).or_default().push(l.value));
    used.values_mut().for_each(|values| {
        values.sort_unstable();
        values.dedup();
    });
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(language: &str, content: &str) -> Vec<(String, usize, usize, i128)> {
        let syntax = crate::syntax::syntax(language).expect("a syntax");
        let all = literals(syntax, content, &(0..content.len()));
        all.into_iter().map(|l| (l.place.0, l.place.1, l.place.2, l.value)).collect()
    }

    fn of(name: &str, index: usize, part: usize, value: i128) -> (String, usize, usize, i128) {
        (name.to_owned(), index, part, value)
    }

    #[test]
    fn a_number_is_known_by_what_it_is_handed_to() {
        let rust = "fn test_f() {\n    let low = -3;\n    assert_eq!(f(1_000, &[4, 5]), 7);\n    assert_eq!((f(2, low), bed.0), (8, Some(9)));\n    let all = [0; 6];\n}\n";
        assert_eq!(
            read("rust", rust),
            [of("low", 0, 0, -3), of("f", 0, 0, 1000), of("f", 1, 0, 4), of("f", 1, 1, 5), of("f", 0, 0, 2), of("all", 0, 0, 0)]
        );
        let c = "void test_f(void)\n{\n    int grams[2] = {80, 60};\n    TEST_ASSERT_EQ(f(grams, 2), 1);\n    TEST_ASSERT(f(NULL, -1) == 0x10);\n}\n";
        let text = "void test_f(void)\n{\n    TEST_ASSERT_EQ(f(\"900\", \"007\", \"4x\"), 1);\n    const char *all[] = {\"12\"};\n}\n";
        assert_eq!(read("c", text), [of("f", 0, 0, 900)]);
        assert_eq!(read("c", c), [of("grams", 0, 0, 80), of("grams", 0, 1, 60), of("f", 1, 0, 2), of("f", 1, 0, -1)]);
    }
}
