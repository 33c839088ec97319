//! Code in containers that are no code: strings of JSON, what a shell command would write, a compiler's margin, a column of remarks behind the code, single letters
//! with blanks between them. Takes the container away; what is left is for others.

use std::collections::HashSet;

use super::pieces::parses;
use super::tokens::texts;
use crate::syntax::Syntax;

/// More lines are not tried in all their runs.
const MOST_LINES: usize = 30;

pub fn undressed(plain: &str, blocks: &[String], syntax: &dyn Syntax, names: &HashSet<String>) -> Vec<String> {
    let mut found = json(plain);
    blocks.iter().for_each(|b| found.extend(json(b)));
    found.extend(joined_letters(plain));
    found.extend(after_signature(plain, names));
    for block in blocks.iter().map(String::as_str).chain([plain]) {
        let commented = comments(block);
        for text in [Some(block.to_owned()), columns(block), commented.as_deref().and_then(columns), commented].into_iter().flatten() {
            if text != block {
                found.push(text.clone());
            }
            found.extend(longest_run(&text, syntax, names));
        }
        let margin = gutters(block);
        if margin.len() > 1 {
            found.push(margin.join("\n"));
        }
    }
    found
}

/// The strings of a text that is a list or an object as JSON has them, in their order: as they are, and with the names before them as steps.
fn json(text: &str) -> Vec<String> {
    let Some(start) = text.find("[\"").or_else(|| text.find("{\"")).or_else(|| text.find("{\n")) else { return Vec::new() };
    let (mut strings, mut steps, mut key) = (Vec::new(), Vec::new(), None);
    for (said, after) in quoted(&text[start..]) {
        if after.trim_start().starts_with(':') {
            key = Some(said);
            continue;
        }
        steps.push(step(key.take().as_deref(), &said));
        strings.push(said);
    }
    let mut found = vec![strings.join("\n"), steps.join("\n")];
    found.retain(|f| !f.is_empty());
    found
}

/// A plan as JSON, each of its objects as one sentence to be read aloud: `{"let": "x", "be": ["a", "minus", "b"]}`.
pub fn json_plan(block: &str) -> Option<String> {
    let (mut said, mut rest, mut keys, mut lists) = (String::new(), block.trim(), 0, Vec::new());
    if !rest.starts_with(['[', '{']) {
        return None;
    }
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '"' => {
                let end = length + rest[1..].find('"')?;
                let word = &rest[1..end];
                length = end + 1;
                let is_key = rest[length..].trim_start().starts_with(':');
                keys += usize::from(is_key);
                said.push_str(if is_key && ENDS.contains(&word) { "return" } else { word });
                said.push(' ');
            }
            // Several answers at once are a tuple.
            '[' => {
                lists.push(said.trim_end().ends_with("return"));
                said.push_str(if lists.last() == Some(&true) { "(" } else { "" });
            }
            ']' => said.push_str(if lists.pop() == Some(true) { ") " } else { "" }),
            // Spoken, because a written comma is where a speaker breathes.
            ',' if lists.last() == Some(&true) => said.push_str("comma "),
            '}' => said.push('\n'),
            c if c.is_alphanumeric() || "._-".contains(c) => said.push(c),
            _ => {}
        }
        rest = &rest[length..];
    }
    (keys > 1).then_some(said)
}

/// A value with the name that stands before it, as a step.
pub fn step(name: Option<&str>, value: &str) -> String {
    let ends = name.is_some_and(|k| ENDS.contains(&k));
    match name.filter(|k| !ends && !SAYS_WHAT.contains(k)) {
        Some(name) => format!("{name} = {};", value.trim_end_matches(';')),
        None if ends || value.ends_with([';', '{', '}']) => value.to_owned(),
        None => format!("{value};"),
    }
}

/// Keys that say what a string is; any other is a name for its value.
const SAYS_WHAT: [&str; 14] =
    ["call", "do", "body", "code", "step", "line", "result", "return", "answer", "last", "then", "loop", "solution", "steps"];
const ENDS: [&str; 4] = ["result", "return", "answer", "last"];

/// The strings between double quotes, each with what follows it.
pub(super) fn quoted(text: &str) -> Vec<(String, &str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(open) = text[at..].find('"').map(|o| at + o + 1) {
        let (mut said, mut escaped, mut end) = (String::new(), false, None);
        for (i, c) in text[open..].char_indices() {
            match c {
                '"' if !escaped => {
                    end = Some(open + i + 1);
                    break;
                }
                '\\' if !escaped => escaped = true,
                'n' if escaped => {
                    said.push('\n');
                    escaped = false;
                }
                c => {
                    said.push(c);
                    escaped = false;
                }
            }
        }
        let Some(end) = end else { break };
        found.push((said, &text[end..]));
        at = end;
    }
    found
}

