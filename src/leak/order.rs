//! Changes that are told in words: a sign to put somewhere, a line to take away or to move, two things to exchange. Made only from sentences that are orders, and
//! only at places that the sentence names. Makes functions; running decides.

use std::collections::HashSet;

use super::edit::Own;
use super::say::Sentence;
use super::tokens::{Token, tokens};
use crate::syntax::PlaceKind;

/// Signs and words by what they are called.
const CALLED: [(&str, &str); 26] = [
    ("equals sign", "="),
    ("equal sign", "="),
    ("equals", "="),
    ("star", "*"),
    ("asterisk", "*"),
    ("ampersand", "&"),
    ("semicolon", ";"),
    ("exclamation mark", "!"),
    ("question mark", "?"),
    ("comma", ","),
    ("minus sign", "-"),
    ("minus", "-"),
    ("plus sign", "+"),
    ("bang", "!"),
    ("return", "return"),
    ("mut", "mut"),
    ("const", "const"),
    ("not", "!"),
    ("ref", "ref"),
    ("break", "break"),
    ("two dots", ".."),
    ("two points", ".."),
    ("dots", ".."),
    ("unsigned", "unsigned"),
    ("static", "static"),
    ("move", "move"),
];

/// A change of a few characters: where, how much goes, what comes.
#[derive(Debug, Clone)]
struct Small {
    at: usize,
    text: String,
    weight: usize,
}

/// Functions with what the sentences order, the likeliest of each first.
pub fn edits(own: &Own, sentences: &[Sentence], names: &HashSet<String>) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for sentence in sentences.iter().filter(|s| s.orders()) {
        let said = Said::new(own, sentence, names);
        let all = [said.added(), said.removed(), said.moved(), said.swapped(), said.exchanged()];
        for item in all.into_iter().flatten() {
            if item != own.item && !made.contains(&item) && own.stands(&item) {
                made.push(item);
            }
        }
    }
    made
}

struct Said<'a> {
    own: &'a Own<'a>,
    sentence: &'a Sentence,
    tokens: Vec<Token<'a>>,
    /// Tokens of the function that the sentence names.
    named: HashSet<&'a str>,
    /// Other names of the learner's files in the sentence.
    others: Vec<&'a str>,
    lower: String,
}

impl<'a> Said<'a> {
    fn new(own: &'a Own<'a>, sentence: &'a Sentence, names: &HashSet<String>) -> Said<'a> {
        let all = tokens(own.item, true);
        let told: Vec<&str> = tokens(&sentence.text, false).into_iter().map(|t| t.text).collect();
        let lower = sentence.text.to_lowercase();
        let is_word = |t: &str| t.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let mut named: HashSet<&str> = all.iter().map(|t| t.text).filter(|t| is_word(t) && told.contains(t)).collect();
        let signs = all.iter().map(|t| t.text).filter(|t| !is_word(t));
        named.extend(signs.filter(|t| CALLED.iter().any(|(name, sign)| sign == t && lower.contains(name))));
        let others = told.into_iter().filter(|t| is_word(t) && t.len() > 2 && names.contains(*t) || *t == "NULL").collect();
        Said { own, sentence, tokens: all, named, others, lower }
    }

    /// The signs that the sentence speaks of.
    fn signs(&self) -> Vec<(&'static str, &'static str)> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for (name, sign) in CALLED {
            let as_words = format!(" {} ", self.sentence.words.join(" ")).contains(&format!(" {name} "));
            if as_words && !found.iter().any(|(_, s)| *s == sign) {
                found.push((name, sign));
            }
        }
        for mark in self.marked() {
            let sign = CALLED.iter().find(|(_, sign)| *sign == mark);
            if let Some((_, sign)) = sign.filter(|(_, sign)| !found.iter().any(|(_, s)| s == sign)) {
                found.push((sign, sign));
            }
        }
        found
    }

    /// A sign beside each token that the sentence names.
    fn added(&self) -> Vec<String> {
        let verbs = [
            "put", "write", "add", "insert", "missing", "belongs", "needs", "need", "type", "lacks", "place", "has", "forgot", "give",
            "set", "should", "must",
        ];
        if !self.sentence.has_any(&verbs) {
            return Vec::new();
        }
        let each: Vec<Vec<Small>> = self.signs().iter().map(|(name, sign)| self.beside(name, sign)).filter(|s| !s.is_empty()).collect();
        let mut made: Vec<String> = self.whole_steps();
        if let [first, second, ..] = each.as_slice() {
            for one in first.iter().take(3) {
                made.extend(second.iter().take(3).map(|two| self.with(&[one, two])));
            }
        }
        for smalls in &each {
            made.extend(smalls.iter().take(7).map(|small| self.with(&[small])));
        }
        made
    }

