//! A text as what is heard in it: operations and what they are done with, in whatever words, signs or notation, each with its place. Owns the words; what is
//! made of them, the room around it decides.

use std::collections::{HashMap, HashSet};

use super::facts::{Leaf, Op};
use super::number::number;
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
    ("for every", Op::Mul),
    ("for each", Op::Mul),
    ("for every", Op::Range),
    ("for each", Op::Range),
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
    ("gives back", Op::Return),
    ("give back", Op::Return),
    ("hand out", Op::Return),
    ("hand back", Op::Return),
    ("and it with", Op::And),
    ("and them with", Op::And),
    ("and that with", Op::And),
    ("bitwise and", Op::And),
    ("plus plus", Op::Add),
    ("&", Op::And),
    ("mask", Op::And),
    ("~", Op::Not),
    ("complement", Op::Not),
    ("inverted", Op::Not),
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
    ("hyphen", Op::Sub),
    ("slash", Op::Div),
    ("asterisk", Op::Mul),
    ("less", Op::Sub),
    ("subtract", Op::Sub),
    ("subtracted", Op::Sub),
    ("subtracting", Op::Sub),
    ("subtraction", Op::Sub),
    ("difference", Op::Sub),
    ("away", Op::Sub),
    ("times", Op::Mul),
    ("multiply", Op::Mul),
    ("multiplied", Op::Mul),
    ("multiplying", Op::Mul),
    ("product", Op::Mul),
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
    ("equal", Op::Same),
    ("equals", Op::Same),
    ("same", Op::Same),
    ("is", Op::Same),
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
    ("hand", Op::Return),
    ("leave", Op::Return),
    ("break", Op::Return),
    ("if", Op::Choose),
    ("when", Op::Choose),
    ("otherwise", Op::Choose),
    ("else", Op::Choose),
    ("unless", Op::Choose),
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

/// A name of so many letters is also heard at the beginning of a word: `begin` in "the beginning".
const BEGINS: usize = 5;

/// Words that say the same as a name does.
const ALSO: [(&str, &str); 3] = [("before", "earlier"), ("after", "later"), ("sizeof", "size")];

const NOTHING: [&str; 6] = ["null", "nil", "none", "nullptr", "nothing", "nowhere"];

/// Words of a name that any sentence has.
const LITTLE: [&str; 9] = ["per", "for", "and", "the", "one", "all", "not", "new", "has"];

/// Before the one of many that something is done for.
const EACH: [&str; 3] = ["every", "each", "per"];

