//! Code that is dictated sign by sign: "sum, plus-equals, d, star, STEP, semicolon", "write `thing`, a comma, `left` in round brackets". Takes the sentences of which
//! every word is code, a word for a sign or one that a speaker says between them, and writes each out as a line. Refuses a sentence as soon as it says anything
//! else, unless signs enough stand together in it: "end the line with a semicolon" is advice.

use std::collections::HashSet;

use super::pieces::stripped;
use super::say;
use super::signs::{self, KEYWORDS};
use super::spoken;

/// Fewer signs in a whole text are no dictation.
const SIGNS: usize = 3;
/// What stands between words that are no code is a line from so many tokens on, with so many signs that were said.
const LEAST: usize = 4;
const SAID: usize = 2;
/// The longest name of the learner's files that is said word by word.
const WORDS_OF_A_NAME: usize = 4;

/// Words that are said between the tokens.
const FILLERS: &str = "a an the then and now write type put say sign with which behind it its of nothing else next on again followed by finally \
    last first second third fourth fifth line comes is goes there after that this same word name character letter read out new begin begins end ends keyword variable called blank space";
/// Words that open a bracket up to the end of what is said.
const INSIDE: [(&str, &str, &str); 12] = [
    ("in round brackets", "(", ")"),
    ("in the round brackets", "(", ")"),
    ("in parentheses", "(", ")"),
    ("in brackets", "(", ")"),
    ("in the brackets", "(", ")"),
    ("in square brackets", "[", "]"),
    ("in curly braces", "{", "}"),
    ("in the curly braces", "{", "}"),
    ("in braces", "{", "}"),
    ("in the braces", "{", "}"),
    ("inside the braces", "{", "}"),
    ("between braces", "{", "}"),
];
/// Words by which a name gets its value.
const GETS: [&str; 6] = ["set it to", "set to", "is set to", "gets the value", "be", "gets"];
/// Words for what is a tuple of what follows.
const TUPLES: [&str; 5] = ["a tuple of", "the tuple of", "tuple of", "a pair of", "the pair of"];
/// Words about how a name is written.
const SPELLING: [&str; 5] = ["all in capitals", "in capitals", "in capital letters", "all in small letters", "in small letters"];
/// Words that make the name behind them.
const MAKES: [&str; 12] = ["let", "mut", "for", "int", "long", "bool", "char", "size_t", "ptrdiff_t", "unsigned", "struct", "u32"];

/// The lines that the text dictates, as they are and with the ends that nobody says.
pub fn lines(plain: &str, names: &HashSet<String>, is_c: bool) -> Vec<String> {
    let mut typist = Typist { names: names.clone(), said: 0 };
    let sentences = plain.lines().flat_map(|line| say::sentences(stripped(line)));
    let lines: Vec<String> = sentences.flat_map(|s| typist.sentence(&words(&s.text))).collect();
    if typist.said < SIGNS || lines.is_empty() {
        return Vec::new();
    }
    let lines: Vec<String> = lines.into_iter().map(|line| spoken::with_head(line, is_c)).collect();
    let last = lines.len() - 1;
    let is_open = |line: &str| !line.ends_with([';', '{', '}', ',', '(']);
    let ended = lines.iter().enumerate().map(|(at, l)| if is_open(l) && (is_c || at < last) { format!("{l} ;") } else { l.clone() });
    let (raw, ended) = (lines.join("\n"), ended.collect::<Vec<_>>().join("\n"));
    if raw == ended { vec![raw] } else { vec![ended, raw] }
}

/// A word of a sentence: what stands between marks is code as it is.
struct Word {
    text: String,
    is_sign: bool,
    is_marked: bool,
}

fn words(sentence: &str) -> Vec<Word> {
    let mut found = Vec::new();
    for (at, part) in sentence.split('`').enumerate() {
        if at % 2 == 1 {
            found.push(Word { text: part.trim().to_owned(), is_sign: false, is_marked: true });
            continue;
        }
        let said = signs::words(part).into_iter().filter(|w| w.text != "\n");
        found.extend(said.map(|w| Word { text: w.text, is_sign: w.is_said, is_marked: false }));
    }
    found
}

