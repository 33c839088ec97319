//! Words for signs as the signs: what a text says when it is read aloud, word by word, without the pauses of the speaker. Which of it is code, others decide.

use super::tokens::tokens;

/// Words for signs, the longer ones first.
const SIGNS: &[(&str, &str)] = &[
    ("is greater than or equal to", ">="),
    ("is less than or equal to", "<="),
    ("greater than or equal to", ">="),
    ("less than or equal to", "<="),
    ("exclamation mark equals", "!="),
    ("ampersand ampersand", "&&"),
    ("close both curly braces", "} }"),
    ("empty parentheses", "( )"),
    ("empty brackets", "( )"),
    ("close both braces", "} }"),
    ("greater than sign", ">"),
    ("double ampersand", "&&"),
    ("is not equal to", "!="),
    ("two vertical bars", "||"),
    ("two equals signs", "=="),
    ("two minus signs", "--"),
    ("two plus signs", "++"),
    ("two ampersands", "&&"),
    ("dot dot equals", "..="),
    ("does not equal", "!="),
    ("is greater than", ">"),
    ("is smaller than", "<"),
    ("is larger than", ">"),
    ("is equal to", "=="),
    ("is less than", "<"),
    ("is more than", ">"),
    ("is at least", ">="),
    ("is at most", "<="),
    ("less than sign", "<"),
    ("not equal to", "!="),
    ("square bracket", "[]"),
    ("vertical bar", "|"),
    ("two colons", "::"),
    ("double pipe", "||"),
    ("pipe pipe", "||"),
    ("bang equals", "!="),
    ("plus equals", "+="),
    ("minus equals", "-="),
    ("times equals", "*="),
    ("star equals", "*="),
    ("plus plus", "++"),
    ("minus minus", "--"),
    ("not equals", "!="),
    ("equals equals", "=="),
    ("double equals", "=="),
    ("percent sign", "%"),
    ("equals sign", "="),
    ("equal sign", "="),
    ("minus sign", "-"),
    ("plus sign", "+"),
    ("greater than", ">"),
    ("less than", "<"),
    ("at least", ">="),
    ("at most", "<="),
    ("fat arrow", "=>"),
    ("double colon", "::"),
    ("colon colon", "::"),
    ("two points", ".."),
    ("two bars", "||"),
    ("double dot", ".."),
    ("two dots", ".."),
    ("dot dot", ".."),
    ("new line", "\n"),
    ("next line", "\n"),
    ("line break", "\n"),
    ("multiplied by", "*"),
    ("divided by", "/"),
    ("exclamation mark", "!"),
    ("question mark", "?"),
    ("underscore", "_"),
    ("semicolon", ";"),
    ("newline", "\n"),
    ("ampersand", "&"),
    ("asterisk", "*"),
    ("greater", ">"),
    ("smaller", "<"),
    ("modulo", "%"),
    ("percent", "%"),
    ("equals", "="),
    ("minus", "-"),
    ("times", "*"),
    ("colon", ":"),
    ("comma", ","),
    ("arrow", "->"),
    ("slash", "/"),
    ("plus", "+"),
    ("star", "*"),
    ("dot", "."),
    ("mod", "%"),
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("ten", "10"),
];

/// One of a pair: "open bracket", "closing curly brace", "close the brace", with how much of the text its name is.
fn bracket(text: &str) -> Option<(usize, &'static str)> {
    const SIDES: [(&str, usize); 6] = [("opening ", 0), ("open ", 0), ("left ", 0), ("closing ", 1), ("close ", 1), ("right ", 1)];
    const KINDS: [(&str, Option<[&str; 2]>); 4] =
        [("round ", Some(["(", ")"])), ("square ", Some(["[", "]"])), ("curly ", Some(["{", "}"])), ("", None)];
    const NOUNS: [(&str, [&str; 2]); 4] =
        [("bracket", ["(", ")"]), ("brace", ["{", "}"]), ("parenthesis", ["(", ")"]), ("paren", ["(", ")"])];
    let (side, rest) = SIDES.iter().find_map(|(word, side)| Some((*side, text.strip_prefix(word)?)))?;
    let rest = rest.strip_prefix("the ").unwrap_or(rest);
    let (kind, rest) = KINDS.iter().find_map(|(word, pair)| Some((*pair, rest.strip_prefix(word)?)))?;
    let (pair, rest) = NOUNS.iter().find_map(|(word, pair)| Some((*pair, rest.strip_prefix(word)?)))?;
    Some((text.len() - rest.len(), kind.unwrap_or(pair)[side]))
}

