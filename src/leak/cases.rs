//! A function written as mathematics: `f(n) = a if n > b` above `f(n) = c otherwise`, with letters of its own for what is long ("let s = sizeof(x)"). Writes it as
//! the steps that it means, for `tongue` to read. Refuses a sentence: of a case, the value and the condition have to be code.

use super::pieces::{has_sentence, is_keyword, stripped};
use super::template::parts;
use super::tokens::texts;

/// Words between a value and when it holds, and words for all that is left.
const WHEN: [&str; 6] = [", if ", ", when ", ", for ", " if ", " when ", " for "];
const ELSE: [&str; 5] = ["otherwise", "else", "in all other cases", "in any other case", "if not"];
/// Words before a letter that is given a meaning, and between the two.
const LETS: [&str; 9] = ["let ", "where ", "with ", "say ", "write ", "call ", "and ", "put ", "here "];
const MEANS: [&str; 6] = [" := ", " = ", " be ", " stands for ", " stand for ", " for "];
/// Signs of a formula as it is set.
const SET: [(&str, &str); 17] = [
    ("\\begin{cases}", "\n"),
    ("\\end{cases}", "\n"),
    ("\\left", ""),
    ("\\right", ""),
    ("\\lfloor", "("),
    ("\\rfloor", ")"),
    ("\\cdot", "*"),
    ("\\times", "*"),
    ("\\leq", "<="),
    ("\\geq", ">="),
    ("\\text{", ""),
    ("\\mathrm{", ""),
    ("\\\\", "\n"),
    ("\\_", "_"),
    (" & ", " if "),
    ("if if ", "if "),
    ("$", ""),
];

/// One line of a definition.
struct Case {
    function: Option<String>,
    value: String,
    /// Nothing for what holds otherwise.
    condition: Option<String>,
}

/// Each definition of the text as steps.
pub fn told(plain: &str) -> Vec<String> {
    let text = SET.iter().fold(plain.to_owned(), |text, (set, sign)| text.replace(set, sign));
    let (mut found, mut group, mut head) = (Vec::new(), Vec::new(), None);
    for line in text.lines().chain(["the end of it"]) {
        let line = of_row(line).unwrap_or_else(|| bare(line));
        match case(&line) {
            Some(case) => group.push(case),
            // The name may stand above its cases, before a brace that holds them all.
            None if line.is_empty() => {}
            None => {
                found.extend(steps(std::mem::take(&mut group), head.take(), &letters(plain)));
                head = line.trim_end_matches(['{', ' ']).strip_suffix('=').and_then(|l| function(l.trim()));
            }
        }
    }
    found
}

/// `| a == b | NULL |` as the case that it is: the cell that asks says when the other holds.
fn of_row(line: &str) -> Option<String> {
    let cells: Vec<String> = line.trim().strip_prefix('|')?.trim_end_matches('|').split(" | ").map(bare).collect();
    let [first, second] = &cells[..] else { return None };
    let asks = |cell: &str| texts(cell, true).iter().any(|t| ["<", ">", "<=", ">=", "==", "!="].contains(t));
    let is_rest = |cell: &str| ELSE.contains(&cell) || cell.starts_with("every other") || cell.starts_with("any other");
    match (first.as_str(), second.as_str()) {
        (when, value) if asks(when) && !value.is_empty() => Some(format!("{value} if {when}")),
        (value, when) if asks(when) => Some(format!("{value} if {when}")),
        (rest, value) | (value, rest) if is_rest(rest) => Some(format!("{value} otherwise")),
        _ => None,
    }
}

fn bare(line: &str) -> String {
    let plain = line.replace(['`', '⎧', '⎨', '⎩', '⎪', '|'], " ").replace('{', " { ").replace('}', " ");
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    stripped(&words).trim_end_matches(['.', ',', ';']).trim().to_owned()
}

fn case(line: &str) -> Option<Case> {
    let (function, rest) = match line.split_once(" = ").and_then(|(left, rest)| Some((function(left)?, rest))) {
        Some((function, rest)) => (Some(function), rest.trim_start_matches("{ ")),
        None => (None, line.trim_start_matches("{ ")),
    };
    // What is said to hold otherwise may also be said to hold if so.
    let rest = ELSE.iter().fold(rest.to_owned(), |rest, word| rest.replace(&format!("if {word}"), word));
    let otherwise = ELSE.iter().find_map(|word| rest.strip_suffix(word)).map(|value| (value, None));
    let when = || WHEN.iter().find_map(|word| rest.split_once(word)).map(|(value, when)| (value, Some(when.trim().to_owned())));
    let (value, condition) = otherwise.or_else(when)?;
    let value = value.trim().trim_end_matches(',').trim().to_owned();
    let is_code = |text: &str| !text.is_empty() && !has_sentence(text) && texts(text, true).iter().all(|t| t.is_ascii());
    let asks = |text: &String| texts(text, true).iter().any(|t| ["<", ">", "<=", ">=", "==", "!=", "="].contains(t));
    let holds = is_code(&value) && condition.as_ref().is_none_or(|c| is_code(c) && asks(c));
    holds.then(|| Case { function, condition: condition.map(|c| of_both_ends(&c)), value })
}

