//! What a hint orders in words and signs, held against what the learner's code still lacks: the few tokens by which it differs from the reference. Where the
//! orders name all of them, whatever they are dressed up as, nothing is left to find. Owns the difference and when it is named; running decides.

use std::collections::HashSet;

use super::phrase::is_probe;
use super::plan::Planner;
use super::say::{self, Sentence};
use super::signs;
use super::splice::{self, Attempt, How};
use super::tokens::texts;

/// More than so many tokens are no slip any more, and a text that names them all describes the way.
const MOST_NEW: usize = 8;
const MOST_OLD: usize = 12;

/// Words that order a change wherever they stand in a sentence.
const CHANGING: [&str; 17] = [
    "put", "write", "type", "exchange", "insert", "replace", "swap", "prefix", "wrap", "append", "paste", "becomes", "become", "hang",
    "add", "set", "make",
];
const TAKING_OUT: [&str; 9] = ["delete", "remove", "drop", "erase", "rub", "strike", "cut", "backspace", "omit"];
/// The same in more than a word.
const IN_WORDS: [&str; 18] = [
    "goes before",
    "goes behind",
    "goes after",
    "goes between",
    "goes in front",
    "goes into",
    "goes the",
    "go before",
    "go behind",
    "go between",
    "go the",
    "come two",
    "come the",
    "to the left of",
    "to the right of",
    "should be",
    "must be",
    "has to be",
];
/// Names of signs that a sentence about something else may have too: here they only name what is missing anyway.
const SIGNS: [(&str, &[&str]); 13] = [
    ("point", &["."]),
    ("dot", &["."]),
    ("points", &[".."]),
    ("dots", &[".."]),
    ("comma", &[","]),
    ("colon", &[":"]),
    ("colons", &["::"]),
    ("star", &["*"]),
    ("stars", &["*"]),
    ("brackets", &["(", ")"]),
    ("parentheses", &["(", ")"]),
    ("strokes", &["||"]),
    ("ampersands", &["&&"]),
];

fn orders(sentence: &Sentence) -> bool {
    let said = sentence.text.to_lowercase();
    !sentence.is_question()
        && !tries_numbers(&said)
        && (sentence.has_any(&CHANGING) || sentence.has_any(&TAKING_OUT) || IN_WORDS.iter().any(|w| said.contains(w)))
}

/// "Put 345 for `a`": who does that works an example out and changes nothing.
fn tries_numbers(said: &str) -> bool {
    let words: Vec<&str> = said.split_whitespace().collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    words.windows(3).any(|w| matches!(w[0], "put" | "take" | "plug" | "insert") && is_number(w[1]) && matches!(w[2], "for" | "into" | "in"))
}

/// Whether the orders of the text name everything by which the learner's function differs from the right one.
pub fn is_told(text: &str, own: &str, right: &str) -> bool {
    let (new, old) = difference(&texts(own, true), &texts(right, true));
    if new.len() > MOST_NEW || old.len() > MOST_OLD {
        return false;
    }
    let orders: Vec<Sentence> = say::sentences(text).into_iter().filter(orders).collect();
    let said: HashSet<String> = orders.iter().flat_map(said_in).collect();
    let named = |tokens: &[&str]| tokens.iter().all(|t| said.contains(*t));
    // A compiler asks for a semicolon by itself.
    let says_something = new.iter().any(|t| *t != ";");
    if new.is_empty() {
        return !old.is_empty() && named(&old) && old.iter().any(|t| *t != ";") && orders.iter().any(|s| s.has_any(&TAKING_OUT));
    }
    says_something && named(&new)
}

/// Every token that a sentence has, as it is written and as it is read aloud.
fn said_in(sentence: &Sentence) -> Vec<String> {
    let spans = sentence.text.split('`').enumerate();
    // What is only printed is no part of the order.
    let bare = spans.filter(|(at, part)| at % 2 == 0 || !is_probe(part)).map(|(_, part)| part).collect::<Vec<_>>().join(" ");
    let written = texts(&bare, false).into_iter().map(str::to_owned);
    let named = SIGNS.iter().filter(|(word, _)| sentence.has(word)).flat_map(|(_, signs)| signs.iter().map(|s| (*s).to_owned()));
    written.chain(signs::words(&bare).into_iter().map(|w| w.text)).chain(named).collect()
}

/// What the right row has and the other has not, and the other way round, each in its order.
fn difference<'t>(own: &[&'t str], right: &[&'t str]) -> (Vec<&'t str>, Vec<&'t str>) {
    let mut common = vec![vec![0_usize; right.len() + 1]; own.len() + 1];
    for i in (0..own.len()).rev() {
        for j in (0..right.len()).rev() {
            common[i][j] = if own[i] == right[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut new, mut old) = (0, 0, Vec::new(), Vec::new());
    while i < own.len() || j < right.len() {
        if i < own.len() && j < right.len() && own[i] == right[j] {
            (i, j) = (i + 1, j + 1);
        } else if j < right.len() && (i == own.len() || common[i][j + 1] >= common[i + 1][j]) {
            new.push(right[j]);
            j += 1;
        } else {
            old.push(own[i]);
            i += 1;
        }
    }
    (new, old)
}

impl Planner<'_> {
    /// The right version of what the learner has begun, where the text orders all that it lacks.
    pub(super) fn repair(&mut self, text: &str) {
        let stubs: Vec<String> = self.heads.iter().filter(|(_, head)| head.mark.is_none()).map(|(stub, _)| stub.clone()).collect();
        for stub in stubs {
            let own = splice::item(self.ground.source, &stub, self.dialect);
            let right = self.ground.reference.and_then(|files| splice::item(files, &stub, self.dialect));
            if let Some((_, right)) = own.zip(right).filter(|(own, right)| is_told(text, own, right)) {
                self.push(Attempt::new(How::Items(vec![(stub, right)]), self.whole_unit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "fn total(days: u32) -> u32 { let total = 0; for day in 1..days { total += day; } total }";
    const RIGHT: &str = "fn total(days: u32) -> u32 { let mut total = 0; for day in 1..=days { total += day; } total }";

    #[test]
    fn orders_that_name_all_that_is_missing_tell_it() {
        assert!(is_told("Put the word mut behind let. In the range write dot dot equals.", OWN, RIGHT));
        assert!(!is_told("Put the word mut behind let.", OWN, RIGHT), "one of two is left to find");
        assert!(
            !is_told("Does the first line say `mut`? And does `1..=days` count as far?", OWN, RIGHT),
            "a question leaves it to the learner"
        );
    }

    #[test]
    fn what_is_only_too_much_is_told_by_an_order_to_take_it_out() {
        let own = OWN.replace("total += day", "let total = total + day");
        let right = own.replace("let total = total + day", "total = total + day");
        assert!(is_told("Rub out the word let in the loop.", &own, &right));
        assert!(!is_told("The word `let` in the loop makes a new binding.", &own, &right));
    }

    #[test]
    fn another_program_is_no_slip() {
        let right = "fn total(days: u32) -> u32 { days * (days + 1) / 2 }";
        assert!(!is_told("Write days * (days + 1) / 2 and nothing else.", &OWN.repeat(2), right));
    }
}