/// What a parameter is called by its place.
const PLACES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

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
            names.extend(called(name).map(|words| (words, Leaf::Param(at))));
        }
        for leaf in leaves {
            if let Leaf::Name(name) = leaf {
                names.extend(called(name).map(|words| (words, leaf.clone())));
                names.extend(values.get(name).map(|value| (vec![value.clone()], leaf.clone())));
            }
        }
        names.sort();
        let mut count: HashMap<&str, Vec<&Leaf>> = HashMap::new();
        for (words, leaf) in names.iter().filter(|(words, _)| words.len() > 1) {
            words.iter().filter(|w| w.len() > 2 && !LITTLE.contains(&w.as_str())).for_each(|w| count.entry(w).or_default().push(leaf));
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
        found.extend(self.unnamed(&words, &found));
        found
    }

    /// "Plus whatever is inside" is the parameter that the text does not name, where there is one such.
    fn unnamed(&self, words: &[String], heard: &[Heard]) -> Vec<Heard> {
        let is_named = |at: &usize| heard.iter().any(|h| h.concept == Concept::Leaf(Leaf::Param(*at)));
        let [left] = (0..self.params).filter(|at| !is_named(at)).collect::<Vec<_>>()[..] else { return Vec::new() };
        let joins = |at: usize| heard.iter().any(|h| h.at == at && matches!(h.concept, Concept::Op(Op::Add | Op::Sub | Op::Mul | Op::Div)));
        let whatever = (1..words.len()).filter(|at| words[*at] == "whatever" && joins(*at - 1));
        whatever.map(|at| Heard { at, concept: Concept::Leaf(Leaf::Param(left)) }).collect()
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
        // "One" is rarely a number; "one less" is one.
        if matches!(rest, [one, less, ..] if one == "one" && ["less", "more", "fewer"].contains(&less.as_str())) {
            put(Concept::Leaf(Leaf::Number("1".to_owned())));
            return 1;
        }
        let mut length = 0;
        let begins = |name: &[String]| matches!(name, [only] if only.len() >= BEGINS && rest[0].starts_with(only.as_str()));
        for (name, leaf) in self.names.iter().filter(|(name, _)| rest.starts_with(name) || begins(name)) {
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
        // Who does it for every sheet does it for the sheets.
        let is_each = at > 0 && EACH.contains(&words[at - 1].as_str());
        let many = format!("{}s", rest[0]);
        let alone = || self.names.iter().find(|(name, _)| matches!(&name[..], [only] if *only == many)).map(|(_, leaf)| leaf);
        if let Some(leaf) = self.hints.get(&many).or_else(alone).filter(|_| is_each) {
            put(Concept::Leaf(leaf.clone()));
        }
        if NOTHING.contains(&rest[0].as_str()) {
            put(Concept::Leaf(Leaf::Nothing));
        }
        let is_said = |phrase: &str| {
            let mut own = rest.iter();
            phrase.split(' ').all(|word| own.next().is_some_and(|w| w == word))
        };
        // "Fifteen for every sheet" multiplies, and "for every sheet" goes from one to the next.
        if let Some((phrase, _)) = OPERATIONS.iter().find(|(phrase, _)| is_said(phrase)) {
            OPERATIONS.iter().filter(|(other, _)| other == phrase).for_each(|(_, op)| put(Concept::Op(*op)));
            length = length.max(phrase.split(' ').count());
        }
        length
    }

    /// How many of the names stand in a text, as such or by a word that only one of them has.
    pub fn names_in(&self, text: &str) -> usize {
        let words = spoken(text);
        let by_word = |word: &String| self.named_by(word).or_else(|| self.named_by(&format!("{word}s")));
        let at = |at: usize| self.name_at(&words[at..]).map(|(leaf, _)| leaf).or_else(|| by_word(&words[at]));
        (0..words.len()).filter_map(at).collect::<HashSet<Leaf>>().len()
    }

    /// The name that has this word, where only one has it.
    pub fn named_by(&self, word: &str) -> Option<Leaf> {
        let mut having = self.names.iter().filter(|(words, _)| words.len() > 1 && word.len() > 2 && words.iter().any(|w| w == word));
        having.next().filter(|_| having.next().is_none()).map(|(_, leaf)| leaf.clone())
    }

    /// The name that begins at this place, and how many words it takes.
    pub fn name_at(&self, rest: &[String]) -> Option<(Leaf, usize)> {
        let named = || self.names.iter().find(|(name, _)| rest.starts_with(name)).map(|(name, leaf)| (leaf.clone(), name.len()));
        // "First" alone is more often the first thing to do.
        let is_said = |length: usize| length == 2 || rest[0].starts_with("parameter") || rest[0].starts_with("argument");
        let by_place = self.by_place(rest).filter(|(_, length)| is_said(*length));
        by_place.map(|(at, length)| (Leaf::Param(at), length)).or_else(named)
    }

    /// "The second parameter", "your third argument", and "the parameter" where there is one.
    fn by_place(&self, rest: &[String]) -> Option<(usize, usize)> {
        const PARAMETER: [&str; 4] = ["parameter", "argument", "parameters", "arguments"];
        if let Some(at) = PLACES.iter().position(|p| *p == rest[0]).filter(|at| *at < self.params) {
            let said = rest.get(1).is_some_and(|w| PARAMETER.contains(&w.as_str()));
            return Some((at, if said { 2 } else { 1 }));
        }
        (self.params == 1 && PARAMETER.contains(&rest[0].as_str())).then_some((0, 1))
    }
}

/// The ways to say a name.
fn called(name: &str) -> impl Iterator<Item = Vec<String>> + '_ {
    let also = ALSO.iter().filter(move |(own, _)| *own == name).map(|(_, also)| vec![(*also).to_owned()]);
    std::iter::once(parts(name)).chain(also)
}

/// The words and signs of a text, names apart at their joints.
pub fn spoken(text: &str) -> Vec<String> {
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
    // `first_heavy` is a name; only "the first" speaks of a place.
    if found.len() > 1 {
        found.iter_mut().filter(|word| PLACES.contains(&word.as_str())).for_each(|word| word.push('_'));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_heard_at_their_joints_and_by_their_places() {
        let leaves = HashSet::from([Leaf::Name("SHEET_GRAMS".to_owned())]);
        let values = HashMap::from([("SHEET_GRAMS".to_owned(), "15".to_owned())]);
        let ear = Ear::new(&leaves, &["contents_grams".to_owned(), "sheets".to_owned()], &values);
        let heard = |text: &str| ear.listen(text).into_iter().map(|h| h.concept).collect::<Vec<_>>();
        let (sheet, times) = (Concept::Leaf(Leaf::Name("SHEET_GRAMS".to_owned())), Concept::Op(Op::Mul));
        assert_eq!(heard("sheetGrams times your second parameter"), [sheet.clone(), times.clone(), Concept::Leaf(Leaf::Param(1))]);
        assert!(heard("fifteen times").contains(&sheet));
        assert!(heard("SHEET_GRAMS, an asterisk, the first").contains(&times), "a sign by its name");
        let every = heard("fifteen for every sheet, plus whatever is inside");
        assert!(every.contains(&Concept::Leaf(Leaf::Param(1))) && every.contains(&Concept::Leaf(Leaf::Param(0))));
        assert!(!heard("fifteen for a sheet, plus whatever is inside").contains(&Concept::Leaf(Leaf::Param(0))), "two are left");
    }
}
