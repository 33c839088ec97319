//! Fragments and the frame that they need: arms a `match`, cases a `switch`, fields a struct, gaps what is filled in, lines the order of their numbers. Makes
//! code that could stand in a stub.

use std::collections::HashSet;

use super::arguments;
use super::pieces::{Part, Pieces, has_sentence, is_keyword, stripped};
use super::plan::Planner;
use super::rows;
use super::template::parts;
use super::tokens::{Token, texts, tokens};

/// What fills a gap is no longer.
const LONGEST_PIECE: usize = 12;

pub fn framed(plain: &str, found: &Pieces, planner: &Planner) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(numbered(plain));
    all.extend(filled(plain, found, &planner.names));
    let has_self = planner.heads.iter().any(|(_, h)| h.has_self);
    let params: Vec<&str> =
        planner.heads.iter().flat_map(|(_, h)| h.params.iter().map(String::as_str)).chain(has_self.then_some("self")).collect();
    all.extend(rows::rows(plain, found, &params, planner.dialect.is_c));
    if planner.dialect.is_c {
        all.extend(cases(plain, &params));
    } else {
        all.extend(arms(plain, found, &params));
        all.extend(fields(plain, planner));
    }
    all.extend(joined_by_words(plain, found, planner));
    all.extend(arguments::called(plain, planner));
    all
}

/// Every `pattern => value` of the text in its order, as the arms of a `match` on a parameter or on another piece.
fn arms(plain: &str, found: &Pieces, params: &[&str]) -> Vec<String> {
    let mut arms: Vec<String> = Vec::new();
    for line in plain.lines() {
        let line = line.replace('`', " , ");
        let all = tokens(&line, false);
        for (at, _) in all.iter().enumerate().filter(|(_, t)| t.text == "=>") {
            let left = begin_of_pattern(&all, at);
            let right = end_of_value(&all, at + 1);
            let text = |from: usize, to: usize| {
                if from >= to { "" } else { line[all[from].at..all[to - 1].at + all[to - 1].text.len()].trim() }
            };
            let pattern = text(left, at);
            if !pattern.is_empty() && right > at + 1 {
                arms.push(format!("{pattern} => {},", text(at + 1, right)));
            }
        }
    }
    if arms.is_empty() {
        return Vec::new();
    }
    let is_subject = |p: &&Part| !p.text.contains("=>") && !p.is_block && texts(&p.text, true).len() > 2;
    let subjects = found.parts.iter().filter(is_subject).map(|p| p.text.trim_start_matches("match ").trim_end_matches('{').trim());
    let subjects: Vec<&str> = subjects.chain(params.iter().copied()).collect();
    subjects.iter().take(4).map(|subject| format!("match {subject} {{\n{}\n}}", arms.join("\n"))).collect()
}

/// A pattern begins behind a comma or behind the last word of the sentence before it.
fn begin_of_pattern(all: &[Token], end: usize) -> usize {
    let mut at = end;
    while at > 0 {
        let (before, here) = (all[at - 1].text, all.get(at).filter(|_| at < end).map_or("", |t| t.text));
        let two = before.ends_with(char::is_alphanumeric) && here.starts_with(|c: char| c.is_alphanumeric() || c == '_') && before != "if";
        if [",", ";", "{", ":", "-"].contains(&before) || two && here != "if" {
            break;
        }
        at -= 1;
    }
    at
}

/// A value goes on until a comma, a word of the sentence or the end, whatever brackets it has.
fn end_of_value(all: &[Token], from: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in all.iter().enumerate().skip(from) {
        match token.text {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" if depth == 0 => return at,
            ")" | "}" | "]" => depth -= 1,
            "," | ";" if depth == 0 => return at,
            text => {
                let previous = all[at - 1].text;
                let two_words = |a: &str, b: &str| a.ends_with(char::is_alphanumeric) && b.starts_with(char::is_alphabetic);
                if depth == 0 && at > from && two_words(previous, text) {
                    return at;
                }
            }
        }
    }
    all.len()
}

/// `case X: …` and `default: …` as a `switch` on each parameter.
fn cases(plain: &str, params: &[&str]) -> Vec<String> {
    let text = plain.replace('`', "\n");
    let mut inside = String::new();
    for (at, _) in text.match_indices("case ").chain(text.match_indices("default:")) {
        let rest = &text[at..];
        let end = rest.find('\n').unwrap_or(rest.len());
        let line = rest[..end].trim().trim_end_matches(['.', ',']);
        if line.contains(':') {
            let end = if line.ends_with([';', '}', ':']) { "" } else { ";" };
            inside.push_str(&format!("{line}{end}\n"));
        }
    }
    if inside.is_empty() {
        return Vec::new();
    }
    // The last of them may stand before the first in the text: a switch does not mind.
    params.iter().map(|p| format!("switch ({p}) {{\n{inside}}}")).collect()
}