pub const KEYWORDS: [&str; 34] = [
    "let",
    "mut",
    "for",
    "in",
    "if",
    "else",
    "while",
    "loop",
    "return",
    "match",
    "break",
    "continue",
    "int",
    "long",
    "bool",
    "char",
    "void",
    "struct",
    "sizeof",
    "size_t",
    "ptrdiff_t",
    "const",
    "unsigned",
    "self",
    "Self",
    "Some",
    "None",
    "NULL",
    "true",
    "false",
    "as",
    "u32",
    "f64",
    "static",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// It was a word and is a sign now.
    pub is_said: bool,
    /// Nothing stood between it and the word before.
    pub is_tight: bool,
}

/// No words for a sign are longer.
const LONGEST: usize = 40;

/// The sign that has this name, in small letters.
pub fn named(name: &str) -> Option<&'static str> {
    let whole = |(length, sign): (usize, &'static str)| (length == name.len()).then_some(sign);
    SIGNS.iter().find(|(n, _)| *n == name).map(|(_, sign)| *sign).or_else(|| bracket(name).and_then(whole))
}

/// The words of a text as its speaker means them.
pub fn words(text: &str) -> Vec<Word> {
    without_pauses(&signs(text))
}

/// The words of a text, those for signs as signs.
fn signs(text: &str) -> Vec<Word> {
    let text = text.replace('`', " ");
    let mut words: Vec<Word> = Vec::new();
    let all = tokens(&text, false);
    let mut at = 0;
    while at < all.len() {
        let token = &all[at];
        let end = at.checked_sub(1).map_or(0, |b| all[b].at + all[b].text.len());
        let breaks = text[end..token.at].contains('\n');
        let is_tight = at > 0 && end == token.at;
        let rest = text[token.at..].chars().take(LONGEST).collect::<String>().to_lowercase().replace(['-', '\n'], " ");
        let ends = |length: usize| !rest[length..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let listed = || SIGNS.iter().find(|(name, _)| rest.starts_with(name) && ends(name.len())).map(|(name, sign)| (name.len(), *sign));
        let sign = || bracket(&rest).filter(|(length, _)| ends(*length)).or_else(listed);
        let sign = token.text.starts_with(char::is_alphabetic).then(sign).flatten();
        if breaks {
            words.push(Word { text: "\n".to_owned(), is_said: false, is_tight: false });
        }
        match sign {
            Some((length, sign)) => {
                words.push(Word { text: sign.to_owned(), is_said: true, is_tight: false });
                let until = token.at + length;
                while at < all.len() && all[at].at < until {
                    at += 1;
                }
            }
            None => {
                // The end of a sentence is the end of a step.
                let next = text[token.at + token.text.len()..].chars().next();
                let ends = token.text == "." && next.is_none_or(char::is_whitespace);
                words.push(Word { text: if ends { "\n".to_owned() } else { token.text.to_owned() }, is_said: false, is_tight });
                at += 1;
            }
        }
    }
    words
}

/// Commas beside a spoken sign are where the speaker breathes.
fn without_pauses(words: &[Word]) -> Vec<Word> {
    let is_code = |w: &Word| w.is_said || KEYWORDS.contains(&w.text.as_str());
    // "Capital BOX underscore capital GRAMS" says how it is written, and not what.
    let is_shouted = |w: &Word| w.text.len() > 1 && !w.text.contains(char::is_lowercase) && w.text.starts_with(char::is_alphabetic);
    let is_case = |at: usize| {
        let says = ["capital", "capitals"].contains(&words[at].text.to_lowercase().as_str());
        says && words.get(at + 1).is_some_and(is_shouted)
    };
    let words: Vec<Word> = (0..words.len()).filter(|at| !is_case(*at)).map(|at| words[at].clone()).collect();
    let mut kept: Vec<Word> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let beside = at.checked_sub(1).is_some_and(|b| is_code(&words[b])) || words.get(at + 1).is_some_and(|w| w.is_said);
        let pause = word.text == "," && !word.is_said && beside;
        let was_sign = kept.last().is_some_and(|k| k.is_said && k.text != ";" && k.text != "}");
        if pause || word.text == "\n" && !word.is_said && was_sign {
            continue;
        }
        if word.text == "_" && word.is_said {
            if let (Some(last), Some(next)) = (kept.last_mut(), words.get(at + 1)) {
                last.text = format!("{}_{}", last.text, next.text);
            }
            continue;
        }
        if at > 0 && words[at - 1].text == "_" && words[at - 1].is_said {
            continue;
        }
        kept.push(word.clone());
    }
    kept
}

/// A word that has become a sign; a number is one in any sentence.
pub fn is_sign(word: &Word) -> bool {
    word.is_said && !word.text.starts_with(|c: char| c.is_ascii_digit() || c == '\n')
}
