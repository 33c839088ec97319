//! Texts as rows of tokens: what layout and comments cannot hide. Owns the runs by which two texts are compared; it knows no grammar.

use std::collections::HashSet;

/// As many tokens in a row say something: `a + b` does not.
const RUN: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'t> {
    pub text: &'t str,
    pub at: usize,
}

const OPERATORS: [&str; 26] = [
    "..=", "<<=", ">>=", "...", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "..",
    "<<", ">>", "++", "--",
];

/// The tokens of code, without its comments.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, counts) = if first.is_whitespace() {
            (first.len_utf8(), false)
        } else if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/*") {
            (rest.find("*/").map_or(rest.len(), |end| end + 2), false)
        } else if first.is_alphanumeric() || first == '_' {
            (word_length(rest), true)
        } else if first == '"' {
            (string_length(rest), true)
        } else {
            (OPERATORS.iter().find(|o| rest.starts_with(**o)).map_or(first.len_utf8(), |o| o.len()), true)
        };
        if counts {
            found.push(Token { text: &rest[..length], at });
        }
        at += length;
    }
    found
}

/// `1.5` is one number, `1..5` and `x.0` are not.
fn word_length(rest: &str) -> usize {
    let word = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let end = word(rest);
    match rest[end..].strip_prefix('.') {
        Some(after) if rest.starts_with(|c: char| c.is_ascii_digit()) && after.starts_with(|c: char| c.is_ascii_digit()) => {
            end + 1 + word(after)
        }
        _ => end,
    }
}

/// A string that does not end on its line is only a quote.
fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\n' => return 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    1
}

pub fn texts(text: &str) -> Vec<&str> {
    tokens(text).into_iter().map(|t| t.text).collect()
}

/// The short runs of all that somebody has read.
pub struct Runs<'t>(HashSet<Vec<&'t str>>);

impl<'t> Runs<'t> {
    pub fn new(known: impl Iterator<Item = &'t str>) -> Runs<'t> {
        let mut runs = HashSet::new();
        for row in known.map(texts) {
            for length in 1..=RUN {
                runs.extend(row.windows(length).map(<[&str]>::to_vec));
            }
        }
        Runs(runs)
    }

    /// How many tokens of a row stand in no run of four of what is known; a shorter row is known as a whole or not at all.
    pub fn count_new(&self, row: &[&str]) -> usize {
        let length = RUN.min(row.len()).max(1);
        let mut is_known = vec![false; row.len()];
        for at in 0..(row.len() + 1).saturating_sub(length) {
            if self.0.contains(&row[at..at + length]) {
                is_known[at..at + length].fill(true);
            }
        }
        is_known.iter().filter(|known| !**known).count()
    }
}

/// The longest run of a row that stands in the text and in none of what is known.
pub fn longest_new_run(row: &[&str], text: &[&str], known: &[Vec<&str>]) -> usize {
    let stands_in = |part: &[&str], whole: &[&str]| whole.windows(part.len()).any(|w| w == part);
    let mut longest = 0;
    for start in 0..row.len() {
        // Only longer ones are of interest.
        let mut length = longest + 1;
        while start + length <= row.len() && stands_in(&row[start..start + length], text) {
            if !known.iter().any(|k| stands_in(&row[start..start + length], k)) {
                longest = length;
            }
            length += 1;
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_and_comments_do_not_count() {
        let tight = texts("for day in 1..=days{total+=day*STEP;}");
        let wide = texts("for day in 1 ..= days {\n    // each day\n    total += day /* n */ * STEP;\n}");
        assert_eq!(tight, wide);
        assert_eq!(texts("x.0 1.5 1..5 \"a b\""), ["x", ".", "0", "1.5", "1", "..", "5", "\"a b\""]);
    }

    #[test]
    fn new_is_what_stands_in_no_known_run_of_four() {
        let runs = Runs::new(["let a = b + c;", "x()"].into_iter());
        let new = |code: &str| runs.count_new(&texts(code));
        assert_eq!([new("let a = b"), new("a = b * 2"), new("let a = b + 2"), new("x()"), new("y()"), new("")], [0, 5, 1, 0, 3, 0]);
    }

    #[test]
    fn a_run_counts_only_where_nobody_knew_it() {
        let row = texts("a + b * c - d / e");
        let hint = texts("so write a + b * c - d / e here");
        assert_eq!(longest_new_run(&row, &hint, &[]), 9);
        assert_eq!(longest_new_run(&row, &hint, std::slice::from_ref(&row)), 0);
        assert_eq!(longest_new_run(&row, &texts("a + b is no more"), &[]), 3);
    }
}
