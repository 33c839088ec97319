//! The code that a clause names: between marks, by its bare name, by the names of its signs, letter by letter. Reads words; whether they order anything is for
//! `clause`, and what could be done with it for `aim`.

use super::pieces::has_sentence;
use super::signs;
use super::tokens::texts;

/// A sentence, an item of a list or a row of a table that says what to do.
#[derive(Debug, Clone, Default)]
pub struct Clause {
    pub items: Vec<Item>,
    /// Its words in small letters, code left out.
    pub words: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    Code(Code),
    Word(String),
    Pause(char),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    pub text: String,
    /// By its name or letter by letter; otherwise it stands in the text as it would be typed.
    pub is_said: bool,
    pub is_marked: bool,
    /// A word that a sentence could have by itself: `end`, `used`. It may be a place; to be what comes it has to be said to.
    pub is_bare: bool,
}

impl Clause {
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        self.items.iter().filter_map(|i| if let Item::Code(code) = i { Some(code) } else { None })
    }

    pub fn names_code(&self) -> bool {
        self.codes().next().is_some()
    }

    pub fn has_any(&self, words: &[&str]) -> bool {
        self.words.iter().any(|w| words.contains(&w.as_str()))
    }

    /// The words between each code and the next.
    pub fn between(&self) -> Vec<Vec<String>> {
        let mut found: Vec<Vec<String>> = Vec::new();
        for item in &self.items {
            match item {
                Item::Code(_) => found.push(Vec::new()),
                Item::Word(word) => found.last_mut().into_iter().for_each(|words| words.push(word.clone())),
                Item::Pause(_) => {}
            }
        }
        found
    }

    /// Code that is told piece by piece, "self, point, next", as one.
    pub fn runs(&self) -> Vec<String> {
        let (mut found, mut run, mut is_said) = (Vec::new(), Vec::<&Code>::new(), false);
        for item in self.items.iter().chain([&Item::Pause('.')]) {
            match item {
                Item::Code(code) => {
                    run.push(code);
                    is_said |= code.is_said;
                }
                Item::Pause(',' | ';') => {}
                Item::Word(word) if BETWEEN.contains(&word.as_str()) => {}
                _ => {
                    if run.len() > 1 && is_said {
                        found.push(run.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(" "));
                    }
                    run.clear();
                    is_said = false;
                }
            }
        }
        found
    }
}

/// What may stand between two pieces of what is told as one.
const BETWEEN: [&str; 17] = [
    "then", "a", "an", "the", "and", "word", "sign", "another", "followed", "by", "directly", "again", "keyword", "number", "name",
    "finally", "plain",
];
/// Names for signs that only an order uses for them.
const SIGNS: [(&str, &str); 34] = [
    ("two equals signs", "=="),
    ("two equal signs", "=="),
    ("double ampersand", "&&"),
    ("opening square bracket", "["),
    ("opening round bracket", "("),
    ("closing round bracket", ")"),
    ("opening curly brace", "{"),
    ("closing curly brace", "}"),
    ("two ampersands", "&&"),
    ("two vertical bars", "||"),
    ("two colons", "::"),
    ("two points", ".."),
    ("two periods", ".."),
    ("two dots", ".."),
    ("two bars", "||"),
    ("two strokes", "||"),
    ("two stars", "* *"),
    ("equals signs", "="),
    ("equal sign", "="),
    ("minus sign", "-"),
    ("plus sign", "+"),
    ("full stop", "."),
    ("percent sign", "%"),
    ("ampersands", "&"),
    ("semicolons", ";"),
    ("commas", ","),
    ("asterisks", "*"),
    ("stars", "*"),
    ("period", "."),
    ("point", "."),
    ("tilde", "~"),
    ("bang", "!"),
    ("caret", "^"),
    ("ampersand", "&"),
];
/// Words of both languages that are no words of a sentence.
const ALWAYS: [&str; 19] = [
    "mut", "const", "static", "unsigned", "self", "Self", "NULL", "None", "Some", "true", "false", "sizeof", "int", "size_t", "u32", "f64",
    "usize", "ref", "struct",
];
/// Those that are, too: code where a sentence sets them apart.
const APART: [&str; 14] = ["return", "let", "break", "continue", "else", "loop", "while", "match", "for", "if", "in", "as", "move", "char"];
/// Functions that everybody has.
const LIBRARY: [&str; 13] =
    ["free", "malloc", "calloc", "realloc", "strcmp", "strlen", "memcpy", "memset", "abs", "std", "mem", "clone", "take"];

