//! A text as what is heard in it: operations and what they are done with, in whatever words, signs or notation, each with its place. Owns the words; what is
//! made of them, the room around it decides.

use std::collections::{HashMap, HashSet};

use super::facts::{Leaf, Op};
use crate::leak::tokens::tokens;

/// What stands at one place of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Concept {
    Op(Op),
    Leaf(Leaf),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    pub at: usize,
    pub concept: Concept,
}

/// Words and signs for operations, by the first word; longer phrases first.
const OPERATIONS: &[(&str, Op)] = &[
    ("on top of", Op::Add),
    ("together with", Op::Add),
    ("take away", Op::Sub),
    ("taken away", Op::Sub),
    ("take off", Op::Sub),
    ("taken off", Op::Sub),
    ("takes away", Op::Sub),
    ("less than", Op::Compare),
    ("more than", Op::Compare),
    ("fewer than", Op::Compare),
    ("at least", Op::Compare),
    ("at most", Op::Compare),
    ("or more", Op::Compare),
    ("or less", Op::Compare),
    ("or fewer", Op::Compare),
    ("up to", Op::Range),
    ("not equal", Op::Same),
    ("geteilt durch", Op::Div),
    ("divisé par", Op::Div),
    ("dividido por", Op::Div),
    ("gives back", Op::Return),
    ("give back", Op::Return),
    ("hand out", Op::Return),
    ("hand back", Op::Return),
    ("plus plus", Op::Add),
    ("+=", Op::Add),
    ("++", Op::Add),
    ("-=", Op::Sub),
    ("--", Op::Sub),
    ("*=", Op::Mul),
    ("/=", Op::Div),
    ("%=", Op::Rem),
    ("<=", Op::Compare),
    (">=", Op::Compare),
    ("==", Op::Same),
    ("!=", Op::Same),
    ("..=", Op::Range),
    ("..", Op::Range),
    ("+", Op::Add),
    ("-", Op::Sub),
    ("∸", Op::Sub),
    ("*", Op::Mul),
    ("/", Op::Div),
    ("%", Op::Rem),
    ("<", Op::Compare),
    (">", Op::Compare),
    ("=", Op::Take),
    (":", Op::Take),
    ("←", Op::Take),
    (":=", Op::Take),
    ("plus", Op::Add),
    ("add", Op::Add),
    ("adds", Op::Add),
    ("added", Op::Add),
    ("adding", Op::Add),
    ("sum", Op::Add),
    ("increase", Op::Add),
    ("increased", Op::Add),
    ("minus", Op::Sub),
    ("less", Op::Sub),
    ("subtract", Op::Sub),
    ("subtracted", Op::Sub),
    ("subtracting", Op::Sub),
    ("subtraction", Op::Sub),
    ("difference", Op::Sub),
    ("moins", Op::Sub),
    ("menos", Op::Sub),
    ("weniger", Op::Sub),
    ("times", Op::Mul),
    ("multiply", Op::Mul),
    ("multiplied", Op::Mul),
    ("multiplying", Op::Mul),
    ("product", Op::Mul),
    ("mal", Op::Mul),
    ("fois", Op::Mul),
    ("divide", Op::Div),
    ("divided", Op::Div),
    ("dividing", Op::Div),
    ("quotient", Op::Div),
    ("remainder", Op::Rem),
    ("modulo", Op::Rem),
    ("mod", Op::Rem),
    ("greater", Op::Compare),
    ("larger", Op::Compare),
    ("bigger", Op::Compare),
    ("smaller", Op::Compare),
    ("higher", Op::Compare),
    ("lower", Op::Compare),
    ("exceeds", Op::Compare),
    ("below", Op::Compare),
    ("above", Op::Compare),
    ("größer", Op::Compare),
    ("kleiner", Op::Compare),
    ("equal", Op::Same),
    ("equals", Op::Same),
    ("same", Op::Same),
    ("is", Op::Same),
    ("ist", Op::Same),
    ("isn't", Op::Same),
    ("matches", Op::Same),
    ("set", Op::Take),
    ("sets", Op::Take),
    ("let", Op::Take),
    ("keep", Op::Take),
    ("store", Op::Take),
    ("becomes", Op::Take),
    ("become", Op::Take),
    ("make", Op::Take),
    ("put", Op::Take),
    ("copy", Op::Take),
    ("assign", Op::Take),
    ("remember", Op::Take),
    ("hold", Op::Take),
    ("return", Op::Return),
    ("returns", Op::Return),
    ("answer", Op::Return),
    ("answers", Op::Return),
    ("give", Op::Return),
    ("gives", Op::Return),
    ("gib", Op::Return),
    ("zurück", Op::Return),
    ("hand", Op::Return),
    ("leave", Op::Return),
    ("break", Op::Return),
    ("if", Op::Choose),
    ("when", Op::Choose),
    ("otherwise", Op::Choose),
    ("else", Op::Choose),
    ("unless", Op::Choose),
    ("wenn", Op::Choose),
    ("sonst", Op::Choose),
    ("si", Op::Choose),
    ("?", Op::Choose),
    ("from", Op::Range),
    ("until", Op::Range),
    ("each", Op::Range),
    ("every", Op::Range),
    ("for", Op::Range),
    ("while", Op::Range),
];