/// `f(a, b)`, where the names in its brackets are names.
fn function(text: &str) -> Option<String> {
    let (name, params) = text.trim().strip_suffix(')')?.split_once('(')?;
    let is_name = |n: &str| n.starts_with(char::is_alphabetic) && n.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name(name.trim()) && parts(params).iter().all(|p| is_name(p))).then(|| text.trim().to_owned())
}

/// `a <= n < b` asks twice.
fn of_both_ends(condition: &str) -> String {
    let row = texts(condition, true);
    let signs: Vec<usize> = (0..row.len()).filter(|at| ["<", "<=", ">", ">="].contains(&row[*at])).collect();
    match signs[..] {
        [first, second] if !row.contains(&"&&") && !row.contains(&"||") => {
            format!("{} && {}", row[..second].join(" "), row[first + 1..].join(" "))
        }
        _ => condition.to_owned(),
    }
}

fn steps(cases: Vec<Case>, head: Option<String>, letters: &[(String, String)]) -> Option<String> {
    let last = cases.last().filter(|_| cases.len() > 1)?.value.clone();
    let named = cases.iter().find_map(|c| c.function.clone()).or(head);
    let indent = if named.is_some() { "    " } else { "" };
    let mut out = named.map(|head| format!("def {head}:\n")).unwrap_or_default();
    letters.iter().for_each(|(letter, value)| out.push_str(&format!("{indent}{letter} = {value}\n")));
    for Case { value, condition, .. } in cases {
        match condition {
            Some(condition) => out.push_str(&format!("{indent}if {condition}:\n{indent}    return {value}\n")),
            None => break,
        }
    }
    Some(format!("{out}{indent}return {last}\n"))
}

/// Letters that the text gives a meaning.
fn letters(plain: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let text = plain.replace('`', "").replace(". ", "\n").replace(" and ", "\n").replace(", ", "\n");
    for clause in text.lines().map(|l| l.trim().trim_end_matches(['.', ',', ';', ':'])) {
        let lower = clause.to_ascii_lowercase();
        let clause = LETS.iter().find(|w| lower.starts_with(**w)).map_or(clause, |w| &clause[w.len()..]);
        let Some((letter, value)) = MEANS.iter().find_map(|m| clause.split_once(m)) else { continue };
        let is_letter = letter.len() <= 2 && letter.chars().all(char::is_alphabetic) && !is_keyword(letter);
        if is_letter && !value.trim().is_empty() && !has_sentence(value) {
            found.push((letter.to_owned(), value.trim().to_owned()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::retell::tests::{holds, planned};
    use super::*;

    #[test]
    fn a_definition_by_cases_is_a_function() {
        let text = "Let s = sizeof(struct x) and M = SIZE_MAX. Then\n\n    f(n) = MANY   if n > (M / s)\n    f(n) = n * s      otherwise\n\nThat is all.";
        let steps = "def f(n):\n    s = sizeof(struct x)\n    M = SIZE_MAX\n    if n > (M / s):\n        return MANY\n    return n * s\n";
        assert_eq!(told(text), [steps]);
        let set = "$$g(n) = \\begin{cases} DRY & \\text{if } n = 0 \\\\ DRIP & 1 \\leq n < 5 \\\\ WET & \\text{otherwise} \\end{cases}$$";
        assert_eq!(
            told(set),
            ["def g(n):\n    if n = 0:\n        return DRY\n    if 1 <= n && n < 5:\n        return DRIP\n    return WET\n"]
        );
    }

    #[test]
    fn the_rows_of_a_table_are_cases() {
        let table = "| when | the answer |\n| --- | --- |\n| `begin == end` | `NULL` |\n| `*begin == booking` | `begin` |\n| otherwise | `find_booking(begin + 1, end, booking)` |";
        let c = "if (begin == end) { return NULL; } if (*begin == booking) { return begin; } return find_booking(begin + 1, end, booking);";
        holds(&planned("c", "C200", "ex-3", table), &[c]);
        assert!(told("| row | word |\n| --- | --- |\n| 0 | length |\n| 1 | first |").is_empty());
    }

    #[test]
    fn a_sentence_is_no_case() {
        assert!(told("The answer is smaller when the day is over.\nIt is the same otherwise.\n- Ask what happens if it is 0.").is_empty());
        assert!(told("f(n) = 5 if n > 2").is_empty(), "one case is an example");
    }

    #[test]
    fn it_lands_in_the_stub_with_its_names() {
        let text =
            "With s for sizeof(struct flock):\n\n    bytes_for(k) = TOO_MANY, if k > ⌊SIZE_MAX / s⌋\n    bytes_for(k) = s · k otherwise";
        let c = "__auto_type s = sizeof(struct flock); if (count > (SIZE_MAX / s)) { return TOO_MANY; } return s * count;";
        holds(&planned("c", "C202", "ex-3", text), &[c]);
        let text = "With N = METER_NUMBERS, for two readings b and a:\n\nused_litres(b, a) = a − b, if b ≤ a\nused_litres(b, a) = N − b + a, if b > a";
        let rust = "let mut N = METER_NUMBERS; if before <= after { return after - before; } if before > after { return N - before + after; } return N - before + after;";
        holds(&planned("rust", "S101", "ex-1", text), &[rust]);
    }
}
