//! The whole numbers that tests hand over, each with the place it is meant for: an argument of a function, a field of a struct, a part of a list, a variable, also
//! in a text or as its length. Two numbers of one place mean the same thing, so what lies between them is ordinary input. Reads tokens; what a test expects is no
//! input.

use std::collections::BTreeMap;
use std::ops::Range;

use super::texts::{self, Written};
use crate::syntax::{Syntax, Token, TokenKind};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    /// Its bytes in the file, the sign included.
    pub bytes: Range<usize>,
    pub value: i128,
    /// What it is for.
    pub place: Place,
    pub written: Written,
    /// Where the bracket around it opens: what has the same belongs together.
    pub row: usize,
    /// The same of the list that it, or the row, is an element of.
    pub list: Option<usize>,
}

/// A function and which argument of it, a variable, or a field of a type; and which part of that.
pub type Place = (String, usize, usize);

/// A list that is written out, with the parts of each of its elements: the fields of a struct, what is handed to a function, or the element itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    pub rows: Vec<Vec<Range<usize>>>,
    /// What its elements are: lists of the same kind are for the same thing.
    pub kind: String,
}

/// What stands in a bracket, part by part.
struct Group {
    bytes: Range<usize>,
    parts: Vec<Range<usize>>,
    /// The place of the whole, where it is a list.
    list_at: Option<Place>,
}

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
    /// The place of the whole, where it is a list.
    list_at: Option<Place>,
    parts: Vec<Range<usize>>,
    /// The first token of the part that is read.
    since: usize,
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
    groups: Vec<Group>,
}

/// The literals in a part of a file, and the lists. `fixture` is the name that the part gives a value to, where it is no function.
pub fn read(syntax: &dyn Syntax, content: &str, part: &Range<usize>, fixture: Option<&str>, fields: Fields) -> (Vec<Literal>, Vec<List>) {
    let inside = |t: &Token| t.kind != TokenKind::Comment && part.start <= t.bytes.start && t.bytes.end <= part.end;
    let tokens: Vec<Token> = syntax.tokens(content).into_iter().filter(inside).collect();
    let mut reader = Reader { tokens: &tokens, fields, frames: Vec::new(), bound: None, found: Vec::new(), groups: Vec::new() };
    for (at, token) in tokens.iter().enumerate() {
        if token.binds || (reader.bound.is_none() && fixture == Some(token.text.as_str())) {
            reader.bind(at);
        }
        reader.read(at);
    }
    reader.found.retain(|literal| literal.place.0 != "for" && !begins_a_loop(&tokens, literal));
    // What a shell is told is a program, and a part of it is another one.
    let tells_a_shell = |t: &Token| matches!(t.text.as_str(), "\"sh\"" | "\"-c\"" | "\"/bin/sh\"" | "popen" | "system");
    if syntax.tokens(content).iter().any(tells_a_shell) {
        reader.found.retain(|literal| !literal.written.is_text());
    }
    let lists = reader.groups.iter().filter_map(|group| reader.list(group)).collect();
    (reader.found, lists)
}