/// Words with so many letters in common are one word with two endings.
const STEM: usize = 7;

const NOTHING: [&str; 6] = ["null", "nil", "none", "nullptr", "nothing", "nowhere"];

/// What the leaves of a body are called, and how many parameters there are.
pub struct Ear {
    /// Names as their words.
    names: Vec<(Vec<String>, Leaf)>,
    /// Single words that can mean only one of them.
    hints: HashMap<String, Leaf>,
    params: usize,
}

impl Ear {
    /// `params` by their names; `values` are the numbers that constants stand for.
    pub fn new(leaves: &HashSet<Leaf>, params: &[String], values: &HashMap<String, String>) -> Ear {
        let mut names: Vec<(Vec<String>, Leaf)> = Vec::new();
        for (at, name) in params.iter().enumerate() {
            names.push((parts(name), Leaf::Param(at)));
        }
        for leaf in leaves {
            if let Leaf::Name(name) = leaf {
                names.push((parts(name), leaf.clone()));
                names.extend(values.get(name).map(|value| (vec![value.clone()], leaf.clone())));
            }
        }
        names.sort();
        let mut count: HashMap<&str, Vec<&Leaf>> = HashMap::new();
        for (words, leaf) in names.iter().filter(|(words, _)| words.len() > 1) {
            words.iter().filter(|w| w.len() > 3).for_each(|w| count.entry(w).or_default().push(leaf));
        }
        let only = |(word, leaves): (&str, Vec<&Leaf>)| match leaves[..] {
            [leaf] => Some((word.to_owned(), leaf.clone())),
            _ => None,
        };
        let hints = count.into_iter().filter_map(only).collect();
        names.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        Ear { names, hints, params: params.len() }
    }

    /// Everything that is heard in a text.
    pub fn listen(&self, text: &str) -> Vec<Heard> {
        let words = spoken(text);
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let step = self.place(&words, at, &mut found);
            at += step.max(1);
        }
        found
    }

    /// What begins at this place; answers how many words it took.
    fn place(&self, words: &[String], at: usize, found: &mut Vec<Heard>) -> usize {
        let rest = &words[at..];
        let mut put = |concept: Concept| found.push(Heard { at, concept });
        if let Some((number, length)) = number(rest) {
            let named = self.names.iter().filter(|(words, _)| words.len() == 1 && words[0] == number);
            named.for_each(|(_, leaf)| put(Concept::Leaf(leaf.clone())));
            put(Concept::Leaf(Leaf::Number(number)));
            return length;
        }
        if let Some((param, length)) = self.by_place(rest) {
            put(Concept::Leaf(Leaf::Param(param)));
            return length;
        }
        let mut length = 0;
        for (name, leaf) in self.names.iter().filter(|(name, _)| rest.starts_with(name)) {
            if name.len() >= length {
                put(Concept::Leaf(leaf.clone()));
                length = name.len();
            }
        }
        let stem = |word: &str| word.get(..STEM).filter(|_| word.len() > STEM).map(str::to_owned);
        let akin = || self.hints.iter().find(|(word, _)| stem(word).is_some() && stem(word) == stem(&rest[0])).map(|(_, leaf)| leaf);
        if length == 0
            && let Some(leaf) = self.hints.get(&rest[0]).or_else(akin)
        {
            put(Concept::Leaf(leaf.clone()));
            length = 1;
        }
        if NOTHING.contains(&rest[0].as_str()) {
            put(Concept::Leaf(Leaf::Nothing));
        }
        let operation = OPERATIONS.iter().find(|(phrase, _)| {
            let mut said = phrase.split(' ');
            let mut own = rest.iter();
            said.all(|word| own.next().is_some_and(|w| w == word))
        });
        if let Some((phrase, op)) = operation {
            put(Concept::Op(*op));
            length = length.max(phrase.split(' ').count());
        }
        length
    }

    /// "The second parameter", "your third argument", and "the parameter" where there is one.
    fn by_place(&self, rest: &[String]) -> Option<(usize, usize)> {
        const PLACES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
        const PARAMETER: [&str; 4] = ["parameter", "argument", "parameters", "arguments"];
        if let Some(at) = PLACES.iter().position(|p| *p == rest[0]).filter(|at| *at < self.params) {
            let said = rest.get(1).is_some_and(|w| PARAMETER.contains(&w.as_str()));
            return Some((at, if said { 2 } else { 1 }));
        }
        (self.params == 1 && PARAMETER.contains(&rest[0].as_str())).then_some((0, 1))
    }
}