pub fn read(text: &str, is_name: &dyn Fn(&str) -> bool) -> Clause {
    let mut clause = Clause::default();
    for (at, part) in with_marks(text).split('`').enumerate() {
        // A message of the compiler is no code, whatever marks it has.
        if at % 2 == 1 && has_sentence(part) {
            prose(part, is_name, &mut clause);
        } else if at % 2 == 1 && !part.trim().is_empty() {
            clause.items.push(Item::Code(Code { text: part.trim().to_owned(), is_said: false, is_marked: true, is_bare: false }));
        } else if at % 2 == 0 {
            prose(part, is_name, &mut clause);
        }
    }
    clause
}

/// Quotes are marks, where there are no others.
fn with_marks(text: &str) -> String {
    if text.contains('`') { text.to_owned() } else { text.replace(['"', '“', '”'], "`") }
}

fn prose(text: &str, is_name: &dyn Fn(&str) -> bool, clause: &mut Clause) {
    let chunks: Vec<&str> = text.split_whitespace().collect();
    let (mut at, mut closing) = (0, 0);
    while at < chunks.len() {
        let (bare, pause) = bare(chunks[at]);
        let lower = bare.to_lowercase();
        if let Some((word, used)) = spelled(&chunks[at..]) {
            clause.code(word, true);
            at += used;
            continue;
        }
        if let Some((sign, used, pause)) = sign(&chunks[at..], clause) {
            clause.code(sign.to_owned(), true);
            clause.pause(pause);
            at += used;
            continue;
        }
        let next = chunks.get(at + 1).map(|c| self::bare(c).0.to_lowercase()).unwrap_or_default();
        if lower == "in" && ["brackets", "parentheses"].contains(&next.as_str()) {
            clause.code("(".to_owned(), true);
            closing += 1;
            at += 2;
            continue;
        }
        if closing > 0 && lower == "then" {
            (0..std::mem::take(&mut closing)).for_each(|_| clause.code(")".to_owned(), true));
        }
        let is_named = ["word", "keyword"].contains(&clause.words.last().map_or("", String::as_str));
        let goes_on = matches!(clause.codes().last(), Some(c) if c.is_said)
            && !matches!(clause.items.last(), Some(Item::Word(w)) if !BETWEEN.contains(&w.as_str()));
        let is_apart = is_named
            || goes_on && ["return", "break", "let"].contains(&bare)
            || pause == Some(',') && !["loop", "match", "move"].contains(&lower.as_str());
        // "The word x" names x, and no word.
        let names_next = ["word", "name", "field", "sign", "letters"].contains(&bare) && pause.is_none() && is_code(&next, true, is_name);
        if !names_next && is_code(bare, is_apart, is_name) && !only_counts(&chunks, at, clause) {
            let is_keyword = ALWAYS.contains(&bare) || APART.contains(&lower.as_str());
            clause.code(if APART.contains(&lower.as_str()) { lower } else { bare.to_owned() }, is_keyword);
        } else if !lower.is_empty() {
            clause.items.push(Item::Word(lower.clone()));
            clause.words.push(lower);
        }
        if pause.is_some_and(|p| ".;".contains(p)) {
            (0..std::mem::take(&mut closing)).for_each(|_| clause.code(")".to_owned(), true));
        }
        clause.pause(pause);
        at += 1;
    }
    (0..closing).for_each(|_| clause.code(")".to_owned(), true));
}