struct Typist {
    /// What is a name: those of the learner's files and those that were made.
    names: HashSet<String>,
    /// So many signs were said in all that is kept.
    said: usize,
}

/// What is written of one sentence up to now.
#[derive(Default)]
struct Line {
    tokens: Vec<String>,
    said: usize,
    /// Brackets that are closed with the sentence.
    open: Vec<&'static str>,
    /// The next plain bracket or brace closes one.
    is_inside: bool,
}

impl Line {
    /// Round and square brackets end before a sign that cannot stand in them; in the head of a `for` a semicolon can.
    fn close_before(&mut self, sign: &str) {
        let ends = sign == "{" || sign == ";" && self.tokens.first().is_some_and(|t| t != "for");
        while let Some(close) = self.open.pop_if(|close| ends && *close != "}") {
            self.tokens.push(close.to_owned());
        }
    }
}

impl Typist {
    /// The code of one sentence: all of it, or the parts of it that are as dense as only code is.
    fn sentence(&mut self, words: &[Word]) -> Vec<String> {
        let (mut kept, mut line, mut is_prose, mut at) = (Vec::new(), Line::default(), false, 0);
        while at < words.len() {
            match self.word(words, at, &mut line) {
                Some(length) => at += length,
                None => {
                    is_prose = true;
                    self.keep(std::mem::take(&mut line), true, &mut kept);
                    at += 1;
                }
            }
        }
        self.keep(line, is_prose, &mut kept);
        kept
    }

    fn keep(&mut self, mut line: Line, is_prose: bool, kept: &mut Vec<String>) {
        line.tokens.extend(line.open.drain(..).rev().map(str::to_owned));
        let is_dense = line.tokens.len() >= LEAST && line.said >= SAID;
        // Signs alone are spoken of; only a brace has a line for itself.
        let has_name = line.tokens.iter().any(|t| t.starts_with(|c: char| c.is_alphanumeric() || "_(".contains(c)) && t != "(");
        let is_brace = line.tokens.iter().all(|t| ["{", "}", ";"].contains(&t.as_str()));
        if !line.tokens.is_empty() && (has_name || is_brace) && (!is_prose || is_dense) {
            self.said += line.said;
            kept.push(merged(line.tokens).join(" "));
        }
    }

    /// Takes in the word at this place; answers how many words that were, or nothing where it is none of code.
    fn word(&mut self, words: &[Word], at: usize, line: &mut Line) -> Option<usize> {
        let word = &words[at];
        if word.is_marked {
            line.tokens.push(word.text.clone());
            return Some(1);
        }
        if word.is_sign && is_spoken_of(words, at) {
            return Some(1);
        }
        if word.is_sign {
            line.close_before(&word.text);
            line.said += 1;
            line.tokens.extend(word.text.split(' ').map(str::to_owned));
            return Some(1);
        }
        if let Some(length) = phrase(words, at, &SPELLING) {
            return Some(length);
        }
        if let Some((length, open, close)) = INSIDE.iter().find_map(|(p, open, close)| Some((phrase(words, at, &[*p])?, *open, *close))) {
            line.said += 1;
            match line.tokens.pop() {
                // "`grams` in brackets": what was said right before it is in them.
                Some(last) if is_code(words, at.checked_sub(1)) && !is_code(words, Some(at + length)) => {
                    line.tokens.push(format!("{open}{last}{close}"));
                }
                last => {
                    line.tokens.extend(last);
                    line.tokens.push(open.to_owned());
                    line.open.push(close);
                }
            }
            return Some(length);
        }
        if let Some(length) = phrase(words, at, &TUPLES) {
            return Some(length + tuple(&words[at + length..], line));
        }
        if let Some(length) = phrase(words, at, &GETS).filter(|_| !line.tokens.is_empty()) {
            line.said += 1;
            line.tokens.push("=".to_owned());
            return Some(length);
        }
        if let Some(length) = numbered(words, at) {
            return Some(length);
        }
        if let Some((name, length)) = self.name(words, at, line) {
            line.said += usize::from(length > 1 || word.text.contains('_'));
            line.tokens.push(name);
            return Some(length);
        }
        let small = word.text.to_lowercase();
        match small.as_str() {
            ";" if words.get(at + 1).is_none_or(|w| w.text != "in") => line.tokens.push(small),
            "brace" | "bracket" | "parenthesis" => {
                let pair = if small == "brace" { ["{", "}"] } else { ["(", ")"] };
                line.said += 1;
                line.tokens.push(pair[usize::from(line.is_inside)].to_owned());
                line.is_inside = !line.is_inside;
            }
            "," | ":" | ";" | "-" | "." => {}
            _ if is_filler(&small) => {}
            _ => return None,
        }
        Some(1)
    }