/// The words and signs of a text, names apart at their joints.
fn spoken(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let plain = text.replace("<-", " ← ").replace('`', " ");
    for token in tokens(&plain, false) {
        if token.text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            found.extend(parts(token.text));
        } else if token.text.starts_with(|c: char| c.is_ascii_digit()) {
            found.push(token.text.replace('_', ""));
        } else if OPERATIONS.iter().any(|(sign, _)| *sign == token.text) {
            found.push(token.text.to_owned());
        }
    }
    found
}

/// `usedLitres` and `used_litres` are two words.
fn parts(name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for piece in name.split('_').filter(|p| !p.is_empty()) {
        let is_shouted = !piece.contains(char::is_lowercase);
        let mut word = String::new();
        for c in piece.chars() {
            if c.is_uppercase() && !is_shouted && !word.is_empty() {
                found.push(std::mem::take(&mut word));
            }
            word.extend(c.to_lowercase());
        }
        found.push(word);
    }
    found
}

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// A number in digits or words, and how many words it took.
fn number(rest: &[String]) -> Option<(String, usize)> {
    if rest[0].starts_with(|c: char| c.is_ascii_digit()) {
        let plain = rest[0].strip_suffix(".0").unwrap_or(&rest[0]);
        return Some((plain.to_owned(), 1));
    }
    if rest[0] == "nought" {
        return Some(("0".to_owned(), 1));
    }
    let value = |word: &str| -> Option<u64> {
        UNITS
            .iter()
            .position(|u| *u == word)
            .map(|n| n as u64)
            .or_else(|| TENS.iter().position(|t| *t == word).map(|n| (n as u64 + 2) * 10))
    };
    let (mut total, mut part, mut length) = (0u64, None::<u64>, 0);
    for (at, word) in rest.iter().enumerate() {
        let next = rest.get(at + 1).map_or("", String::as_str);
        match word.as_str() {
            "hundred" if part.is_some() || at > 0 => part = Some(part.unwrap_or(1) * 100),
            "thousand" if part.is_some() => {
                total += part.take().unwrap_or(1) * 1000;
                part = Some(0);
            }
            "and" if part.is_some_and(|p| p >= 100) && value(next).is_some() => {}
            word => match value(word) {
                Some(n) => part = Some(part.unwrap_or(0) + n),
                None => break,
            },
        }
        length = at + 1;
    }
    // "One" is rarely a number.
    let alone = length == 1 && rest[0] == "one";
    part.filter(|_| length > 0 && !alone).map(|p| ((total + p).to_string(), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_digits_and_words() {
        let read = |text: &str| number(&spoken(text));
        assert_eq!(read("one hundred and eighty, plus"), Some(("180".to_owned(), 4)));
        assert_eq!(read("1_200 more"), Some(("1200".to_owned(), 1)));
        assert_eq!(read("sixty or more"), Some(("60".to_owned(), 1)));
        assert_eq!(read("twenty five thousand and two"), Some(("25002".to_owned(), 5)));
        assert_eq!(read("one of them"), None);
    }

    #[test]
    fn names_are_heard_at_their_joints_and_by_their_places() {
        let leaves = HashSet::from([Leaf::Name("SHEET_GRAMS".to_owned())]);
        let values = HashMap::from([("SHEET_GRAMS".to_owned(), "15".to_owned())]);
        let ear = Ear::new(&leaves, &["contents_grams".to_owned(), "sheets".to_owned()], &values);
        let heard = |text: &str| ear.listen(text).into_iter().map(|h| h.concept).collect::<Vec<_>>();
        let (sheet, times) = (Concept::Leaf(Leaf::Name("SHEET_GRAMS".to_owned())), Concept::Op(Op::Mul));
        assert_eq!(heard("sheetGrams times your second parameter"), [sheet.clone(), times.clone(), Concept::Leaf(Leaf::Param(1))]);
        assert!(heard("fifteen times").contains(&sheet));
    }
}