/// What a number may stand behind without being code: "section 3", "line 52".
const NUMBERED: [&str; 18] = [
    "section",
    "sections",
    "line",
    "lines",
    "unit",
    "units",
    "level",
    "step",
    "steps",
    "test",
    "tests",
    "chapter",
    "page",
    "paragraph",
    "part",
    "attempt",
    "row",
    "column",
];

/// A number that says which one or how many, and stands in no program: "section 3", "lines 52 and 53", "7 parcels", "\"3. What unwrap does\"".
fn only_counts(chunks: &[&str], at: usize, clause: &Clause) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let (own, pause) = bare(chunks[at]);
    if !is_number(own) {
        return false;
    }
    let before: Vec<&str> =
        clause.items.iter().rev().take(3).map_while(|i| if let Item::Word(w) = i { Some(w.as_str()) } else { None }).collect();
    let is_numbered = before.first().is_some_and(|w| NUMBERED.contains(w));
    let goes_on = matches!(before[..], ["and" | "to" | "or", number, ..] if is_number(number));
    let is_title = chunks[at].starts_with(['"', '“']) && pause == Some('.');
    // "7 turns into" is no count of turns.
    let turns = chunks.get(at + 2).is_some_and(|then| *then == "into");
    let counts = pause.is_none() && !turns && chunks.get(at + 1).is_some_and(|next| is_plural(bare(next).0));
    is_numbered || goes_on || is_title || counts
}

/// Things of which there may be several; the verbs that end so speak of one.
fn is_plural(word: &str) -> bool {
    const OTHERS: [&str; 22] = [
        "is", "was", "has", "does", "as", "this", "its", "comes", "goes", "stands", "belongs", "becomes", "gives", "leaves", "means",
        "plus", "minus", "times", "equals", "less", "works", "makes",
    ];
    word.len() > 3 && word.ends_with('s') && word.chars().all(|c| c.is_ascii_lowercase()) && !OTHERS.contains(&word)
}

impl Clause {
    fn code(&mut self, text: String, is_said: bool) {
        let is_called = matches!(self.items.last(), Some(Item::Word(w)) if ["word", "name", "field", "variable", "parameter", "constant"].contains(&w.as_str()));
        let is_plain = text.chars().all(|c| c.is_ascii_lowercase()) && !LIBRARY.contains(&text.as_str());
        let is_bare = is_plain && !is_said && !is_called;
        self.items.push(Item::Code(Code { text, is_said, is_marked: false, is_bare }));
    }

    fn pause(&mut self, pause: Option<char>) {
        self.items.extend(pause.map(Item::Pause));
    }
}

/// A word without what stands around it, and the pause behind it.
fn bare(chunk: &str) -> (&str, Option<char>) {
    let inner = chunk.trim_start_matches(['(', '"', '*', '\'']);
    let is_call = inner.contains('(') && inner.matches('(').count() == inner.matches(')').count();
    let end = |c: char| ",.;:!?\"'*".contains(c) || c == ')' && !is_call;
    let core = inner.trim_end_matches(end);
    (core, inner[core.len()..].chars().next())
}

/// A name, a number, or a chunk that no sentence has.
fn is_code(word: &str, is_apart: bool, is_name: &dyn Fn(&str) -> bool) -> bool {
    let row = texts(word, false);
    let Some(first) = row.first() else { return false };
    if first.starts_with(|c: char| c.is_ascii_digit()) {
        return row.len() == 1;
    }
    let is_word = |t: &str| t.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if row.len() == 1 {
        if ["==", "!=", "<=", ">=", "&&", "||"].contains(&word) {
            return true;
        }
        let is_long = word.len() > 1 && is_word(word);
        let known = ALWAYS.contains(&word) || LIBRARY.contains(&word) || is_name(word) && !APART.contains(&word);
        return is_long && (known || is_apart && APART.contains(&word.to_lowercase().as_str()));
    }
    // `self.shelf`, `Litres(0)`, `f64::from`.
    let joins = |t: &str| [".", "->", "::", "(", "["].contains(&t);
    row.iter().any(|t| joins(t))
        && row
            .iter()
            .all(|t| joins(t) || [")", "]", "&", "*"].contains(t) || t.len() < 3 || is_name(t) || ALWAYS.contains(t) || LIBRARY.contains(t))
}

