//! Source text as a row of tokens, names kept and layout forgotten, and what two rows have in common. Close enough to Rust and C for comparing; it is no
//! compiler's lexer.

/// A run of this many tokens of the reference is suspicious.
pub const SUSPICIOUS: usize = 24;

/// Shorter pieces of the reference say little: `a + b`, `x += 1`.
const BLOCK: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'t> {
    pub text: &'t str,
    pub at: usize,
}

const OPERATORS: [&str; 28] = [
    "..=", "<<=", ">>=", "...", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "..",
    "<<", ">>", "++", "--", "//", "/*",
];

/// The tokens of a text; comments are left out where `code` says that it is one.
pub fn tokens(text: &str, code: bool) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        let length = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_alphanumeric() || first == '_' {
            // `1.5` is one number, `1..5` and `x.0` are not.
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let mut end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            let after = &rest[end..];
            if first.is_ascii_digit() && after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit()) {
                end += 1 + after[1..].find(|c| !word(c)).unwrap_or(after.len() - 1);
            }
            end
        } else if first == '"' && code {
            string_length(rest)
        } else if code && rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if code && rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            continue;
        } else {
            OPERATORS.iter().find(|o| rest.starts_with(**o)).map_or(first.len_utf8(), |o| o.len())
        };
        found.push(Token { text: &rest[..length], at });
        at += length;
    }
    found
}

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

pub fn texts(text: &str, code: bool) -> Vec<&str> {
    tokens(text, code).into_iter().map(|t| t.text).collect()
}

/// Whether one row stands in another, in one piece.
pub fn stands_in(part: &[&str], whole: &[&str]) -> bool {
    part.is_empty() || whole.windows(part.len()).any(|w| w == part)
}

/// Which tokens of a row stand in a text, in blocks long enough to say something.
pub fn covered(row: &[&str], text: &[&str]) -> Vec<bool> {
    let block = BLOCK.min(row.len()).max(1);
    let mut marks = vec![false; row.len()];
    for at in 0..(row.len() + 1).saturating_sub(block) {
        if stands_in(&row[at..at + block], text) {
            marks[at..at + block].fill(true);
        }
    }
    marks
}

/// The longest run of a row that stands in the text and in none of what is known.
pub fn longest_new_run(row: &[&str], text: &[&str], known: &[Vec<&str>]) -> usize {
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
        let tight = texts("for day in 1..=days{total+=day*STEP;}", true);
        let wide = texts("for day in 1 ..= days {\n    // each day\n    total += day /* n */ * STEP;\n}", true);
        assert_eq!(tight, wide);
        assert_eq!(texts("x.0 1.5 1..5", true), ["x", ".", "0", "1.5", "1", "..", "5"]);
    }

    #[test]
    fn a_run_counts_only_where_nobody_knew_it() {
        let row = texts("a + b * c - d / e", true);
        let hint = texts("so write a + b * c - d / e here", false);
        assert_eq!(longest_new_run(&row, &hint, &[]), 9);
        assert_eq!(longest_new_run(&row, &hint, std::slice::from_ref(&row)), 0);
        assert_eq!(longest_new_run(&row, &texts("a + b is no more", false), &[]), 3);
    }
}
