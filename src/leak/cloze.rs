//! Code with marks in the places of some of its parts, and a key that says what each of them is: gaps with numbers, letters with a legend. Where it fits a right
//! solution, whatever the marks stand for and whatever it calls its own variables, the text has all of that solution. Refuses gaps that nobody explains.

use std::collections::HashMap;

use super::pieces::{Pieces, is_keyword};
use super::plan::{Planner, inside};
use super::splice::{self, Attempt, Body, How};
use super::tokens::{texts, tokens};

/// Fewer marks are a gap to think about, and a shorter text no program.
const MARKS: usize = 2;
const LEAST: usize = 8;
/// So many tokens are behind a mark at most.
const BEHIND: usize = 6;
/// Words between a mark and what it stands for.
const IS: [&str; 12] = ["is", "are", "=", ":", "stands", "stand", "means", "and", ",", "for", "the", "was"];

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece<'t> {
    Token(&'t str),
    Mark(&'t str),
}

impl Planner<'_> {
    /// Each right solution that a text shows with marks in it and a key for all of them.
    pub(super) fn keyed(&mut self, plain: &str, found: &Pieces) {
        let solutions = self.solutions();
        let mut fitting: Vec<(String, String)> = Vec::new();
        for block in found.blocks.iter().filter(|block| plain.contains(block.as_str())) {
            let outside = plain.replace(block.as_str(), "\n");
            fitting.extend(solutions.iter().filter(|(_, body)| self.fits(block, &outside, body)).cloned());
        }
        for (stub, text) in fitting {
            let bodies = vec![Body { stub, text, names: Vec::new(), at_mark: false }];
            let how = How::Bodies { bodies, beside: self.ground.helpers(self.dialect) };
            self.push(Attempt::new(how, self.whole_unit));
        }
    }

    /// The bodies of every right solution for the stubs of the unit.
    fn solutions(&self) -> Vec<(String, String)> {
        let mut all = self.references();
        for files in self.ground.others {
            all.extend(self.heads.iter().filter_map(|(stub, _)| {
                let (at, head) = splice::find(files, stub, self.dialect)?;
                Some((stub.clone(), inside(&files[at].content, &head).to_owned()))
            }));
        }
        all
    }

    fn fits(&self, block: &str, outside: &str, body: &str) -> bool {
        let shown = self.marked(block, outside);
        let mut marks: Vec<&Piece> = shown.iter().filter(|p| matches!(p, Piece::Mark(_))).collect();
        marks.dedup();
        let wanted = texts(body, true);
        let is_local = |name: &str| name.starts_with(char::is_alphabetic) && !is_keyword(name) && !self.names.contains(name);
        marks.len() >= MARKS && shown.len() >= LEAST && unified(&shown, &wanted, &mut HashMap::new(), &is_local)
    }

    /// The code with its marks: a capital by itself or a number in brackets, where the text outside explains it.
    fn marked<'t>(&self, block: &'t str, outside: &str) -> Vec<Piece<'t>> {
        let all = tokens(block, true);
        let prose = texts(outside, false);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < all.len() {
            let token = &all[at];
            let is_letter = token.text.len() == 1 && token.text.starts_with(|c: char| c.is_ascii_uppercase());
            let is_told = |w: &[&str]| w[0] == token.text && IS.contains(&w[1]);
            let number = match &all[at..] {
                [open, number, close, ..] if "([{<".contains(open.text) && ")]}>".contains(close.text) => {
                    Some(&block[open.at..close.at + close.text.len()]).filter(|_| number.text.bytes().all(|b| b.is_ascii_digit()))
                }
                _ => None,
            };
            if let Some(mark) = number.filter(|mark| outside.contains(&format!("{mark} "))) {
                found.push(Piece::Mark(mark));
                at += 3;
                continue;
            }
            let is_mark = is_letter && prose.windows(2).any(is_told);
            found.push(if is_mark { Piece::Mark(token.text) } else { Piece::Token(token.text) });
            at += 1;
        }
        found
    }
}

/// Whether the code is this row, with something behind each mark and one name for each of its own. `is_local`: a name that none of the learner's files has.
fn unified<'t>(
    shown: &[Piece<'t>],
    wanted: &[&'t str],
    known: &mut HashMap<&'t str, Vec<&'t str>>,
    is_local: &dyn Fn(&str) -> bool,
) -> bool {
    let Some((first, rest)) = shown.split_first() else { return wanted.is_empty() };
    let (name, most) = match first {
        Piece::Mark(mark) => (*mark, BEHIND),
        Piece::Token(token) if is_local(token) => (*token, 1),
        Piece::Token(token) => return wanted.first() == Some(token) && unified(rest, &wanted[1..], known, is_local),
    };
    if let Some(value) = known.get(name) {
        let value = value.clone();
        return wanted.starts_with(&value) && unified(rest, &wanted[value.len()..], known, is_local);
    }
    (1..=most.min(wanted.len())).any(|length| {
        // What the solution calls its own may be the name of something else too.
        let is_name = wanted[0].starts_with(char::is_alphabetic) && !is_keyword(wanted[0]);
        if matches!(first, Piece::Token(_)) && !is_name {
            return false;
        }
        known.insert(name, wanted[..length].to_vec());
        let fits = unified(rest, &wanted[length..], known, is_local);
        known.remove(name);
        fits
    })
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::super::pieces;
    use super::super::splice::Dialect;
    use super::*;
    use crate::language;
    use crate::pack::Bank;

    fn is_tried(text: &str) -> bool {
        let pack = Bank::Embedded.load("rust", "S100").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let dialect = Dialect::of(language::by_name("rust").expect("a language")).expect("a dialect");
        let ground = whole.ground("ex-2", &source);
        let mut planner = Planner::of(&ground, &dialect, true);
        let found = pieces::find(text, dialect.syntax, &planner.names);
        planner.keyed(text, &found);
        !planner.plan.attempts.is_empty()
    }

    const LETTERS: &str = "```text\nlet mut sum = K;\nfor i in 1..=M {\n    sum += i * N;\n}\nsum\n```\n";
    const NUMBERS: &str = "```rust\nlet mut all = [1];\nfor d in 1 [2] days {\n    all [3] d * DAY_STEP_CENTS;\n}\nall\n```\n";

    #[test]
    fn a_template_with_a_legend_for_all_its_letters_is_the_code() {
        assert!(is_tried(&format!("{LETTERS}K is the fee for handling, M is what you are handed and N is the step.")));
        assert!(!is_tried(&format!("{LETTERS}K is the fee for handling. What do the other letters stand for?")), "some are left to find");
        assert!(!is_tried(&format!("{}K is x, M is y and N is z.", LETTERS.replace("i * N", "i + N"))), "it is another program");
    }

    #[test]
    fn a_gap_text_with_a_key_is_the_code() {
        assert!(is_tried(&format!("{NUMBERS}[1] the fee, [2] the sign for a range with its end, [3] the one that adds and stores")));
        assert!(!is_tried(&format!("{NUMBERS}Which three things are missing?")));
    }
}
