//! Examples in a comment: `stub(arguments) is value`, whatever words follow. Reads whole literals, constants and what is made of them; a sentence that only looks
//! like an example is left alone, and so is one that a program could not ask by itself.

use std::ops::Range;

use crate::leak::tokens::{self, Token};

/// One example, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    pub call: String,
    pub value: String,
    pub kind: Kind,
    /// Where the call begins in its text.
    pub at: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Text,
    /// Written with so many digits behind the point.
    Float(usize),
}

/// What stands between a call and its value.
pub const SAYS: [&str; 8] = ["is", "gives", "returns", "answers", "yields", "==", "=>", "->"];

/// Words behind a number that make another one of it.
const GO_ON: [&str; 16] = [
    "or", "more", "less", "fewer", "times", "plus", "minus", "larger", "smaller", "greater", "higher", "lower", "above", "below",
    "percent", "of",
];

/// The examples of this function in a text. A method of something is none: nothing says what it is asked of.
pub fn examples(comment: &str, stub: &str) -> Vec<Example> {
    let all = Row { text: comment, tokens: tokens::tokens(comment, true) };
    (0..all.tokens.len()).filter(|at| all.word(*at) == stub).filter_map(|at| all.example(at)).collect()
}

/// The whole value that a text begins with.
pub fn value_of(text: &str) -> Option<(String, Kind)> {
    let row = Row { text, tokens: tokens::tokens(text, true) };
    let at = usize::from(row.word(0) == "`");
    let behind = row.value(at)?;
    let value = row.written(at..behind);
    row.ends(behind).then(|| (value.to_owned(), kind(value)))
}

struct Row<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
}

impl Row<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.text)
    }

    fn written(&self, range: Range<usize>) -> &str {
        let (first, last) = (&self.tokens[range.start], &self.tokens[range.end - 1]);
        &self.text[first.at..last.at + last.text.len()]
    }

    /// Whether this token follows the one before it without a gap.
    fn touches(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).is_some_and(|t| t.at == self.tokens[at - 1].at + self.tokens[at - 1].text.len())
    }

    fn example(&self, name: usize) -> Option<Example> {
        let mut start = name;
        while start >= 2 && self.word(start - 1) == "::" && self.touches(start) && self.touches(start - 1) {
            start -= 2;
        }
        // The end of a sentence stands apart from what follows it.
        let is_method = self.touches(start) && matches!(self.word(start - 1), "." | "->");
        let is_head = start > 0 && self.word(start - 1) == "fn";
        if is_method || is_head || self.word(name + 1) != "(" || !self.touches(name + 1) {
            return None;
        }
        let end = self.list(name + 1, ")")?;
        // Without arguments it may be one that counts its calls.
        if end == name + 3 {
            return None;
        }
        let mut at = end + usize::from(self.word(end) == "`");
        if !SAYS.contains(&self.word(at)) {
            return None;
        }
        at += 1;
        at += usize::from(self.word(at) == "`");
        let behind = self.value(at)?;
        let value = self.written(at..behind);
        let call = self.written(start..end).to_owned();
        self.ends(behind).then(|| Example { call, value: value.to_owned(), kind: kind(value), at: self.tokens[start].at })
    }

    /// Whether a value that ends here is a whole one.
    fn ends(&self, at: usize) -> bool {
        let word = self.word(at);
        let on_line = self.tokens.get(at).is_some_and(|t| {
            let before = &self.tokens[at - 1];
            !self.text[before.at + before.text.len()..t.at].contains('\n')
        });
        if !on_line {
            return true;
        }
        match word {
            "." => !self.touches(at + 1),
            "`" | ":" | "," | ";" | ")" | "(" | "…" => true,
            _ => word.starts_with(char::is_alphabetic) && !GO_ON.contains(&word),
        }
    }

    /// Where the value that begins here ends.
    fn value(&self, at: usize) -> Option<usize> {
        let word = self.word(at);
        match word {
            "" => None,
            "-" if self.word(at + 1).starts_with(|c: char| c.is_ascii_digit()) => Some(at + 2),
            "&" => self.value(at + 1),
            "(" => self.list(at, ")"),
            "[" => self.list(at, "]"),
            "'" => (at + 2..at + 4).find(|end| self.word(*end) == "'" && self.touches(*end)).map(|end| end + 1),
            _ if word.starts_with('"') => (word.len() > 1).then_some(at + 1),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => Some(at + 1),
            "true" | "false" | "NULL" => Some(at + 1),
            _ => self.name(at),
        }
    }

    /// A constant, a variant, or something made by the one or the other.
    fn name(&self, at: usize) -> Option<usize> {
        let is_name = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let mut end = at + 1;
        while self.word(end) == "::" && is_name(self.word(end + 1)) {
            end += 2;
        }
        if self.word(end) == "!" && self.word(end + 1) == "[" && self.word(at) == "vec" {
            return self.list(end + 1, "]");
        }
        let is_value = is_name(self.word(at)) && (end > at + 1 || self.word(at).starts_with(char::is_uppercase));
        match is_value {
            true if self.word(end) == "(" && self.touches(end) => self.list(end, ")"),
            true => Some(end),
            false => None,
        }
    }

    /// Behind the bracket that closes the one here, where all in between are values.
    fn list(&self, open: usize, close: &str) -> Option<usize> {
        let mut at = open + 1;
        while self.word(at) != close {
            at = self.value(at)?;
            match self.word(at) {
                "," => at += 1,
                word if word == close => {}
                _ => return None,
            }
        }
        Some(at + 1)
    }
}

