//! Rows that belong together: a table, names with their values line by line, conditions with their answers. Makes steps or one choice of them.

use std::collections::HashSet;

use super::dress;
use super::pieces::Pieces;
use super::tokens::texts;

pub fn rows(plain: &str, found: &Pieces, params: &[&str], is_c: bool) -> Vec<String> {
    let mut made = tables(plain, found, is_c);
    made.extend(params.iter().filter(|_| is_c).filter_map(|param| answers(plain, param)));
    if !is_c {
        made.extend(params.iter().filter_map(|param| arms(plain, param)));
    }
    for text in found.blocks.iter().map(String::as_str).chain([plain]) {
        made.extend(named_values(text));
        made.extend(choice(text, is_c));
    }
    made
}

/// Lines that each give a name a value, whatever stands between: a comma, a colon, a tab.
fn named_values(text: &str) -> Option<String> {
    let mut steps = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_start_matches(['-', '*', '+', ' ']);
        let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ' ')).unwrap_or(line.len());
        let (name, rest) = (line[..end].trim(), line[end..].trim_start());
        let value = [",", ":", "\t", "->", "=>", ";"].iter().find_map(|s| rest.strip_prefix(s));
        let is_name = |n: &str| !n.is_empty() && n.split(' ').count() <= 3 && n.starts_with(char::is_lowercase);
        let is_code = |v: &str| texts(v, true).len() > 1 && !v.ends_with(',') && !v.ends_with('{');
        if let Some(value) = value.map(|v| v.trim().trim_matches(['"', '`', '\''])).filter(|v| is_name(name) && is_code(v)) {
            steps.push(dress::step(Some(name), value));
        }
    }
    (steps.len() > 1).then(|| steps.join("\n"))
}

/// Lines with a condition and its answer, the last without a condition, as one choice.
fn choice(text: &str, is_c: bool) -> Option<String> {
    let (mut made, mut count) = (String::new(), 0);
    for line in text.lines() {
        let line = line.trim().trim_start_matches(['-', '*', '|', ' ', '&']).trim_end_matches([',', ';', '|', ' ', '\\']);
        let split = |sign: &str| line.split_once(sign);
        let (condition, value) = match split(" -> ")
            .or_else(|| split(" => "))
            .or_else(|| split(" then "))
            .or_else(|| split(" gives "))
            .or_else(|| split(": "))
        {
            Some((condition, value)) => (condition, value),
            None => match split(" if ").or_else(|| split(" when ")).or_else(|| split(" for ")) {
                Some((value, condition)) => (condition, value),
                // What is left when no condition holds.
                None => match ["else ", "otherwise "].iter().find_map(|w| line.strip_prefix(w)) {
                    Some(value) => ("else", value),
                    None => continue,
                },
            },
        };
        let words = |t: &str| ["else ", "if ", "return "].iter().fold(t.trim().to_owned(), |t, w| t.trim_start_matches(w).to_owned());
        let bare = |t: &str| words(words(t).trim_matches('`')).trim().to_owned();
        let (condition, value) = (bare(condition), bare(value));
        let asks = condition.contains(['<', '>', '=', '!']);
        let is_rest = ["else", "otherwise", "default", "_", "any other", "all other"].contains(&condition.to_lowercase().as_str());
        if value.is_empty() || !(asks || is_rest) {
            continue;
        }
        count += usize::from(asks);
        made.push_str(&match (asks, is_c) {
            (true, true) => format!("if ({condition}) return {value};\n"),
            (true, false) => format!("if {condition} {{ return {value}; }}\n"),
            (false, _) => format!("return {value};\n"),
        });
    }
    (count > 1).then_some(made)
}

/// Rows of a table: a name and its value, or a condition and the answer then, behind what the text shows besides.
fn tables(plain: &str, found: &Pieces, is_c: bool) -> Vec<String> {
    let rows: Vec<Vec<&str>> = plain
        .lines()
        .filter(|l| l.trim().starts_with('|') && !l.chars().all(|c| "|-: ".contains(c)))
        .map(|l| l.trim().trim_matches('|').split('|').map(|c| c.trim().trim_matches('`')).collect())
        .collect();
    if rows.len() < 2 {
        return Vec::new();
    }
    let is_name = |c: &str| {
        !c.is_empty()
            && c.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit())
            && !c.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_code = |c: &str| {
        c.contains(['(', '=', '<', '>', '*', '+', '-', '[', '{'])
            || is_name(c)
            || c.parse::<i64>().is_ok()
            || !c.contains(' ') && (c.contains('.') || c.contains("::"))
    };
    let (mut lets, mut ifs) = (String::new(), String::new());
    for row in rows.iter().skip(1) {
        let [.., first, second] = row.as_slice() else { continue };
        if !is_code(second) {
            continue;
        }
        let make = if is_c { "__auto_type" } else { "let" };
        lets.push_str(&if is_name(first) {
            format!("{make} {first} = {second};\n")
        } else if is_c {
            format!("return {second};\n")
        } else {
            format!("{second}\n")
        });
        let answer = if is_c { format!("return {second};") } else { format!("{{ return {second}; }}") };
        let is_condition = first.contains(['=', '<', '>', '!', '(']);
        ifs.push_str(&match (is_condition, is_c) {
            (true, true) => format!("if ({first}) {answer}\n"),
            (true, false) => format!("if {first} {answer}\n"),
            (false, _) => format!("return {second};\n"),
        });
    }
    let cells: HashSet<&str> = rows.iter().flatten().copied().collect();
    let end = plain.rfind("|\n").map_or(plain.len(), |at| at + 1);
    let besides = |after: bool| {
        let parts = found.parts.iter().map(|p| p.text.as_str()).filter(|t| !cells.contains(t) && texts(t, true).len() > 2);
        parts.filter(|t| plain[end..].contains(*t) == after).collect::<Vec<_>>().join("\n")
    };
    let (before, after) = (besides(false), besides(true));
    vec![lets.clone(), ifs.clone(), format!("{before}\n{lets}{after}"), format!("{before}\n{ifs}{after}")]
}

