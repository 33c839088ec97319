//! Words for signs as the signs: what a text says when it is read aloud, word by word, without the pauses of the speaker. Which of it is code, others decide.

use super::tokens::tokens;

/// Words for signs, the longer ones first.
const SIGNS: [(&str, &str); 96] = [
    ("is greater than or equal to", ">="),
    ("is less than or equal to", "<="),
    ("greater than or equal to", ">="),
    ("less than or equal to", "<="),
    ("is not equal to", "!="),
    ("close both curly braces", "} }"),
    ("close both braces", "} }"),
    ("close the brace", "}"),
    ("open round bracket", "("),
    ("close round bracket", ")"),
    ("open square bracket", "["),
    ("close square bracket", "]"),
    ("closing square bracket", "]"),
    ("open curly brace", "{"),
    ("close curly brace", "}"),
    ("open curly bracket", "{"),
    ("close curly bracket", "}"),
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
    ("not equal to", "!="),
    ("opening parenthesis", "("),
    ("closing parenthesis", ")"),
    ("open parenthesis", "("),
    ("close parenthesis", ")"),
    ("left parenthesis", "("),
    ("right parenthesis", ")"),
    ("square bracket", "[]"),
    ("opening bracket", "("),
    ("closing bracket", ")"),
    ("opening brace", "{"),
    ("closing brace", "}"),
    ("open bracket", "("),
    ("close bracket", ")"),
    ("open paren", "("),
    ("close paren", ")"),
    ("open brace", "{"),
    ("close brace", "}"),
    ("left brace", "{"),
    ("right brace", "}"),
    ("plus equals", "+="),
    ("minus equals", "-="),
    ("times equals", "*="),
    ("plus plus", "++"),
    ("minus minus", "--"),
    ("not equals", "!="),
    ("equals equals", "=="),
    ("double equals", "=="),
    ("equals sign", "="),
    ("greater than", ">"),
    ("less than", "<"),
    ("at least", ">="),
    ("at most", "<="),
    ("fat arrow", "=>"),
    ("double colon", "::"),
    ("colon colon", "::"),
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
    SIGNS.iter().find(|(n, _)| *n == name).map(|(_, sign)| *sign)
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
        let whole = |name: &str| rest.strip_prefix(name).is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        let sign = SIGNS.iter().find(|(name, _)| token.text.starts_with(char::is_alphabetic) && whole(name));
        if breaks {
            words.push(Word { text: "\n".to_owned(), is_said: false, is_tight: false });
        }
        match sign {
            Some((name, sign)) => {
                words.push(Word { text: (*sign).to_owned(), is_said: true, is_tight: false });
                let until = token.at + name.len();
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