/// A struct whose fields the text gives values, each `name: value` or the name alone.
fn fields(plain: &str, planner: &Planner) -> Vec<String> {
    // A key in quotes is a field too.
    let text = plain.replace('`', " , ").replace("\": ", ": ").replace(['"'], " ");
    let all = tokens(&text, false);
    let mut made = Vec::new();
    for (name, its) in structs(planner) {
        let (mut entries, mut explicit) = (Vec::new(), 0);
        for field in &its {
            let value = all.windows(2).enumerate().filter(|(_, w)| w[0].text == *field && w[1].text == ":").find_map(|(at, _)| {
                let end = end_of_value(&all, at + 2);
                let last = all.get(end.checked_sub(1)?)?;
                // A type is no value: that is how the struct is made.
                let is_type = matches!(all[at + 2].text, "u32" | "u64" | "i32" | "i64" | "usize" | "f64" | "bool" | "String" | "pub" | "&");
                (end > at + 2 && !is_type).then(|| text[all[at + 2].at..last.at + last.text.len()].trim_end_matches('.').trim().to_owned())
            });
            explicit += usize::from(value.is_some());
            match value {
                Some(value) => entries.push(format!("{field}: {value}")),
                None if all.iter().any(|t| t.text == *field) => entries.push(field.clone()),
                None => {}
            }
        }
        if explicit > 0 {
            let rest = if entries.len() < its.len() { ", ..*self" } else { "" };
            made.push(format!("{name} {{ {}{rest} }}", entries.join(", ")));
        }
    }
    made
}

/// The structs of the learner's files with the names of their fields.
pub(super) fn structs(planner: &Planner) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for file in planner.ground.starter {
        let all = texts(&file.content, true);
        for at in 0..all.len().saturating_sub(2) {
            if all[at] == "struct" && all[at + 2] == "{" {
                let inside = all[at + 3..].iter().take_while(|t| **t != "}").copied().collect::<Vec<_>>();
                let names = inside.windows(2).filter(|w| w[1] == ":").map(|w| w[0].to_owned()).collect();
                found.push((all[at + 1].to_owned(), names));
            }
        }
    }
    found
}

/// Lines with numbers before them that are out of order, in order.
fn numbered(plain: &str) -> Option<String> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for line in plain.lines() {
        let line = line.trim().trim_start_matches(['-', '*', '(', '#', ' ']);
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let rest = line[digits..].trim_start().strip_prefix([')', '.', ':', ']', '|']);
        if let (Ok(number), Some(rest)) = (line[..digits].parse(), rest) {
            lines.push((number, rest.trim().trim_matches('`').to_owned()));
        }
    }
    let is_sorted = lines.windows(2).all(|w| w[0].0 <= w[1].0);
    (lines.len() > 1 && !is_sorted).then(|| {
        lines.sort_by_key(|(number, _)| *number);
        lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
    })
}

/// Code with gaps, filled with what the text has for them: by their labels, one after the other, or from a list of as many.
fn filled(plain: &str, found: &Pieces, names: &HashSet<String>) -> Vec<String> {
    let mut made = Vec::new();
    for (at, block) in found.parts.iter().enumerate().filter(|(_, p)| p.is_block || p.is_marked) {
        let gaps = gaps(&block.text);
        if gaps.is_empty() {
            continue;
        }
        let after: Vec<&str> =
            found.parts[at + 1..].iter().filter(|p| !p.is_block && gaps_of(&p.text) == 0).map(|p| p.text.as_str()).collect();
        let outside = plain.replace(&block.text, "\n");
        let mut text = block.text.clone();
        let mut next = after.iter();
        for (range, label) in gaps.iter() {
            let value = labelled(&outside, label).or_else(|| next.next().map(|v| (*v).to_owned()));
            let Some(value) = value else { continue };
            text = text.replacen(&block.text[range.clone()], &format!("\u{1}{value}\u{1}"), 1);
        }
        made.push(text.replace('\u{1}', ""));
        let is_bare = gaps.iter().all(|(_, label)| label.is_empty());
        let lists = if is_bare { listed(&outside, names, gaps.len()) } else { Vec::new() };
        made.extend(lists.into_iter().map(|list| {
            let mut text = block.text.clone();
            gaps.iter().zip(&list).rev().for_each(|((range, _), value)| text.replace_range(range.clone(), value));
            text
        }));
    }
    made
}