    /// `return` before a step, with or without a semicolon behind it, whichever step is meant.
    fn whole_steps(&self) -> Vec<String> {
        let signs = self.signs();
        let has = |sign: &str| signs.iter().any(|(_, s)| *s == sign);
        let steps = self.own.places(PlaceKind::Statement).filter(|r| !self.own.item[(*r).clone()].contains('\n'));
        let mut made = Vec::new();
        for range in steps.filter(|_| has("return") || has(";")) {
            let text = &self.own.item[range.clone()];
            let word = if has("return") && !text.starts_with("return") { "return " } else { "" };
            let end = if text.ends_with(';') || !has(";") && word.is_empty() { "" } else { ";" };
            made.push(self.own.with(range, &format!("{word}{text}{end}")));
        }
        made.truncate(6);
        made
    }

    fn beside(&self, name: &str, sign: &str) -> Vec<Small> {
        // Which side of what: the words behind the sign say so.
        let behind: String = self.lower.split_once(name).map_or(String::new(), |(_, rest)| rest.chars().take(80).collect());
        let side = |words: [&str; 3], token: &str| {
            let place = words.iter().filter_map(|w| behind.find(w)).min();
            place.is_some_and(|at| behind[at..].chars().take(40).collect::<String>().contains(&token.to_lowercase()))
        };
        let mut found = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            let previous = at.checked_sub(1).map(|p| &self.tokens[p]);
            let here = self.named.contains(token.text) && token.text != sign;
            let there = previous.is_some_and(|p| self.named.contains(p.text) && p.text != sign);
            if !here && !there {
                continue;
            }
            let mut weight = usize::from(here) + usize::from(there);
            weight += 2 * usize::from(here && side(["in front of", "before", "ahead of"], token.text));
            weight += 2 * usize::from(there && previous.is_some_and(|p| side(["behind", "after", "following"], p.text)));
            let is_word = sign.starts_with(char::is_alphabetic);
            let closes = [";", "=", ",", "?"].contains(&sign);
            let end = previous.map_or(token.at, |p| p.at + p.text.len());
            let (at, text) = match (closes, is_word) {
                (true, _) => (end, sign.to_owned()),
                (false, true) => (token.at, format!("{sign} ")),
                (false, false) => (token.at, sign.to_owned()),
            };
            found.push(Small { at, text, weight });
        }
        found.sort_by_key(|s| std::cmp::Reverse(s.weight));
        found
    }

    fn with(&self, smalls: &[&Small]) -> String {
        let mut item = self.own.item.to_owned();
        let mut smalls = smalls.to_vec();
        smalls.sort_by_key(|s| std::cmp::Reverse(s.at));
        smalls.iter().for_each(|small| item.insert_str(small.at, &small.text));
        item
    }

    /// What takes a name of the sentence: lines of their own, signs, brackets behind a name.
    fn removed(&self) -> Vec<String> {
        let verbs = ["delete", "remove", "erase", "drop", "away", "out", "cut", "strike", "without"];
        if !self.sentence.has_any(&verbs) {
            return Vec::new();
        }
        let mut made = Vec::new();
        if self.sentence.has_any(&["semicolon", "character", "sign"]) {
            let last = self.tokens.iter().rev().filter(|t| t.text == ";").take(3);
            made.extend(last.map(|t| self.own.with(&(t.at..t.at + 1), "")));
        }
        if self.lower.contains("bracket") || self.lower.contains("parenthes") {
            let calls = self
                .own
                .places(PlaceKind::Entry)
                .chain(self.own.places(PlaceKind::Part))
                .filter(|r| self.own.item[(*r).clone()].ends_with(')'));
            for range in calls {
                let text = &self.own.item[range.clone()];
                if let Some((name, _)) = text.split_once('(').filter(|(name, _)| self.named.contains(name.trim())) {
                    made.push(self.own.with(range, name));
                }
            }
        }
        let mut lines: Vec<(usize, String)> = Vec::new();
        for range in self.own.places(PlaceKind::Statement) {
            let text = &self.own.item[range.clone()];
            let count = tokens(text, true).iter().filter(|t| t.text.len() > 2 && self.named.contains(t.text)).count();
            if count > 0 && text.lines().count() < 3 {
                lines.push((count, self.own.with(range, "")));
            }
        }
        lines.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        made.extend(lines.into_iter().map(|(_, item)| item).take(4));
        let signs: Vec<&str> = self.signs().into_iter().map(|(_, sign)| sign).chain(self.marked()).collect();
        let standing = self.tokens.iter().filter(|t| signs.contains(&t.text)).take(5);
        made.extend(standing.map(|t| self.own.with(&(t.at..t.at + t.text.len()), "")));
        made
    }

    /// Single tokens between marks.
    fn marked(&self) -> Vec<&'a str> {
        let spans = self.sentence.text.split('`').enumerate().filter(|(at, _)| at % 2 == 1).map(|(_, span)| span.trim());
        spans.filter(|s| tokens(s, true).len() == 1).collect()
    }

    /// A statement or an entry that the sentence names, elsewhere.
    fn moved(&self) -> Vec<String> {
        if !self.sentence.has_any(&["move", "put", "take", "place"])
            || !self
                .sentence
                .has_any(&["below", "above", "before", "after", "behind", "under", "end", "last", "first", "top", "up", "down"])
        {
            return Vec::new();
        }
        let item = self.own.item;
        let mut made = Vec::new();
        let names = |text: &str| tokens(text, true).iter().filter(|t| self.named.contains(t.text)).count();
        let mut lines: Vec<_> = self.own.places(PlaceKind::Statement).filter(|r| names(&item[(*r).clone()]) > 0).collect();
        lines.retain(|r| item[(*r).clone()].lines().count() < 2);
        lines.sort_by_key(|r| std::cmp::Reverse(names(&item[(*r).clone()])));
        for range in lines.into_iter().take(2) {
            let places = self.own.places(PlaceKind::Statement).chain(self.own.places(PlaceKind::EndOfBlock)).map(|r| r.start);
            for to in places.filter(|to| !range.contains(to)) {
                made.push(shifted(item, range, to, "\n"));
            }
        }
        for range in self.own.places(PlaceKind::Entry).filter(|r| names(&item[(*r).clone()]) > 0) {
            for to in self.own.places(PlaceKind::EndOfList).map(|r| r.start).filter(|to| *to > range.end) {
                let comma = item[range.end..].starts_with(',');
                let taken = range.start..range.end + usize::from(comma);
                made.push(
                    shifted(item, &taken, to, "\n")
                        .replace(&format!("{},\n", &item[range.clone()]), &format!("{}\n", &item[range.clone()])),
                );
            }
        }
        made.truncate(14);
        made
    }

    /// Two entries of a list that stand side by side, each in the place of the other.
    fn swapped(&self) -> Vec<String> {
        if !self.sentence.has_any(&["swap", "exchange", "switch", "reverse", "turn", "round", "around", "order"]) {
            return Vec::new();
        }
        let item = self.own.item;
        let entries: Vec<_> = self.own.places(PlaceKind::Entry).collect();
        let pairs = entries
            .iter()
            .flat_map(|a| entries.iter().map(move |b| (a, b)))
            .filter(|(a, b)| a.end <= b.start && item[a.end..b.start].trim() == ",");
        let swapped = pairs.map(|(a, b)| {
            format!("{}{}{}{}{}", &item[..a.start], &item[(*b).clone()], &item[a.end..b.start], &item[(*a).clone()], &item[b.end..])
        });
        swapped.take(6).collect()
    }

    /// One name of the sentence in the place of another.
    fn exchanged(&self) -> Vec<String> {
        let mut made = Vec::new();
        let olds: Vec<&&str> = self.named.iter().filter(|t| t.len() > 2).collect();
        for new in self.others.iter().filter(|n| n.len() > 2).take(6) {
            for old in olds.iter().filter(|o| **o != new).take(4) {
                made.extend(self.own.exchanged(old, new).into_iter().take(2));
            }
        }
        made.truncate(10);
        made
    }
}