/// `r e t u r n   x` as a word and a word.
fn joined_letters(text: &str) -> Option<String> {
    let is_spaced = |line: &&str| line.split(' ').filter(|w| w.chars().count() == 1).count() > 6;
    let lines: Vec<String> = text
        .lines()
        .filter(is_spaced)
        .map(|line| line.split("  ").map(|word| word.replace(' ', "")).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" "))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// `f(x) -> T = value`: what stands behind the sign.
fn after_signature(text: &str, names: &HashSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        for (at, _) in line.match_indices(" = ") {
            let head = line[..at].trim_end();
            let is_head = head.contains('(') && texts(head, false).iter().any(|t| names.contains(*t));
            if is_head && !head.contains(';') {
                found.push(line[at + 3..].trim().trim_matches('`').to_owned());
            }
        }
    }
    found
}

/// What stands in a margin of line numbers, as compilers print it: the code of each line that has one, without what is taken away.
pub fn gutters(text: &str) -> Vec<String> {
    let code = |line: &str| {
        let line = line.trim_start();
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = (rest.len() < line.len()).then(|| rest.trim_start())?;
        let code = rest.strip_prefix(['|', '+', '~'])?.trim();
        (!code.is_empty()).then(|| code.to_owned())
    };
    text.lines().filter_map(code).collect()
}

/// The lines up to the column of remarks behind them.
fn columns(text: &str) -> Option<String> {
    let cut = |line: &str| {
        let start = line.len() - line.trim_start().len();
        let end = line[start..].find("   ").map(|at| start + at)?;
        (!line[end..].trim().is_empty()).then(|| line[..end].to_owned())
    };
    let cuts = text.lines().filter(|l| cut(l).is_some()).count();
    (cuts > 1).then(|| text.lines().map(|l| cut(l).unwrap_or_else(|| l.to_owned())).collect::<Vec<_>>().join("\n"))
}

/// What stands in comments that have their lines for themselves.
fn comments(text: &str) -> Option<String> {
    let inner = |line: &str| {
        let line = line.trim();
        let said = ["///", "//!", "//", "/*", "# ", "-- "].iter().find_map(|m| line.strip_prefix(m))?;
        Some(said.trim_end_matches("*/").trim_end().to_owned())
    };
    let lines: Vec<String> = text.lines().filter_map(inner).collect();
    (lines.len() > 1).then(|| lines.join("\n"))
}

/// The longest run of lines that reads as code where the whole does not, also without a last word that only ends the container.
fn longest_run(text: &str, syntax: &dyn Syntax, names: &HashSet<String>) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    if lines.len() < 2 || lines.len() > MOST_LINES || parses(text, syntax) {
        return Vec::new();
    }
    let is_end = |line: &str| texts(line, false).len() == 1 && !names.contains(line.trim()) && !line.contains(['{', '}']);
    for length in (1..lines.len()).rev() {
        let mut found: Vec<String> = Vec::new();
        for window in lines.windows(length) {
            let mut window = window;
            let text = window.join("\n");
            if texts(&text, true).len() > 4 && text.contains(['=', '(', '{', ';']) && parses(&text, syntax) {
                found.push(text);
                while let Some((_, rest)) = window.split_last().filter(|(last, _)| is_end(last)) {
                    window = rest;
                    found.push(window.join("\n"));
                }
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn holds(text: &str, block: &str, code: &str) {
        let syntax = language::by_name("rust").expect("a language").syntax().expect("a syntax");
        let names = ["a", "b", "f", "x"].map(str::to_owned).into();
        let found = undressed(text, &[block.to_owned()], syntax, &names);
        let tight = |t: &str| t.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(found.iter().any(|f| tight(f) == code), "{code}\n{found:#?}");
    }

    #[test]
    fn containers_are_taken_away() {
        holds("{\"body\": [\"let x = a;\", \"x + b\"]}", "", "let x = a; x + b");
        holds("{\"let x\": \"a + 1\", \"result\": \"x\"}", "", "let x = a + 1; x");
        holds("", "cat > f <<'END'\nlet x = a;\nx + b\nEND\nsed -i '/y/d' z", "let x = a; x + b");
        holds("l e t   x   =   a   +   b   ;", "", "let x = a + b ;");
        holds("As a formula: f(&self) -> u32 = a + b", "", "a + b");
        holds("", "// let x = a;      first\n// x + b          then", "let x = a; x + b");
        assert_eq!(gutters("error\n  |\n39 |     let mut x = a;\n   |     +++"), ["let mut x = a;"]);
    }

    #[test]
    fn a_plan_in_json_is_read_aloud() {
        let plan =
            "[{\"if\": [\"a\", \"is less than\", \"b\"], \"return\": [\"a\", \"b\"]},\n {\"set\": \"x\", \"to\": 0}, {\"answer\": \"x\"}]";
        assert_eq!(json_plan(plan).expect("a plan"), "if a is less than b return (a comma b ) \nset x to 0\nreturn x \n");
        assert_eq!(json_plan("[1, 2]"), None);
    }
}