/// Names that follow each other in a sentence with nothing but "and" between them.
fn names_in_a_row(line: &str, names: &HashSet<String>) -> Vec<Vec<String>> {
    let words = line.split_whitespace().map(|w| w.trim_matches(|c: char| "`,.;:".contains(c))).filter(|w| !["and", "then", ""].contains(w));
    let words: Vec<&str> = words.collect();
    let rows = words.split(|w| !names.contains(*w) || is_keyword(w) || w.len() < 2);
    rows.map(|row| row.iter().map(|w| (*w).to_owned()).collect()).collect()
}

/// Lists of just so many pieces: behind a colon with commas between them, or one below the other.
fn listed(outside: &str, names: &HashSet<String>, count: usize) -> Vec<Vec<String>> {
    let is_piece = |p: &String| !p.is_empty() && texts(p, true).len() <= LONGEST_PIECE && !has_sentence(p);
    let lines: Vec<String> = outside.lines().map(|l| stripped(l).trim_end_matches('.').to_owned()).collect();
    let in_line = lines.iter().map(|line| {
        let list = line.rsplit_once(": ").map_or(line.as_str(), |(_, list)| list);
        parts(&[", and ", ", then ", " and ", " then ", " | ", "; "].iter().fold(list.to_owned(), |list, join| list.replace(join, ", ")))
    });
    let below = lines.split(|l| l.is_empty() || l.starts_with("```")).map(|run| run.iter().map(|l| l.replace('`', "")).collect());
    let in_row = lines.iter().flat_map(|line| names_in_a_row(line, names));
    let fits = |list: &Vec<String>| list.len() == count && count > 1 && list.iter().all(is_piece);
    let mut found: Vec<Vec<String>> = in_line.chain(below).chain(in_row).filter(fits).collect();
    // Told from the last to the first.
    found.extend(found.clone().into_iter().map(|list| list.into_iter().rev().collect()));
    found
}

fn gaps_of(text: &str) -> usize {
    gaps(text).len()
}

/// `___`, `__1__`, `____A____`, `(1)`, `<1>`, `[A]`, `…`: each with what is written in it.
fn gaps(block: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let mut found: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    let bytes = block.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &block[at..];
        let lines = rest.len() - rest.trim_start_matches('_').len();
        let boxes = rest.len() - rest.trim_start_matches(['□', '▢', '…', '?']).len();
        if boxes > 1 {
            found.push((at..at + boxes, String::new()));
            at += boxes;
            continue;
        }
        let free = at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
        if lines >= 2 && free {
            let label: String = rest[lines..].chars().take_while(char::is_ascii_alphanumeric).take(12).collect();
            let more = &rest[lines + label.len()..];
            let closing = more.len() - more.trim_start_matches('_').len();
            let (label, length) = if closing >= 2 { (label.clone(), lines + label.len() + closing) } else { (String::new(), lines) };
            found.push((at..at + length, label));
            at += length;
            continue;
        }
        let bracket = [('(', ')'), ('<', '>'), ('[', ']'), ('{', '}')].iter().find(|(open, _)| rest.starts_with(*open));
        if let Some((_, close)) = bracket.filter(|_| free) {
            let label: String = rest[1..].chars().take_while(char::is_ascii_alphanumeric).take(2).collect();
            let is_label = label.parse::<usize>().is_ok() || label.len() == 1 && label.starts_with(char::is_uppercase);
            if is_label && rest[1 + label.len()..].starts_with(*close) {
                let length = label.len() + 2;
                found.push((at..at + length, rest[..length].to_owned()));
                at += length;
                continue;
            }
        }
        at += rest.chars().next().map_or(1, char::len_utf8);
    }
    found
}

/// What a text says that a label stands for.
fn labelled(text: &str, label: &str) -> Option<String> {
    if label.is_empty() {
        return None;
    }
    for (at, _) in text.match_indices(label) {
        let before = text[..at].chars().next_back().unwrap_or(' ');
        let rest = &text[at + label.len()..];
        if before.is_alphanumeric() || rest.starts_with(char::is_alphanumeric) {
            continue;
        }
        let line = rest.lines().next().unwrap_or_default();
        let value = line.trim_start_matches(['_', ')', ']', '`', ':', '.', ' ', '=', '-', '>']);
        let value = ["is ", "stands for ", "becomes ", "means "].iter().find_map(|w| value.strip_prefix(w)).unwrap_or(value).trim();
        let value = match value.strip_prefix('`').and_then(|v| v.split_once('`')) {
            Some((inner, _)) => inner,
            None => {
                let value = value.split(", ").next().unwrap_or(value);
                value.split(" and ").next().unwrap_or(value).trim_end_matches(['.', ',', ';'])
            }
        };
        if !value.trim().is_empty() {
            return Some(value.trim().to_owned());
        }
    }
    None
}