    /// A name or a word of the language, however it is said: word by word, or with the capital of a sentence.
    fn name(&mut self, words: &[Word], at: usize, line: &Line) -> Option<(String, usize)> {
        let text = &words[at].text;
        let small = text.to_lowercase();
        let is_word = text.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        // What is said next, without the breath before it.
        let is_pause = |w: &&Word| !w.is_marked && !w.is_sign && (w.text == "," || ["a", "an", "the"].contains(&w.text.as_str()));
        let follower = words[at + 1..].iter().find(|w| !is_pause(w));
        let next = |sign: &str| follower.is_some_and(|w| w.is_sign && w.text == sign);
        let last = line.tokens.last().map_or("", String::as_str);
        if !is_word {
            return None;
        }
        if let Some(found) = self.by_words(words, at) {
            return Some(found);
        }
        if line.tokens.is_empty() && *text != small && (KEYWORDS.contains(&small.as_str()) || self.names.contains(&small)) && !next("::") {
            return Some((small, 1));
        }
        if self.names.contains(text) || KEYWORDS.contains(&text.as_str()) || text.starts_with(|c: char| c.is_ascii_digit()) {
            return Some((text.clone(), 1));
        }
        if let Some(own) = self.names.iter().filter(|n| text.contains('_') && n.to_lowercase() == small).max() {
            return Some((own.clone(), 1));
        }
        let is_new = !is_filler(&small);
        let (is_made, gets) = (MAKES.contains(&last), next("="));
        // A little word is a name only where both sides say so: "let a equals".
        let names = if is_new { is_made || gets } else { is_made && gets };
        if names {
            self.names.insert(text.clone());
            return Some((text.clone(), 1));
        }
        (is_new && ([".", "->", "::"].contains(&last) || next("(") || next("::"))).then(|| (text.clone(), 1))
    }

    /// "handling cents" for `HANDLING_CENTS`.
    fn by_words(&self, words: &[Word], at: usize) -> Option<(String, usize)> {
        (2..=WORDS_OF_A_NAME).rev().find_map(|length| {
            let part = words.get(at..at + length).filter(|p| p.iter().all(|w| !w.is_sign && !w.is_marked))?;
            let said = part.iter().map(|w| w.text.to_lowercase()).collect::<Vec<_>>().join("_");
            let own = self.names.iter().filter(|n| n.to_lowercase() == said).max()?;
            Some((own.clone(), length))
        })
    }
}

/// "Behind the slash": a place, and not the sign again.
fn is_spoken_of(words: &[Word], at: usize) -> bool {
    let said = |back: usize, these: &[&str]| {
        let word = at.checked_sub(back).map(|at| &words[at]).filter(|w| !w.is_marked);
        word.is_some_and(|w| these.iter().any(|t| w.text.eq_ignore_ascii_case(t)))
    };
    said(1, &["the", "this", "that"]) && said(2, &["behind", "after", "before", "following"])
}

