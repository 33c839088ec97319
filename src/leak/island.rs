//! Islands of code in any text: rows of tokens that could all be code, whatever surrounds them, and what is left of them when they are cut where a sentence, a
//! formula or another language would put its own signs. The last net below the readings that know what they read.

use std::collections::HashSet;

use super::pieces::is_keyword;
use super::tokens::{Token, tokens};
use crate::syntax::Syntax;

/// Shorter rows say nothing, nor do shorter parts of them.
const LEAST: usize = 4;
const LEAST_PART: usize = 3;
/// So many are taken of one line, and of one text.
const OF_A_LINE: usize = 5;
const OF_A_TEXT: usize = 20;

/// The islands of a text, longer ones first: whole, and cut so that they read as code.
pub fn islands(text: &str, names: &HashSet<String>, syntax: &dyn Syntax) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = unstruck(line);
        for island in rows(&line, names) {
            found.extend(cuts(&line, &island, syntax).into_iter().take(OF_A_LINE));
        }
    }
    found.sort_by_key(|f| std::cmp::Reverse(f.len()));
    found.dedup();
    found.truncate(OF_A_TEXT);
    found
}

/// A line without what is struck out in it, and without the marks of what is put there.
fn unstruck(line: &str) -> String {
    let line = line.replace("<del>", "~~").replace("</del>", "~~").replace("<ins>", "**").replace("</ins>", "**");
    let kept: String = line.split("~~").enumerate().filter(|(at, _)| at % 2 == 0).map(|(_, part)| part).collect();
    if kept.len() < line.len() { kept.replace("**", "") } else { line }
}

/// Runs of tokens that code could have.
fn rows<'l>(line: &'l str, names: &HashSet<String>) -> Vec<Vec<Token<'l>>> {
    let all = tokens(line, false);
    let (mut found, mut row) = (Vec::new(), Vec::new());
    let mut own: HashSet<&str> = HashSet::new();
    for (at, token) in all.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |b| all[b].text);
        let after = &line[token.at + token.text.len()..];
        let is_word = token.text.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if ["let", "mut", "for", "|", "int", "long", "size_t", "var", "const"].contains(&before) && is_word {
            own.insert(token.text);
        }
        let tight = line[..token.at].ends_with(['.', ':']) && [".", "::"].contains(&before);
        let joined = tight || after.starts_with('(') || after.starts_with("::") || after.starts_with("!(");
        let known = names.contains(token.text) || is_keyword(token.text) || own.contains(token.text);
        // An article stands before a word, a name before a sign.
        let in_code = after.trim_start().starts_with(|c: char| "+-*/,)<>=[.;".contains(c));
        let small = token.text.len() == 1 && (token.text != "a" && token.text != "I" || in_code)
            || token.text.starts_with(|c: char| c.is_ascii_digit());
        let snake = token.text.contains('_');
        let is_sign = !is_word && token.text.is_ascii() && !"`\"\\$#@~".contains(token.text);
        if is_sign || is_word && (known || small || snake || joined) {
            row.push(token.clone());
        } else {
            found.push(std::mem::take(&mut row));
        }
    }
    found.push(row);
    found.retain(|r| r.len() >= LEAST);
    found
}

/// The parts of a row that read as code, from behind each sign that may belong to the sentence to the last that fits; the longest first.
fn cuts(line: &str, row: &[Token], syntax: &dyn Syntax) -> Vec<String> {
    let parts = [",", "=", ":", "->", "=>", ";", "'", "==", "(", "-", "."];
    let starts = (0..row.len()).filter(|at| *at == 0 || parts.contains(&row[at - 1].text));
    let mut found: Vec<String> = Vec::new();
    for start in starts {
        let whole = balanced(&row[start..]);
        let ends = (1..=whole).rev().filter(|n| *n == whole || [",", ";", ":", ".", "'", "=", "-"].contains(&row[start + n].text));
        for length in ends.filter(|n| *n >= LEAST_PART).take(4) {
            let (first, last) = (&row[start], &row[start + length - 1]);
            let code = &line[first.at..last.at + last.text.len()];
            let is_sign =
                |t: &Token| !t.text.starts_with(|c: char| c.is_alphanumeric() || c == '_') && ![",", ".", ":", "'"].contains(&t.text);
            let has_sign = row[start..start + length].iter().any(is_sign);
            if has_sign && reads(code, syntax) {
                found.push(code.to_owned());
                break;
            }
        }
    }
    found.sort_by_key(|f| std::cmp::Reverse(f.len()));
    found.dedup();
    found
}

/// As code, or as the head of something.
fn reads(code: &str, syntax: &dyn Syntax) -> bool {
    let is_head = ["for ", "if ", "while ", "match "].iter().any(|w| code.starts_with(w));
    let framed = format!("{} {{ step(); }}", code.trim_end_matches(['{', ':']));
    !syntax.snippet(code).has_error || !syntax.snippet(&format!("{code};")).has_error || is_head && !syntax.snippet(&framed).has_error
}

/// How many tokens there are before a bracket closes that was not opened here.
fn balanced(row: &[Token]) -> usize {
    let mut depth = 0usize;
    for (at, token) in row.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return at,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
    }
    row.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    #[test]
    fn code_is_cut_out_of_whatever_surrounds_it() {
        let syntax = language::by_name("rust").expect("a language").syntax().expect("a syntax");
        let names = ["parcel", "BOX", "SHEET", "days", "day", "contents", "sheets"].map(str::to_owned).into();
        for (text, code) in [
            ("assert_eq!(parcel(x, y), BOX + x + y * SHEET);", "BOX + x + y * SHEET"),
            ("parcel = lambda contents, sheets: BOX + contents + sheets * SHEET", "BOX + contents + sheets * SHEET"),
            ("parcel contents sheets = BOX + contents * sheets, as others would say", "BOX + contents * sheets"),
            ("Line 2, corrected: for day in 1..=days", "for day in 1..=days"),
            ("for day in 1..~~days~~**=days**", "for day in 1..=days"),
            ("Say 'BOX + contents * 2' here", "BOX + contents * 2"),
        ] {
            let found = islands(text, &names, syntax);
            assert!(found.iter().any(|f| f == code), "{text}\n{found:#?}");
        }
        assert!(islands("What is left of the days, and which day comes first?", &names, syntax).is_empty());
    }
}
