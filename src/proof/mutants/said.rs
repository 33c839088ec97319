//! What the comments of an exercise promise in words, as far as it decides which slips a test must notice: that a place stays as it was, that no child is left,
//! that any byte may come, that `errno` says why. Reads comments by their words; where they do not say so plainly, nothing is promised.

use std::collections::BTreeMap;

use super::code::{Code, Grammar};

/// How a comment says that a failure leaves a place alone.
const UNTOUCHED: [&str; 14] = [
    "as it was",
    "as they were",
    "untouched",
    "unchanged",
    "left alone",
    "leaves it alone",
    "not touched",
    "not changed",
    "not written",
    "keeps its value",
    "stays as it is",
    "stay as they are",
    "left as it is",
    "remains as it is",
];

/// The same of all that is there.
const NOTHING_CHANGES: [&str; 8] = [
    "nothing changes",
    "changes nothing",
    "nothing is changed",
    "nothing else happens",
    "nothing happens",
    "nothing is taken",
    "is left as",
    "are left as",
];

/// How it speaks of a call that is refused.
const REFUSES: [&str; 12] =
    ["if not", "refus", "err", "fail", "false", "none", "cannot", "otherwise", "reject", "invalid", "too few", "too many"];

const WAITED_FOR: [&str; 6] =
    ["nobody waited for", "nobody waits for", "no zombie", "no child is left", "leaves no child", "every child is waited for"];
/// How it speaks of a channel whose other end is no longer there.
const ENDED: [&str; 8] = [
    "nobody listens",
    "nobody is listening",
    "no one listens",
    "hung up",
    "hangs up",
    "receiver is gone",
    "receiver is dropped",
    "is disconnected",
];
const ANY_BYTE: [&str; 4] = ["any byte", "any bytes", "byte 255", "bytes of any value"];

/// The comments of the starter: those above each function, and all that stands in them.
#[derive(Debug, Default)]
pub struct Said {
    above: BTreeMap<String, String>,
    all: String,
}

impl Said {
    pub fn of(starter: &Code) -> Said {
        let mut said = Said::default();
        let Some(syntax) = crate::syntax::syntax(if starter.grammar == Grammar::C { "c" } else { "rust" }) else { return said };
        for file in &starter.files {
            let content = &file.file.content;
            for function in syntax.outline(content).functions.into_iter().filter(|f| !f.comment.is_empty()) {
                let above = said.above.entry(function.name).or_default();
                *above += &format!("{}.\n", plain(&function.comment));
            }
            let comments = syntax.tokens(content).into_iter().filter(|t| t.kind == crate::syntax::TokenKind::Comment);
            said.all.extend(comments.map(|t| plain(&t.text) + ".\n"));
        }
        said
    }