fn kind(value: &str) -> Kind {
    let bare = value.trim_start_matches('-');
    match bare.split_once('.') {
        _ if value.starts_with('"') => Kind::Text,
        Some((whole, rest)) if !whole.is_empty() && [whole, rest].iter().all(|p| p.chars().all(|c| c.is_ascii_digit() || c == '_')) => {
            Kind::Float(rest.len())
        }
        _ => Kind::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Vec<(String, String)> {
        examples(comment, "f").into_iter().map(|e| (e.call, e.value)).collect()
    }

    fn one(call: &str, value: &str) -> Vec<(String, String)> {
        vec![(call.to_owned(), value.to_owned())]
    }

    #[test]
    fn an_example_is_read_with_words_behind_it_and_without() {
        assert_eq!(read("It adds.\n\n    f(200, 3) is 1_349: one ticket\n"), one("f(200, 3)", "1_349"));
        assert_eq!(read("f(&[1, -2]) gives Ok((\"mill\", 312))"), one("f(&[1, -2])", "Ok((\"mill\", 312))"));
        assert_eq!(read("So `f(u32::MAX)` is `None`."), one("f(u32::MAX)", "None"));
        assert_eq!(read("f('a') == NULL, and so on"), one("f('a')", "NULL"));
        assert_eq!(read("Bed::f(4) is LIMIT"), one("Bed::f(4)", "LIMIT"));
        assert_eq!(read("f(2) is 3.\nThen more"), one("f(2)", "3"));
        assert_eq!(read("f(2) is 3\n- a list"), one("f(2)", "3"));
    }

    #[test]
    fn what_only_looks_like_one_is_left_alone() {
        for comment in [
            "f(n) is 3",
            "f(3) is bed 4 of the row",
            "f(3) is 2 or 3",
            "f(3) is 2 + 3",
            "f(3) is 5 more than f(2)",
            "bed.f(3) is 4",
            "fn f(a: u32) -> u32",
            "f() is 1",
            "f(3) is not 4",
            "f(3) is 4.min(2)",
        ] {
            assert_eq!(read(comment), [], "{comment}");
        }
    }

    #[test]
    fn digits_behind_the_point_say_how_close_a_value_is_meant() {
        let kinds: Vec<Kind> =
            ["f(1) is 0.33", "f(1) is \"a.b\"", "f(1) is 2"].iter().flat_map(|c| examples(c, "f")).map(|e| e.kind).collect();
        assert_eq!(kinds, [Kind::Float(2), Kind::Text, Kind::Plain]);
    }
}