/// A word that is written as it is said.
fn is_code(words: &[Word], at: Option<usize>) -> bool {
    let word = at.and_then(|at| words.get(at));
    word.is_some_and(|w| w.is_marked || !w.is_sign && w.text != "," && !is_filler(&w.text.to_lowercase()))
}

fn is_filler(word: &str) -> bool {
    FILLERS.split_whitespace().any(|f| f == word)
}

/// How many words one of these phrases is, where it stands here.
fn phrase(words: &[Word], at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().find_map(|phrase| {
        let length = phrase.split(' ').count();
        let here = words.get(at..at + length)?;
        let is_here = here.iter().zip(phrase.split(' ')).all(|(w, p)| !w.is_sign && !w.is_marked && w.text.eq_ignore_ascii_case(p));
        is_here.then_some(length)
    })
}

/// "Line two:", "step 3": where a line begins.
fn numbered(words: &[Word], at: usize) -> Option<usize> {
    let begins = ["line", "step"].iter().any(|w| words[at].text.eq_ignore_ascii_case(w));
    let is_number = |w: &Word| w.text.starts_with(|c: char| c.is_ascii_digit());
    (begins && words.get(at + 1).is_some_and(is_number)).then_some(2)
}

/// What is listed behind the word for a tuple, as one; answers how many words that were.
fn tuple(words: &[Word], line: &mut Line) -> usize {
    let (mut listed, mut taken) = (Vec::new(), 0);
    for (at, word) in words.iter().enumerate() {
        let joins = !word.is_marked && [",", "and"].contains(&word.text.as_str());
        match (joins, word.is_marked || at == 0 || taken < at) {
            (true, _) => continue,
            (false, true) if !word.is_sign && (word.is_marked || word.text.contains('_')) => listed.push(word.text.clone()),
            _ => break,
        }
        taken = at + 1;
    }
    line.said += usize::from(!listed.is_empty());
    line.tokens.extend((!listed.is_empty()).then(|| format!("({})", listed.join(", "))));
    taken
}

