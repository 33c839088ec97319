//! The whole numbers that tests hand over, each with the place it is meant for: an argument of a function, a field of a struct, a part of a list, a variable. Two
//! numbers of one place mean the same thing, so what lies between them is ordinary input. Reads tokens; what a test expects is no input.

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
    /// Where the bracket around it opens: what has the same belongs together.
    pub row: usize,
    /// The same of the list that it, or the row, is an element of.
    pub list: Option<usize>,
}

/// A function and which argument of it, a variable, or a field of a type; and which part of that.
pub type Place = (String, usize, usize);

/// The fields of a struct, each with its type; none for what is no struct.
pub type Fields<'f> = &'f dyn Fn(&str) -> Vec<(String, String)>;

/// What these hold is looked at from outside of them.
const TRANSPARENT: [&str; 4] = ["Some", "Ok", "Err", "vec"];

/// What stands in a bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Holds {
    /// What a function or a macro is handed.
    Arguments(String),
    /// The fields of a struct.
    Struct(String),
    /// Elements of this type, as far as that is said.
    List(String),
    Else,
}

struct Frame {
    opens: usize,
    is_square: bool,
    holds: Holds,
    index: usize,
    field: Option<String>,
}

/// The variable that a value is for, and what its declaration says of it.
#[derive(Debug, Clone, Default)]
struct Bound {
    name: String,
    of_type: String,
    is_list: bool,
}

struct Reader<'t> {
    tokens: &'t [Token],
    fields: Fields<'t>,
    frames: Vec<Frame>,
    bound: Option<Bound>,
    found: Vec<Literal>,
}