/// `for (int i = 0; …`, `for i in 0..9`: a test whose loop goes elsewhere does not look at what it made.
fn begins_a_loop(tokens: &[Token], literal: &Literal) -> bool {
    let Some(at) = tokens.iter().position(|t| t.bytes.end == literal.bytes.end) else { return false };
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    let head = tokens[..at].iter().rev().take_while(|t| !matches!(t.text.as_str(), ";" | "{" | "}"));
    head.into_iter().any(|t| t.text == "for") && (matches!(text(at.wrapping_sub(1)), "=" | ".." | "..=") || text(at + 1).starts_with(".."))
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
            "(" | "[" | "{" => self.open(at),
            ")" | "]" | "}" => self.close(at),
            "," => {
                self.end_part(at);
                self.frames.iter_mut().last().into_iter().for_each(|f| (f.index, f.field) = (f.index + 1, None));
            }
            ";" => {
                // `[0; 6]` is no list that has an order.
                self.frames.iter_mut().last().into_iter().for_each(|f| (f.index, f.list_at) = (0, None));
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
                if let Some((name, index, _)) = self.place() {
                    for (part, value, written) in texts::numbers(&token.text) {
                        self.put(token.bytes.clone(), value, (name.clone(), index, part), written);
                    }
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, at: usize) {
        let (holds, is_square) = (self.holds(at), self.text(at) == "[");
        let before = at.wrapping_sub(1);
        let indexes = is_square && (self.is_word(before) || matches!(self.text(before), ")" | "]" | "#"));
        let is_list = (is_square && !indexes) || matches!(holds, Holds::List(_));
        let list_at = if is_list { self.place() } else { None };
        let opens = self.tokens[at].bytes.start;
        self.frames.push(Frame { opens, is_square, holds, index: 0, field: None, list_at, parts: Vec::new(), since: at + 1 });
    }

    fn close(&mut self, at: usize) {
        self.end_part(at);
        if let Some(frame) = self.frames.pop() {
            let bytes = frame.opens..self.tokens[at].bytes.end;
            self.groups.push(Group { bytes, parts: frame.parts, list_at: frame.list_at });
        }
    }

    fn end_part(&mut self, at: usize) {
        let tokens = self.tokens;
        if let Some(frame) = self.frames.last_mut() {
            if frame.since < at {
                frame.parts.push(tokens[frame.since].bytes.start..tokens[at - 1].bytes.end);
            }
            frame.since = at + 1;
        }
    }

    /// The list in a bracket. What is only named in it may have been put in this order on purpose.
    fn list(&self, group: &Group) -> Option<List> {
        let place = group.list_at.as_ref()?;
        let row = |element: &Range<usize>| {
            let inner = self.groups.iter().find(|g| g.bytes.end == element.end && g.bytes.start >= element.start && !g.parts.is_empty());
            let is_name = |t: &Token| t.bytes == *element && t.kind == TokenKind::Word;
            let named = self.tokens.iter().any(is_name) || self.tokens.iter().any(|t| t.bytes.start == element.start && t.text == "&");
            (!named).then(|| inner.map_or_else(|| vec![element.clone()], |g| g.parts.clone()))
        };
        let rows: Vec<Vec<Range<usize>>> = group.parts.iter().map(row).collect::<Option<_>>()?;
        let fields = self.found.iter().find(|l| rows.first().is_some_and(|r| r.iter().any(|part| part.end == l.bytes.end)));
        let of_type = fields.and_then(|l| l.place.0.split_once('.')).map(|(of_type, _)| of_type.to_owned());
        let even = rows.iter().all(|r| r.len() == rows[0].len());
        (rows.len() > 1 && even).then(|| List { rows, kind: of_type.unwrap_or_else(|| format!("{} {}", place.0, place.1)) })
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
            self.put(start..token.bytes.end, if signed { -value } else { value }, place, Written::Number);
        }
    }

    fn put(&mut self, bytes: Range<usize>, value: i128, place: Place, written: Written) {
        let is_list = |f: &&Frame| f.is_square || matches!(f.holds, Holds::List(_));
        let list = self.frames.iter().rev().take(2).find(is_list).map(|f| f.opens);
        let row = self.frames.last().map_or(0, |f| f.opens);
        self.found.push(Literal { bytes, value, place, written, row, list });
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
            (_, true) => Holds::List(of_type),
            (true, false) => Holds::Else,
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

/// A whole number, whatever stands between and behind its digits.
pub fn whole(text: &str) -> Option<i128> {
    const SUFFIXES: [&str; 17] =
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "u", "l", "ul", "ll", "ull"];
    // Some grammars take the sign for a part of the number.
    if let Some(positive) = text.strip_prefix('-') {
        return whole(positive).map(|value| -value);
    }
    let bare = text.replace('_', "").to_lowercase();
    let (radix, bare) = bare.strip_prefix("0x").map_or((10, bare.as_str()), |digits| (16, digits));
    let end = bare.find(|c: char| !c.is_digit(radix)).unwrap_or(bare.len());
    let (digits, suffix) = bare.split_at(end);
    let is_plain = (suffix.is_empty() || SUFFIXES.contains(&suffix)) && (radix == 16 || digits == "0" || !digits.starts_with('0'));
    i128::from_str_radix(digits, radix).ok().filter(|_| is_plain)
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
mod tests;
