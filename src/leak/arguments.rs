//! What a call gets, told place by place: a table or a list of which the rows are numbered from 1 on, with one argument each. Makes the call of every function
//! that the text names and that takes as many. Refuses rows that say anything else than a name with a sign.

use super::plan::Planner;
use super::tokens::texts;

/// One argument is told in any sentence.
const LEAST: usize = 2;
/// Words and signs for what may stand before a name.
const SIGNS: [(&str, &str); 6] = [("&", "&"), ("ampersand", "&"), ("address", "&"), ("*", "*"), ("star", "*"), ("asterisk", "*")];

/// The calls that the text lays out.
pub fn called(plain: &str, planner: &Planner) -> Vec<String> {
    let Some(given) = rows(plain, planner).filter(|rows| rows.len() >= LEAST) else { return Vec::new() };
    let named = texts(plain, false);
    let files = planner.ground.starter.iter();
    let functions = files.flat_map(|f| planner.dialect.syntax.heads(&f.content)).filter(|h| h.params.len() == given.len() && !h.has_self);
    let mut names: Vec<String> = functions.map(|h| h.name).filter(|name| named.contains(&name.as_str())).collect();
    names.dedup();
    let call = |name: String| format!("{name}({})", given.join(", "));
    names.into_iter().map(call).map(|call| if planner.dialect.is_c { format!("return {call};") } else { call }).collect()
}

/// The arguments in their order, where the numbers of their rows go from 1 on.
fn rows(plain: &str, planner: &Planner) -> Option<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    for line in plain.lines() {
        let line = line.trim().trim_start_matches(['|', '-', '*', '(', '[', ' ']);
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(number) = line[..digits].parse::<usize>() else { continue };
        let cells = line[digits..].trim().trim_start_matches(['|', '.', ')', ']', ':']).trim().trim_end_matches('|');
        if number != found.len() + 1 {
            return None;
        }
        found.push(argument(cells.rsplit('|').next().unwrap_or(cells), planner)?);
    }
    Some(found)
}

/// The one name of a cell, with the sign that the cell puts before it.
fn argument(cell: &str, planner: &Planner) -> Option<String> {
    let row = texts(cell, false);
    let is_value = |t: &&&str| planner.names.contains(**t) || t.starts_with(|c: char| c.is_ascii_digit());
    let code = cell.split('`').nth(1).filter(|code| !code.trim().is_empty());
    let value = code.map(str::to_owned).or_else(|| row.iter().find(is_value).map(|t| (*t).to_owned()))?;
    let sign = SIGNS.iter().find(|(said, _)| row.contains(said)).map_or("", |(_, sign)| *sign);
    Some(if value.starts_with(['&', '*']) { value } else { format!("{sign}{value}") })
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::super::splice::Dialect;
    use super::*;
    use crate::language;
    use crate::pack::Bank;

    fn calls(text: &str) -> Vec<String> {
        let pack = Bank::Embedded.load("c", "C201").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let dialect = Dialect::of(language::by_name("c").expect("a language")).expect("a dialect");
        let ground = whole.ground("ex-3", &source);
        called(text, &Planner::of(&ground, &dialect, false))
    }

    #[test]
    fn arguments_row_by_row_are_a_call() {
        let table = "Call `count_yes`:\n\n| place | thing |\n|---|---|\n| 1 | begin |\n| 2 | end |\n| 3 | the name is_above |\n| 4 | an ampersand and limit |\n";
        assert_eq!(calls(table), ["return count_yes(begin, end, is_above, &limit);"]);
        let list = "`count_yes` gets:\n\n1. `begin`\n2. `end`\n3. `is_above`\n4. `&limit`\n";
        assert_eq!(calls(list), ["return count_yes(begin, end, is_above, &limit);"]);
        assert!(calls("1. Read the head of `count_yes`.\n2. Which of its four parameters do you have already?").is_empty());
    }
}
