//! Code with a slip in it that every reader mends: a letter too many in a word, a name in the spelling of another language, a bracket that is missing at the end.

use std::collections::HashSet;

use super::tokens::{Token, tokens};
use crate::syntax::Syntax;

const WORDS: [&str; 22] = [
    "let", "mut", "for", "while", "loop", "if", "else", "match", "return", "break", "continue", "const", "static", "struct", "switch",
    "case", "default", "sizeof", "int", "long", "void", "self",
];

/// The code as it was meant; nothing where there is nothing to mend.
pub fn mended(code: &str, names: &HashSet<String>, syntax: &dyn Syntax) -> Option<String> {
    if code.len() > 4000 {
        return None;
    }
    let all = tokens(code, true);
    let mut out = code.to_owned();
    for (at, token) in all.iter().enumerate().rev() {
        if let Some(meant) = meant(token, at, &all, names) {
            out.replace_range(token.at..token.at + token.text.len(), &meant);
        }
    }
    // A head alone has no end that could be missing.
    if syntax.snippet(&out).has_error && !out.trim_end().ends_with('{') {
        out = closed(&out);
    }
    (out != code).then_some(out)
}

fn meant(token: &Token, at: usize, all: &[Token], names: &HashSet<String>) -> Option<String> {
    let word = token.text;
    let is_word = word.len() > 2 && word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.is_ascii();
    if !is_word || names.contains(word) || WORDS.contains(&word) {
        return None;
    }
    let flat = |w: &str| w.replace('_', "").to_lowercase();
    let before = at.checked_sub(1).map_or("", |b| all[b].text);
    let is_camel = word.chars().skip(1).any(char::is_uppercase) && word.starts_with(char::is_lowercase);
    let is_spelling = |n: &&String| n.len() > 2 && flat(n) == flat(word) && (is_camel || n.contains('_'));
    if let Some(name) = names.iter().filter(|n| before != "." || n.starts_with(char::is_lowercase)).find(is_spelling) {
        return Some(name.clone());
    }
    // What is made here has whatever name it likes, and a method is not among the learner's names.
    let is_made = ["let", "mut", "int", "long", "for", "size_t", "*", "|"].contains(&before);
    let again = all.iter().filter(|t| t.text == word).count() > 1;
    if is_camel {
        return Some(snake(word));
    }
    if is_made || before == "." || again {
        return None;
    }
    let most = if word.len() > 7 { 2 } else { 1 };
    let near = |w: &&str| w.len().abs_diff(word.len()) <= most && distance(w, word) <= most;
    let known = WORDS.iter().copied().chain(names.iter().map(String::as_str).filter(|n| n.len() > 4));
    known.filter(near).min_by_key(|w| distance(w, word)).map(str::to_owned)
}

fn snake(word: &str) -> String {
    word.chars().flat_map(|c| if c.is_uppercase() { vec!['_', c.to_ascii_lowercase()] } else { vec![c] }).collect()
}

/// How many letters differ; two that changed places count as one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// With the brackets that are still open closed, the inner ones at the end of their line.
fn closed(code: &str) -> String {
    let (mut out, mut open) = (String::new(), Vec::new());
    for line in code.lines() {
        let mut round = Vec::new();
        for c in line.chars() {
            match c {
                '(' => round.push(')'),
                '[' => round.push(']'),
                '{' => open.push('}'),
                ')' | ']' => drop(round.pop()),
                '}' => drop(open.pop()),
                _ => {}
            }
        }
        let ending = line.trim_end();
        let (body, end) = ending.strip_suffix(';').map_or((ending, ""), |body| (body, ";"));
        let (body, end) = ending.strip_suffix(" {").map_or((body, end), |body| (body, " {"));
        out.push_str(body);
        out.extend(round.iter().rev());
        out.push_str(end);
        out.push('\n');
    }
    out.extend(open.iter().rev());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    #[test]
    fn slips_are_mended_and_right_code_is_left_alone() {
        let syntax = language::by_name("rust").expect("a language").syntax().expect("a syntax");
        let names = ["VAN_LIMIT", "contents_grams", "total", "step"].map(str::to_owned).into();
        let mend = |code: &str| mended(code, &names, syntax);
        assert_eq!(mend("whille total < 3 { total += 1; }").as_deref(), Some("while total < 3 { total += 1; }"));
        assert_eq!(mend("retrun total;").as_deref(), Some("return total;"));
        assert_eq!(mend("total + contents_gramms").as_deref(), Some("total + contents_grams"));
        assert_eq!(mend("vanLimit.saturatingSub(total)").as_deref(), Some("VAN_LIMIT.saturating_sub(total)"));
        assert_eq!(mend("let x = 1;\nstep((total + x)").as_deref(), Some("let x = 1;\nstep((total + x))\n"));
        assert_eq!(mend("let steps = total;\nsteps + 1"), None);
    }
}