/// Signs that were said in two words as one, and numbers with their points.
fn merged(tokens: Vec<String>) -> Vec<String> {
    const PAIRS: [(&str, &str); 9] =
        [("..", "="), ("!", "="), ("=", "="), ("<", "="), (">", "="), ("&", "&"), ("|", "|"), ("=", ">"), ("-", ">")];
    let is_number = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let mut out: Vec<String> = Vec::new();
    for token in tokens {
        let pair = out.last().is_some_and(|last| PAIRS.contains(&(last.as_str(), token.as_str())));
        let has_point = out.len() > 1
            && out[out.len() - 1] == "."
            && is_number(&out[out.len() - 2])
            && !out[..out.len() - 2].ends_with(&[".".to_owned()]);
        match out.last_mut() {
            Some(last) if pair => last.push_str(&token),
            Some(_) if has_point && is_number(&token) => {
                out.pop();
                out.last_mut().into_iter().for_each(|number| number.push_str(&format!(".{token}")));
            }
            _ => out.push(token),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str, is_c: bool) -> String {
        let names = ["days", "HANDLING_CENTS", "STEP", "self", "work", "minutes", "begin", "end", "booking", "wanted", "level", "grams"];
        lines(text, &names.map(str::to_owned).into(), is_c).first().cloned().unwrap_or_default()
    }

    #[test]
    fn what_is_dictated_is_typed() {
        let rust = "Type as I say it. Line one: let, mut, sum, equals sign, HANDLING underscore CENTS, semicolon. Line two: for, d, in, one, two points, \
                    equals sign, days, opening brace. Line three: sum, plus-equals, d, star, STEP, semicolon. Line four: closing brace. Line five: sum, and nothing behind it.";
        assert_eq!(typed(rust, false), "let mut sum = HANDLING_CENTS ;\nfor d in 1 ..= days {\nsum += d * STEP ;\n}\nsum");
        let c = "ptrdiff underscore t hits equals zero semicolon. For, open bracket, const int star seat equals begin semicolon, seat exclamation mark \
                 equals end semicolon, seat plus plus, close bracket. If, open bracket, star seat equals equals booking, close bracket, hits plus plus semicolon. Return hits semicolon.";
        let typed_c = "ptrdiff_t hits = 0 ;\nfor ( const int * seat = begin ; seat != end ; seat ++ )\nif ( * seat == booking ) hits ++ ;\nreturn hits ;";
        assert!(lines(c, &["begin", "end", "booking"].map(str::to_owned).into(), true).contains(&typed_c.to_owned()));
    }

    #[test]
    fn capitals_and_bare_comparisons_are_typed() {
        let phone = "Listen: let, blank, fee, blank, equals sign, blank, capital HANDLING underscore capital CENTS, blank, asterisk, blank, days, semicolon.";
        assert_eq!(typed(phone, false), "let fee = HANDLING_CENTS * days ;");
        let aloud = "It sounds like this: \"const int star most equals begin semicolon. Return level greater star most semicolon.\"";
        assert_eq!(typed(aloud, true), "const int * most = begin ;\nreturn level > * most ;");
        assert_eq!(typed("The level is greater than what was wanted, and a star is smaller than a planet.", true), "");
    }

    #[test]
    fn brackets_tuples_and_names_may_be_said_in_words() {
        let mixed = "Write `if`, then `self.work`, a greater-than sign and `minutes`; in the braces `return` with a tuple of `self` and `minutes`, and a semicolon. \
                     Then `let mut thing` and set it to `self`. Each of these ends in a semicolon. On the last line, in round brackets, `thing`, a comma, `minutes`.";
        let typed_mixed = "if self.work > minutes { return (self, minutes) ; }\nlet mut thing = self ;\n( thing , minutes )";
        assert_eq!(typed(mixed, false), typed_mixed);
        let aloud = "Let came be if wanted dot zero is less than self dot level dot zero, brace, wanted, brace, else, brace, self dot level, brace, semicolon. Came.";
        assert_eq!(typed(aloud, false), "let came = if wanted . 0 < self . level . 0 { wanted } else { self . level } ;\ncame");
        assert_eq!(
            typed("f64, colon colon, from, open paren, grams, close paren, slash, 1000 dot zero.", false),
            "f64 :: from ( grams ) / 1000.0"
        );
        let behind = "The line begins with `f64`, then two colons, then `from`, then `grams` in round brackets. Behind that comes a slash, and behind the slash `1000.0`.";
        assert_eq!(typed(behind, false).replace(" ;\n", "\n"), "f64 :: from (grams)\n/ 1000.0");
        let named = "The keyword int, the name count, an equals sign, a zero and a semicolon. Then count, two plus signs, semicolon.";
        assert_eq!(typed(named, true), "int count = 0 ;\ncount ++ ;");
        assert_eq!(
            typed("`while`, then in round brackets `days != end`, opening brace. Closing brace, semicolon.", true),
            "while ( days != end ) {\n} ;"
        );
        assert_eq!(typed("handling cents, plus sign, days, star, handling cents.", false), "HANDLING_CENTS + days * HANDLING_CENTS");
    }

    #[test]
    fn advice_that_names_a_sign_is_no_dictation() {
        let advice = "Start the sum with the fee, and end the line with a semicolon. A dot and an equals sign after two dots takes the last day in. \
                      Put the opening brace on the line of the loop, the closing brace on its own. Leave the semicolon off the last line.";
        assert_eq!(typed(advice, false), "");
        assert_eq!(typed("These are signs: equals sign, star, plus sign, minus sign, semicolon.", false), "", "no name among them");
        assert_eq!(typed("Type `days` and a semicolon. Then `end` and a semicolon.", false), "", "too few of them");
        assert_eq!(typed("Which of the two is less, days or minutes? An equals sign gives a value, two equals signs compare.", false), "");
    }
}