/// The literals in a part of a file. `fixture` is the name that the part gives a value to, where it is no function.
pub fn literals(syntax: &dyn Syntax, content: &str, part: &Range<usize>, fixture: Option<&str>, fields: Fields) -> Vec<Literal> {
    let inside = |t: &Token| t.kind != TokenKind::Comment && part.start <= t.bytes.start && t.bytes.end <= part.end;
    let tokens: Vec<Token> = syntax.tokens(content).into_iter().filter(inside).collect();
    let mut reader = Reader { tokens: &tokens, fields, frames: Vec::new(), bound: None, found: Vec::new() };
    for at in 0..tokens.len() {
        if tokens[at].binds || (reader.bound.is_none() && fixture == Some(tokens[at].text.as_str())) {
            reader.bind(at);
        }
        reader.read(at);
    }
    reader.found
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.text.as_str())
    }

    fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| t.kind == TokenKind::Word)
    }

    /// `struct stay all[3]`, and `, more` behind it, which is of the same type.
    fn bind(&mut self, at: usize) {
        let before = at.wrapping_sub(1);
        let of_type = match &self.bound {
            Some(bound) if self.text(before) == "," => bound.of_type.clone(),
            _ if self.is_word(before) => self.text(before).to_owned(),
            _ => String::new(),
        };
        self.bound = Some(Bound { name: self.text(at).to_owned(), of_type, is_list: self.text(at + 1) == "[" });
    }

    fn read(&mut self, at: usize) {
        let token = &self.tokens[at];
        match token.text.as_str() {
            "(" | "[" | "{" => {
                let holds = self.holds(at);
                self.frames.push(Frame { opens: token.bytes.start, is_square: token.text == "[", holds, index: 0, field: None });
            }
            ")" | "]" | "}" => {
                self.frames.pop();
            }
            "," => self.frames.iter_mut().last().into_iter().for_each(|f| (f.index, f.field) = (f.index + 1, None)),
            ";" => {
                self.frames.iter_mut().last().into_iter().for_each(|f| f.index = 0);
                let in_call = self.frames.iter().any(|f| matches!(f.holds, Holds::Arguments(_)));
                // `[Trip; 3]` ends nothing.
                if !in_call && !self.frames.last().is_some_and(|f| f.is_square) {
                    self.bound = None;
                }
            }
            _ if token.kind == TokenKind::Word => self.name_field(at),
            _ if token.kind == TokenKind::Number && !self.is_size(at) => self.number(at),
            // Only what a function is handed: a text in a list or a variable may be for anything.
            _ if token.kind == TokenKind::Text && self.frames.last().is_some_and(|f| matches!(f.holds, Holds::Arguments(_))) => {
                if let (Some(value), Some(place)) = (written_out(&token.text), self.place()) {
                    self.put(token.bytes.clone(), value, place, true);
                }
            }
            _ => {}
        }
    }

    /// `from: 500` and `.from = 500`.
    fn name_field(&mut self, at: usize) {
        let begins = |at: usize| matches!(self.text(at), "{" | ",");
        let named = match self.text(at.wrapping_sub(1)) {
            "." => begins(at.wrapping_sub(2)),
            "{" | "," => self.text(at + 1) == ":",
            _ => false,
        };
        let name = self.text(at).to_owned();
        if named && let Some(frame) = self.frames.last_mut() {
            frame.field = Some(name);
        }
    }

    fn number(&mut self, at: usize) {
        let (token, before) = (&self.tokens[at], at.wrapping_sub(1));
        let signed = self.text(before) == "-" && self.is_sign(before);
        if let (Some(value), Some(place)) = (whole(&token.text), self.place()) {
            let start = if signed { self.tokens[before].bytes.start } else { token.bytes.start };
            self.put(start..token.bytes.end, if signed { -value } else { value }, place, false);
        }
    }

    fn put(&mut self, bytes: Range<usize>, value: i128, place: Place, is_text: bool) {
        let is_list = |f: &&Frame| f.is_square || matches!(f.holds, Holds::List(_));
        let list = self.frames.iter().rev().take(2).find(is_list).map(|f| f.opens);
        let row = self.frames.last().map_or(0, |f| f.opens);
        self.found.push(Literal { bytes, value, place, is_text, row, list });
    }

    fn holds(&self, open: usize) -> Holds {
        let before = open.wrapping_sub(1);
        match self.text(open) {
            "{" if self.is_word(before) => {
                let names = self.is_word(open + 1) && self.text(open + 2) == ":";
                let is_type = self.text(before).starts_with(|c: char| c.is_ascii_uppercase());
                if names && is_type { Holds::Struct(self.text(before).to_owned()) } else { Holds::Else }
            }
            "{" => self.initialiser(open),
            _ => self.called(open).map_or(Holds::Else, Holds::Arguments),
        }
    }

    /// The braces of C: `struct stay a = {…}`, `(struct stay){…}`, and those within.
    fn initialiser(&self, open: usize) -> Holds {
        let before = open.wrapping_sub(1);
        let (of_type, is_list) = match self.text(before) {
            "=" if self.frames.last().is_none_or(|f| f.holds == Holds::Else) => {
                let Some(bound) = &self.bound else { return Holds::Else };
                (bound.of_type.clone(), bound.is_list)
            }
            ")" => {
                let is_list = self.text(before.wrapping_sub(1)) == "]";
                let last = before.saturating_sub(if is_list { 3 } else { 1 });
                let first = last.saturating_sub(if self.text(last.wrapping_sub(1)) == "struct" { 2 } else { 1 });
                // `if (stay) {` is no type.
                if self.text(first) != "(" || (self.is_word(first.wrapping_sub(1)) && self.text(first - 1) != "return") {
                    return Holds::Else;
                }
                (self.text(last).to_owned(), is_list)
            }
            _ => match self.frames.last().map(|f| &f.holds) {
                Some(Holds::List(of_type)) => (of_type.clone(), false),
                Some(Holds::Struct(of)) => {
                    let declared = self.field_of(of).map(|(_, of_type)| of_type).unwrap_or_default();
                    let is_list = declared.contains('[');
                    (declared.split('[').next().unwrap_or_default().trim().trim_start_matches("struct ").to_owned(), is_list)
                }
                _ => return Holds::Else,
            },
        };
        match ((self.fields)(&of_type).is_empty(), is_list) {
            (true, _) => Holds::Else,
            (false, true) => Holds::List(of_type),
            (false, false) => Holds::Struct(of_type),
        }
    }

    /// The field of a struct that comes next here.
    fn field_of(&self, of_type: &str) -> Option<(String, String)> {
        let (frame, all) = (self.frames.last()?, (self.fields)(of_type));
        match &frame.field {
            Some(name) => all.into_iter().find(|(field, _)| field == name),
            None => all.into_iter().nth(frame.index),
        }
    }

    /// The name before a bracket: `f(`, `f!(`, `f![`.
    fn called(&self, open: usize) -> Option<String> {
        let before = open.checked_sub(1)?;
        let at = if self.text(before) == "!" { before.checked_sub(1)? } else { before };
        let is_call = self.text(open) == "(" || at < before;
        (is_call && self.is_word(at)).then(|| self.text(at).to_owned())
    }

    /// Whether a minus has nothing before it that it could be taken from.
    fn is_sign(&self, minus: usize) -> bool {
        let before = minus.checked_sub(1).map(|at| &self.tokens[at]);
        before.is_none_or(|t| t.kind == TokenKind::Sign && !matches!(t.text.as_str(), ")" | "]") || t.text == "return")
    }

    /// How many there are, or which of them: no value that is handed over.
    fn is_size(&self, at: usize) -> bool {
        let before = self.text(at.wrapping_sub(1));
        let ends = self.text(at + 1) == "]";
        let of_list = at.checked_sub(2).is_some_and(|b| self.is_word(b) || matches!(self.text(b), ")" | "]"));
        (before == "[" && ends && of_list) || before == "." || (before == ";" && ends)
    }

    fn place(&self) -> Option<Place> {
        let asserts = |name: &str| name.starts_with("assert") || name.starts_with("TEST_ASSERT");
        let expects = |f: &Frame| f.index > 0 && matches!(&f.holds, Holds::Arguments(name) if asserts(name));
        if self.frames.iter().any(expects) {
            return None;
        }
        let part = self.frames.last().filter(|f| matches!(f.holds, Holds::List(_) | Holds::Else)).map_or(0, |f| f.index);
        for frame in self.frames.iter().rev() {
            match &frame.holds {
                Holds::Arguments(name) if TRANSPARENT.contains(&name.as_str()) => {}
                Holds::Arguments(name) => return (!asserts(name)).then(|| (name.clone(), frame.index, part)),
                Holds::Struct(of) => return Some((format!("{of}.{}", self.field_in(frame, of)), 0, part)),
                Holds::List(_) | Holds::Else => {}
            }
        }
        self.bound.as_ref().map(|bound| (bound.name.clone(), 0, part))
    }

    fn field_in(&self, frame: &Frame, of: &str) -> String {
        let by_place = || (self.fields)(of).into_iter().nth(frame.index).map(|(name, _)| name);
        frame.field.clone().or_else(by_place).unwrap_or_else(|| frame.index.to_string())
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
        let all = literals(syntax, content, &(0..content.len()), None, &fields);
        all.into_iter().map(|l| (l.place.0, l.place.1, l.place.2, l.value)).collect()
    }

    fn fields(of: &str) -> Vec<(String, String)> {
        let all: &[(&str, &str)] = match of {
            "stay" => &[("plate", "int"), ("came", "int"), ("left", "int")],
            "day" => &[("first", "struct stay"), ("counts", "int [2]")],
            _ => &[],
        };
        all.iter().map(|(name, of_type)| ((*name).to_owned(), (*of_type).to_owned())).collect()
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

    #[test]
    fn a_number_in_a_struct_is_known_by_the_type_and_the_field() {
        let field = |name: &str, value| of(name, 0, 0, value);
        let c = "void test_f(void)\n{\n    const struct stay a = {1, 500, .left = 510}, b = {2, 3, 4};\n    struct stay all[] = {{5, 6, 7}};\n    f(&(struct stay){.came = 8});\n    struct day day = {{1, 2, 3}, {4, 5}};\n}\n";
        let [plate, came, left] = ["stay.plate", "stay.came", "stay.left"];
        let expected = [
            [field(plate, 1), field(came, 500), field(left, 510)],
            [field(plate, 2), field(came, 3), field(left, 4)],
            [field(plate, 5), field(came, 6), field(left, 7)],
        ];
        let read_c = read("c", c);
        assert_eq!(read_c[..9], expected.concat());
        assert_eq!(read_c[9..13], [field(came, 8), field(plate, 1), field(came, 2), field(left, 3)]);
        assert_eq!(read_c[13..], [of("day.counts", 0, 0, 4), of("day.counts", 0, 1, 5)]);
        let rust = "fn test_f() {\n    let a = Trip { from: 500, to: 510 };\n    assert_eq!(f(&[Trip { to: 2, from: 1 }, (3, 4)]), Trip { from: 9, to: 9 });\n    if a.from < MOST { g(7); }\n}\n";
        let trips = [field("Trip.from", 500), field("Trip.to", 510), field("Trip.to", 2), field("Trip.from", 1)];
        assert_eq!(read("rust", rust)[..4], trips);
        assert_eq!(read("rust", rust)[4..], [of("f", 0, 0, 3), of("f", 0, 1, 4), of("g", 0, 0, 7)]);
    }
}