/// The sign whose name stands here, how many chunks that takes, and the pause behind.
fn sign(chunks: &[&str], clause: &Clause) -> Option<(&'static str, usize, Option<char>)> {
    let said: Vec<(String, Option<char>)> = chunks.iter().take(4).map(|c| (bare(c).0.to_lowercase(), bare(c).1)).collect();
    for used in (1..=said.len()).rev() {
        // A pause ends a name.
        if said[..used - 1].iter().any(|(_, pause)| pause.is_some()) {
            continue;
        }
        let name = said[..used].iter().map(|(w, _)| w.as_str()).collect::<Vec<_>>().join(" ").replace('-', " ");
        let own = SIGNS.iter().find(|(n, _)| *n == name).map(|(_, s)| *s);
        let sign = own.or_else(|| signs::named(&name).filter(|s| *s != "\n" && *s != "[]"));
        let is_number = |s: &str| s.starts_with(|c: char| c.is_ascii_digit());
        let behind_sign = || matches!(clause.items.last(), Some(Item::Code(c)) if c.is_said);
        if let Some(sign) = sign.filter(|s| {
            !is_number(s) || behind_sign() || matches!(clause.items.last(), Some(Item::Word(w)) if ["a", "number"].contains(&w.as_str()))
        }) {
            return Some((sign, used, said[used - 1].1));
        }
    }
    None
}

/// `s-t-r-c-m-p`, or `an M, a U and a T`.
fn spelled(chunks: &[&str]) -> Option<(String, usize)> {
    let (first, _) = bare(chunks.first()?);
    let letters: Vec<&str> = first.split(['-', '.', '·']).collect();
    let is_letter = |l: &str| l.chars().count() == 1 && l.chars().all(|c| c.is_alphanumeric() || c == '_');
    if letters.len() > 2 && letters.iter().all(|l| is_letter(l)) {
        return Some((letters.concat().to_lowercase(), 1));
    }
    let apart = chunks.iter().take_while(|c| is_letter(bare(c).0) && bare(c).1.is_some()).count();
    if apart > 2 {
        return Some((chunks[..apart].iter().map(|c| bare(c).0.to_lowercase()).collect(), apart));
    }
    let (mut word, mut used) = (String::new(), 0);
    for (at, chunk) in chunks.iter().enumerate() {
        let core = bare(chunk).0;
        let is_capital = is_letter(core) && core.chars().all(char::is_uppercase);
        if is_capital {
            word.push_str(&core.to_lowercase());
            used = at + 1;
        } else if !["a", "an", "and", "then", "the", "letter", "letters"].contains(&core) {
            break;
        }
    }
    let begins = bare(chunks[0]).0;
    (word.len() > 1 && begins != "the" && begins != "and" && begins != "then").then_some((word, used))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<String> {
        let clause = read(text, &|_| false);
        let is_number = |c: &&Code| c.text.starts_with(|c: char| c.is_ascii_digit());
        clause.codes().filter(is_number).map(|c| c.text.clone()).collect()
    }

    #[test]
    fn a_number_that_says_which_one_or_how_many_is_no_code() {
        let counting = [
            "Section 3 of the lesson has a paragraph about this loss.",
            "Look at lines 52 and 53 again.",
            "Suppose there were 7 parcels in the room.",
            "Read LESSON.md, \"3. What unwrap does to None\", once more; see `x`.",
        ];
        for text in counting {
            assert_eq!(numbers(text), Vec::<String>::new(), "{text}");
        }
        assert_eq!(numbers("Exchange it for the number 1000."), ["1000"]);
        assert_eq!(numbers("There 19 turns into `n - 1`."), ["19"]);
        assert_eq!(numbers("The digit 0 comes in its place."), ["0"]);
    }
}