fn shifted(item: &str, range: &std::ops::Range<usize>, to: usize, after: &str) -> String {
    let text = &item[range.clone()];
    if to <= range.start {
        format!("{}{text}{after}{}{}", &item[..to], &item[to..range.start], &item[range.end..])
    } else {
        format!("{}{}{text}{after}{}", &item[..range.start], &item[range.end..to], &item[to..])
    }
}

#[cfg(test)]
mod tests {
    use super::super::say;
    use super::*;
    use crate::language;

    fn made(language: &str, item: &str, text: &str) -> Vec<String> {
        let syntax = language::by_name(language).expect("a language").syntax().expect("a syntax");
        let names = ["total", "limit", "NULL"].map(str::to_owned).into();
        edits(&Own::new(item, syntax), &say::sentences(text), &names)
    }

    #[test]
    fn a_sign_goes_where_the_sentence_says() {
        let rust = "fn f(n: u32) -> u32 {\n    let mut total = 0;\n    for i in 1..n {\n        total += i;\n    }\n    total\n}";
        let all = made("rust", rust, "Put an equals sign behind the two dots, before `n`.");
        assert!(all.iter().any(|m| m.contains("1..=n")), "{all:#?}");
        assert!(made("rust", rust, "Where could an equals sign change what `1..n` means?").is_empty());
        let c = "int f(const int *p, int n)\n{\n    if (p == n) {\n        return 1;\n    }\n    return 0;\n}";
        let all = made("c", c, "Write a star in front of p in your condition.");
        assert!(all.iter().any(|m| m.contains("if (*p == n)")), "{all:#?}");
    }

    #[test]
    fn lines_go_and_arguments_change_places() {
        let c = "int f(int a, int limit)\n{\n    limit = 3;\n    return g(a, limit);\n}";
        let all = made("c", c, "Delete the line that begins with `limit = 3`.");
        assert!(all.iter().any(|m| !m.contains("limit = 3")), "{all:#?}");
        let all = made("c", c, "Swap the two arguments of the call.");
        assert!(all.iter().any(|m| m.contains("g(limit, a)")), "{all:#?}");
    }
}