/// Two values with a word for an operator between them.
fn joined_by_words(plain: &str, found: &Pieces, planner: &Planner) -> Vec<String> {
    const WORDS: [(&str, &[&str]); 10] = [
        (" and", &["&", "&&"]),
        (" or", &["|", "||"]),
        ("plus", &["+"]),
        ("minus", &["-"]),
        ("times", &["*"]),
        ("multipl", &["*"]),
        ("divide", &["/"]),
        ("remainder", &["%"]),
        ("modulo", &["%"]),
        ("\"and\"", &["&"]),
    ];
    let is_value = |p: &&Part| !p.is_block && texts(&p.text, true).len() > 2 && planner.dialect.syntax.snippet(&p.text).is_expression;
    let values: Vec<&str> = found.parts.iter().filter(is_value).map(|p| p.text.as_str()).collect();
    let mut made = Vec::new();
    for pair in values.windows(2).take(4) {
        let between = plain.find(pair[0]).map(|at| at + pair[0].len()).and_then(|at| Some(plain[at..].split_once(pair[1])?.0));
        let Some(between) = between.filter(|b| b.len() < 60) else { continue };
        let signs = WORDS.iter().filter(|(word, _)| between.to_lowercase().contains(word)).flat_map(|(_, signs)| signs.iter());
        made.extend(signs.map(|sign| format!("({}) {sign} ({})", pair[0], pair[1])));
    }
    made.sort();
    made.dedup();
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_and_cases_get_their_frames() {
        let found = Pieces::default();
        let made = arms("zero: `0 => DRY`, then `1..=4 => DRIP`, and `_ => wet(x, 1)`.", &found, &["n"]);
        assert_eq!(made[0], "match n {\n0 => DRY,\n1..=4 => DRIP,\n_ => wet(x, 1),\n}");
        let made = arms("It gets 0 => DRY, _ => WET in its braces.", &found, &["n"]);
        assert_eq!(made[0], "match n {\n0 => DRY,\n_ => WET,\n}");
        let made = cases("`case 'a': return 1;`, `default: return 0`.", &["k"]);
        assert_eq!(made, ["switch (k) {\ncase 'a': return 1;\ndefault: return 0;\n}"]);
    }

    #[test]
    fn lines_are_put_in_order_and_gaps_are_filled() {
        assert_eq!(numbered("2) `b`\n1) `a`\n3) c").as_deref(), Some("a\nb\nc"));
        assert_eq!(numbered("1. a\n2. b"), None);
        let names = ["f", "go", "fetch", "in"].map(str::to_owned).into();
        let part = |text: &str, is_block| Part { text: text.to_owned(), is_block, is_marked: true };
        let pieces = Pieces { parts: vec![part("let x = ___;\n___", true), part("a + 1", false), part("x", false)], ..Pieces::default() };
        assert_eq!(filled("", &pieces, &names), ["let x = a + 1;\nx"]);
        let pieces = Pieces { parts: vec![part("let x = (1);\n(2)", true)], ..Pieces::default() };
        assert_eq!(filled("(1) a + 1\n(2) x", &pieces, &names), ["let x = a + 1;\nx"]);
        let pieces = Pieces { parts: vec![part("let x = __A__;", true)], ..Pieces::default() };
        assert_eq!(filled("A is `f(1, 2)`, B is `c`.", &pieces, &names), ["let x = f(1, 2);"]);
        let pieces = Pieces { parts: vec![part("let x = ____(a);\n____(x, □)", true)], ..Pieces::default() };
        let (asked, below) = ("The words, from the top: f, g and b + 1.", "In their order:\n\n1. f\n2. g\n3. b + 1\n");
        assert!(filled(asked, &pieces, &names).contains(&"let x = f(a);\ng(x, b + 1)".to_owned()));
        assert!(filled(below, &pieces, &names).contains(&"let x = f(a);\ng(x, b + 1)".to_owned()));
        let pieces = Pieces { parts: vec![part("let x = ____(a);\n____(x)", true)], ..Pieces::default() };
        assert!(
            filled("Into the gaps come `fetch` and `go`, in this order.", &pieces, &names).contains(&"let x = fetch(a);\ngo(x)".to_owned())
        );
        assert_eq!(filled("Think: which function comes first, which last, and what is left?", &pieces, &names).len(), 1);
    }
}