/// A table under the name of a parameter: the answer for each of its values.
fn answers(plain: &str, param: &str) -> Option<String> {
    let rows = plain.lines().filter(|l| l.trim().starts_with('|') && !l.chars().all(|c| "|-: ".contains(c)));
    let cells = rows.map(|l| l.trim().trim_matches('|').split('|').map(|c| c.trim().trim_matches('`')).collect::<Vec<_>>());
    let mut cells = cells.skip_while(|row| row.first() != Some(&param));
    cells.next()?;
    let answer = |row: Vec<&str>| match row.as_slice() {
        [value, .., answer] if value.contains(' ') || *value == "else" || *value == "otherwise" => format!("return {answer};"),
        [value, .., answer] => format!("if ({param} == {value}) return {answer};"),
        _ => String::new(),
    };
    Some(cells.map(answer).collect::<Vec<_>>().join("\n"))
}

/// Items of a list that each have two pieces of code and a word for "gives" between them.
fn items(plain: &str) -> Vec<[&str; 2]> {
    const GIVES: [&str; 10] = ["gives", "becomes", "is", "means", "returns", "answers", "yields", "->", "=>", ":"];
    let item = |line: &'_ str| -> bool {
        line.trim_start().starts_with(['-', '*', '+', '•']) || line.trim_start().starts_with(|c: char| c.is_ascii_digit())
    };
    let pair = |line| match str::split(line, '`').collect::<Vec<&str>>()[..] {
        [_, pattern, gives, value, ..] if GIVES.contains(&gives.trim()) => Some([pattern.trim(), value.trim()]),
        _ => None,
    };
    plain.lines().filter(|l| item(l)).filter_map(pair).collect()
}

/// Rows of a pattern and its value as the arms of a `match`.
fn arms(plain: &str, param: &str) -> Option<String> {
    let rows = plain.lines().filter(|l| l.trim().starts_with('|') && !l.chars().all(|c| "|-: ".contains(c)));
    let cells = rows.map(|l| l.trim().trim_matches('|').split('|').map(|c| c.trim().trim_matches('`')).collect::<Vec<_>>());
    let arm = |row: Vec<&str>| match row.as_slice() {
        [.., pattern, value] if !pattern.is_empty() && !value.is_empty() => Some(format!("{pattern} => {value},")),
        _ => None,
    };
    let arms: Vec<String> = cells.skip(1).filter_map(arm).chain(items(plain).into_iter().filter_map(|pair| arm(pair.to_vec()))).collect();
    (arms.len() > 1).then(|| format!("match {param} {{\n{}\n}}", arms.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_names_values_or_answers_conditions() {
        let found = Pieces::default();
        let made = tables("| name | value |\n|---|---|\n| x | f(a) |\n| | x + 1 |", &found, false);
        assert_eq!(made[0], "let x = f(a);\nx + 1\n");
        let made = tables("| when | answer |\n|---|---|\n| `a < b` | `-1` |\n| otherwise | `0` |", &found, true);
        assert_eq!(made[1], "if (a < b) return -1;\nreturn 0;\n");
    }

    #[test]
    fn a_table_of_patterns_is_a_match_and_bullets_choose() {
        let table = "| litres | answer |\n|---|---|\n| `0` | `DRY` |\n| `_` | `WET` |";
        assert_eq!(arms(table, "n").as_deref(), Some("match n {\n0 => DRY,\n_ => WET,\n}"));
        let list = "- `0` gives `DRY`\n- `1..=4` gives `DRIP`\n- look at `x` and `y`\n- `_` gives `WET`";
        assert_eq!(arms(list, "n").as_deref(), Some("match n {\n0 => DRY,\n1..=4 => DRIP,\n_ => WET,\n}"));
        let table = "| n | answer |\n|---|---|\n| ZERO | DRY |\n| anything else | WET |";
        assert_eq!(answers(table, "n").as_deref(), Some("if (n == ZERO) return DRY;\nreturn WET;"));
        let bullets = "- `n > 9` gives `BURST`\n- else `n > 1` gives `DRIP`\n- else `DRY`";
        assert_eq!(choice(bullets, true).as_deref(), Some("if (n > 9) return BURST;\nif (n > 1) return DRIP;\nreturn DRY;\n"));
    }

    #[test]
    fn lines_name_values_or_choose() {
        let csv = "name,value\nx,\"f(a, b)\"\nresult,\"x + 1\"";
        assert_eq!(named_values(csv).as_deref(), Some("x = f(a, b);\nx + 1"));
        assert_eq!(named_values("first: look at the line\nlast").as_deref(), None);
        let cases = "when {\n    n == 0 -> DRY\n    n < FROM -> DRIP\n    else -> BURST\n}";
        assert_eq!(choice(cases, false).as_deref(), Some("if n == 0 { return DRY; }\nif n < FROM { return DRIP; }\nreturn BURST;\n"));
    }
}