    /// Whether the comment above a function says in one sentence that this place of the caller's is as it was.
    pub fn leaves_alone(&self, function: &str, parameter: &str) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let about_it = |part: &str| part.split(|c: char| !is_word(c)).any(|w| w == parameter.to_lowercase());
        self.sentences(function).any(|s| {
            // The place is named right before what is said of it.
            UNTOUCHED.iter().any(|words| s.find(words).is_some_and(|at| about_it(&s[s[..at].rfind([',', ';', ':']).unwrap_or(0)..at])))
        })
    }

    /// Whether the comment says, in a sentence about refusing or right behind one, that all is as it was then.
    pub fn keeps_when_refusing(&self, function: &str) -> bool {
        let refuses = |s: &str| {
            let begins = |word: &str| REFUSES.iter().any(|r| word.starts_with(r));
            s.split(|c: char| !c.is_alphanumeric()).any(begins) || REFUSES.iter().any(|r| r.contains(' ') && s.contains(r))
        };
        let sentences = self.contract(function);
        (0..sentences.len()).any(|at| {
            let kept = UNTOUCHED.iter().chain(&NOTHING_CHANGES).any(|words| sentences[at].contains(words));
            let neither = sentences[at].split_once("neither ").is_some_and(|(_, s)| s.split(' ').any(|w| w.starts_with("change")));
            (kept || neither) && sentences[at.saturating_sub(1)..=at].iter().any(|s| refuses(s))
        })
    }

    /// Whether the contract says what happens when nobody listens any more.
    pub fn speaks_of_an_end(&self, function: &str) -> bool {
        self.contract(function).iter().any(|s| ENDED.iter().any(|words| s.contains(words)))
    }

    /// What the comment says of a function before it comes to principles: its contract.
    pub fn contract(&self, function: &str) -> Vec<&str> {
        let above = self.above.get(function).map(String::as_str).unwrap_or_default();
        let contracts = above.split(".\n").filter_map(|comment| comment.split("first principle").next());
        contracts.flat_map(|c| c.split(['.', '!', '?'])).collect()
    }

    pub fn speaks_of(&self, function: &str, word: &str) -> bool {
        self.sentences(function).any(|s| s.split(|c: char| !c.is_alphanumeric()).any(|w| w == word))
    }

    /// The same where the word is not just part of one of these.
    pub fn speaks_of_apart_from(&self, function: &str, word: &str, phrases: &[&str]) -> bool {
        let without = |s: &str| phrases.iter().fold(s.to_owned(), |s, phrase| s.replace(phrase, ""));
        self.sentences(function).any(|s| without(s).split(|c: char| !c.is_alphanumeric()).any(|w| w == word))
    }

    /// Whether one of these phrases stands before another word than those.
    pub fn says_before_other(&self, function: &str, phrases: &[&str], words: &[&str]) -> bool {
        let next = |rest: &str| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
        let goes_on = |s: &str, phrase: &str| s.split(phrase).skip(1).any(|rest| !words.contains(&next(rest).as_str()));
        self.contract(function).into_iter().any(|s| phrases.iter().any(|phrase| goes_on(s, phrase)))
    }

    pub fn says(&self, function: &str, phrase: &str) -> bool {
        self.sentences(function).any(|s| s.contains(phrase))
    }

    /// Of the function itself, or of all of them in the story above.
    pub fn promises_to_wait(&self) -> bool {
        self.promises(&WAITED_FOR)
    }

    pub fn promises_any_byte(&self) -> bool {
        self.promises(&ANY_BYTE)
    }

    /// A first principle says how things are, not what a function does.
    fn promises(&self, words: &[&str]) -> bool {
        let mut sentences = self.all.split(['.', '!', '?']).filter(|s| !s.contains("first principle"));
        sentences.any(|sentence| words.iter().any(|words| sentence.contains(words)))
    }

    fn sentences(&self, function: &str) -> impl Iterator<Item = &str> {
        let above = self.above.get(function).map(String::as_str).unwrap_or_default();
        above.split(['.', '!', '?'])
    }
}

/// In small letters, on one line, without marks of comments.
fn plain(comment: &str) -> String {
    let words = comment.split_whitespace().filter(|w| !matches!(*w, "*" | "/*" | "*/" | "//" | "///" | "//!"));
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::TextFile;

    fn said(content: &str) -> Said {
        let files = [TextFile { path: "src/a.h".to_owned(), content: content.to_owned() }];
        let code = Code::read(Grammar::C, &files);
        Said::of(&code)
    }

    #[test]
    fn a_place_is_left_alone_where_the_sentence_names_it() {
        let kept = said("/* True when there is one. False for none, and *which is\n * as it was. */\nbool find(int n, int *which);\n");
        assert!(kept.leaves_alone("find", "which"));
        assert!(!kept.leaves_alone("find", "n"));
        // What stays is something else.
        let other = said("/* Writes the sum to *sum; the list stays unchanged. */\nvoid add(int *list, int *sum);\n");
        assert!(!other.leaves_alone("add", "sum"));
        assert!(other.leaves_alone("add", "list"));
    }

    #[test]
    fn that_nothing_changes_is_promised_where_a_call_is_refused() {
        for kept in [
            "/* Moves one. A full box is refused, and both lists stay as they\n * were. */",
            "/* Where there are too few nothing is taken. */",
            "/* False for a number that is not there. The list is unchanged\n * then. */",
        ] {
            assert!(said(&format!("{kept}\nbool f(int n);\n")).keeps_when_refusing("f"), "{kept}");
        }
        for other in
            ["/* Takes one out; the others stay as they were. */", "/* Refuses.\n * First principle: what is refused is unchanged. */"]
        {
            assert!(!said(&format!("{other}\nbool f(int n);\n")).keeps_when_refusing("f"), "{other}");
        }
    }

    #[test]
    fn promises_are_read_wherever_a_comment_stands() {
        let all = said(
            "/*\n * No child stays that nobody waited for.\n */\n#include <stdio.h>\n/* Sets errno. The text may hold any\n * byte. */\nint f(void);\n",
        );
        assert!(all.promises_to_wait() && all.promises_any_byte() && all.speaks_of("f", "errno"));
        let none = said("/* Waits for a byte.\n * First principle: a child that nobody waited for stays. */\nint f(void);\n");
        assert!(!none.promises_to_wait() && !none.promises_any_byte() && !none.speaks_of("f", "errno"));
    }
}
