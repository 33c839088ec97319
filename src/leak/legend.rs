//! Code under other names, where the text says which is which: "P is the constant `BOX`", "rack = shelf", "with t for self", "Q is your first parameter". Reads
//! the pairs and gives the code its own names back. Refuses to pair anything by itself: both names have to stand near each other outside of the code.

use std::collections::{HashMap, HashSet};

use super::pieces::{self, Pieces, is_keyword};
use super::plan::Planner;
use super::tokens::{Token, texts, tokens};
use super::tongue;

/// Words and signs that may stand between two names that mean the same.
const BETWEEN: &str = "is are called = == -> => : for the a an your my our its stands means becomes as plays role part of here there named corresponds to \
    was be constant parameter function field method struct type name variable vector argument instead reads read write | / ` ' \" - yours mine you have in c \
    rust file would say just simply known equals matches ~ < > * now one";

/// A name of the code and the learner's name for it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pair {
    said: String,
    own: String,
    /// Nothing but words that say so stands between them.
    is_tight: bool,
}

impl Planner<'_> {
    /// The text once more with the learner's names in the place of others.
    pub(super) fn legends(&mut self, plain: &str, found: &Pieces) {
        for text in self.with_own_names(plain, found) {
            let found = pieces::find(&text, self.dialect.syntax, &self.names);
            found.blocks.iter().for_each(|block| self.block(block));
            self.pieces(&found);
            self.retell(&text, &found);
        }
    }

    pub(super) fn with_own_names(&self, plain: &str, found: &Pieces) -> Vec<String> {
        let shown = found.parts.iter().filter(|p| p.is_block || p.is_marked || texts(&p.text, true).len() > 4);
        let code: Vec<&str> = shown.map(|p| p.text.as_str()).filter(|t| texts(t, true).len() > 2).collect();
        let in_code: HashSet<String> = code.iter().flat_map(|c| texts(c, true)).filter(|t| is_name(t)).map(str::to_owned).collect();
        let mut prose = plain.to_owned();
        for block in &code {
            // Not the names that the legend itself puts between marks.
            prose = block.lines().filter(|l| l.trim().len() > 3).fold(prose, |prose, line| prose.replacen(line.trim(), " \n", 1));
        }
        let reader = Reader { in_code: &in_code, names: &self.names };
        let pairs = reader.pairs(&self.with_places(&reader.as_names(&prose)));
        let tight: HashMap<String, String> = map(pairs.iter().filter(|p| p.is_tight), &reader);
        let all: HashMap<String, String> = map(pairs.iter().filter(|p| !p.is_tight).chain(pairs.iter().filter(|p| p.is_tight)), &reader);
        let mut made = Vec::new();
        for pairs in [tight, all] {
            let text = tongue::renamed(plain, &pairs);
            if !pairs.is_empty() && text != plain && !made.contains(&text) {
                made.push(text);
            }
        }
        made
    }

    /// "Your second parameter" by its name.
    fn with_places(&self, prose: &str) -> String {
        const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];
        let [(_, head)] = self.heads.as_slice() else { return prose.to_owned() };
        let mut out = prose.to_owned();
        for noun in ["parameter", "argument"] {
            for (place, param) in PLACES.iter().zip(&head.params) {
                out = out.replace(&format!("{place} {noun}"), param);
            }
            if let Some(last) = head.params.last() {
                out = out.replace(&format!("last {noun}"), last);
            }
            if let [only] = head.params.as_slice() {
                out = ["the only", "your", "the"].iter().fold(out, |out, w| out.replace(&format!("{w} {noun}"), only));
            }
        }
        out
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_') && (!is_keyword(word) || word == "self")
}

/// Pairs with what follows from them: in the plural, and as a type.
fn map<'p>(pairs: impl Iterator<Item = &'p Pair>, reader: &Reader) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let pairs: Vec<&Pair> = pairs.collect();
    // What is said last holds.
    found.extend(pairs.iter().map(|p| (p.said.clone(), p.own.clone())));
    for Pair { said, own, .. } in pairs {
        for (said, own) in [(format!("{said}s"), format!("{own}s")), (capital(said), capital(own))] {
            if reader.in_code.contains(&said) && reader.names.contains(&own) && !reader.names.contains(&said) {
                found.entry(said).or_insert(own);
            }
        }
    }
    found
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

struct Reader<'r> {
    in_code: &'r HashSet<String>,
    names: &'r HashSet<String>,
}

impl Reader<'_> {
    fn pairs(&self, prose: &str) -> Vec<Pair> {
        let mut found: Vec<Pair> = Vec::new();
        for sentence in prose.replace(". ", "\n").lines() {
            let clauses = clauses(sentence);
            let listed = self.listed(sentence);
            let mut own: Vec<Pair> = clauses.iter().flat_map(|c| self.of_clause(c)).collect();
            if own.is_empty() || listed.iter().any(|p| p.is_tight) {
                own = listed;
            }
            own.extend(self.left_over(sentence, &own));
            found.extend(own);
        }
        found
    }

    /// Names that the prose has as plain words: "square metres", and "hours" for a type.
    fn as_names(&self, prose: &str) -> String {
        let apart = self.names.iter().filter(|n| n.contains('_') && !n.contains(char::is_uppercase));
        let mut out = apart.fold(prose.to_owned(), |prose, name| prose.replace(&name.replace('_', " "), name));
        for token in tokens(&out.clone(), false).iter().rev() {
            let (word, is_type) = (token.text, capital(token.text));
            let is_known = |word: &str| self.in_code.contains(word) || self.is_own(word);
            if is_name(word) && is_known(&is_type) && !is_known(word) {
                out.replace_range(token.at..token.at + word.len(), &is_type);
            }
        }
        out
    }

    fn is_own(&self, word: &str) -> bool {
        self.names.contains(word) || word == "self"
    }

    /// The names of the code in a clause and those of the learner, each once.
    fn sorted<'t>(&self, clause: &'t str) -> (Vec<Token<'t>>, Vec<Token<'t>>) {
        let all: Vec<Token> = tokens(clause, false).into_iter().filter(|t| is_name(t.text)).collect();
        let strange = |t: &&Token| self.in_code.contains(t.text) && !self.is_own(t.text);
        let mut said: Vec<Token> = all.iter().filter(strange).cloned().collect();
        if said.is_empty() {
            // Both are names of the learner's files: the one that the code has is the one that is to go.
            said = all.iter().filter(|t| self.in_code.contains(t.text)).cloned().collect();
        }
        let mut own: Vec<Token> = all.iter().filter(|t| self.is_own(t.text) && !said.iter().any(|s| s.text == t.text)).cloned().collect();
        for list in [&mut said, &mut own] {
            let mut seen = HashSet::new();
            list.retain(|t| seen.insert(t.text));
        }
        // A word of the sentence may be a name too; what is not in the code is likelier to be meant.
        if own.len() > said.len() {
            let other: Vec<Token> = own.iter().filter(|t| !self.in_code.contains(t.text)).cloned().collect();
            own = if other.len() >= said.len() { other } else { own };
        }
        (said, own)
    }

    fn of_clause(&self, clause: &str) -> Vec<Pair> {
        let (said, own) = self.sorted(clause);
        if said.is_empty() || said.len() != own.len() {
            return self.of_sides(clause);
        }
        said.iter().zip(&own).map(|(said, own)| self.pair(clause, said, own)).collect()
    }

    /// `a/b = c/d`: a sign between as many names on the one side as on the other, of which those of the code are to go.
    fn of_sides(&self, clause: &str) -> Vec<Pair> {
        let Some((left, right)) = ["=", "->", "=>", ":"].iter().find_map(|sign| clause.split_once(sign)) else { return Vec::new() };
        let names = |side: &str| tokens(side, false).into_iter().filter(|t| is_name(t.text)).map(|t| t.text.to_owned()).collect::<Vec<_>>();
        let (left, right) = (names(left), names(right));
        let in_code = |side: &[String]| !side.is_empty() && side.iter().all(|n| self.in_code.contains(n));
        if left.len() != right.len() || in_code(&left) == in_code(&right) {
            return Vec::new();
        }
        let (said, own) = if in_code(&left) { (left, right) } else { (right, left) };
        said.into_iter().zip(own).map(|(said, own)| Pair { said, own, is_tight: true }).collect()
    }

    fn pair(&self, clause: &str, said: &Token, own: &Token) -> Pair {
        let (first, second) = if said.at < own.at { (said, own) } else { (own, said) };
        let between = &clause[first.at + first.text.len()..second.at];
        let joins = |t: &str| BETWEEN.split_whitespace().any(|w| w.eq_ignore_ascii_case(t)) || self.in_code.contains(t) || self.is_own(t);
        let is_tight = texts(between, false).into_iter().all(joins);
        Pair { said: said.text.to_owned(), own: own.text.to_owned(), is_tight }
    }

    /// As many names as there are others that no clause has paired.
    fn left_over(&self, sentence: &str, pairs: &[Pair]) -> Vec<Pair> {
        let (mut said, mut own) = self.sorted(sentence);
        said.retain(|t| !pairs.iter().any(|p| p.said == t.text));
        own.retain(|t| !pairs.iter().any(|p| p.own == t.text));
        if pairs.is_empty() || said.len() != own.len() {
            return Vec::new();
        }
        said.iter().zip(&own).map(|(s, o)| Pair { said: s.text.to_owned(), own: o.text.to_owned(), is_tight: false }).collect()
    }

    /// "P, Q and R are a, b and c": as many on the one side as on the other.
    fn listed(&self, sentence: &str) -> Vec<Pair> {
        let (said, own) = self.sorted(sentence);
        if said.len() == own.len() && said.len() > 1 {
            // One and the other, again and again.
            let both = |w: &[(usize, bool)]| w[0].1 != w[1].1;
            let mut order: Vec<(usize, bool)> = said.iter().map(|t| (t.at, true)).chain(own.iter().map(|t| (t.at, false))).collect();
            order.sort_unstable();
            if order.windows(2).all(both) {
                return said
                    .iter()
                    .zip(&own)
                    .map(|(s, o)| Pair { said: s.text.to_owned(), own: o.text.to_owned(), is_tight: false })
                    .collect();
            }
        }
        let apart = said.last().zip(own.first()).is_some_and(|(s, o)| s.at < o.at)
            || own.last().zip(said.first()).is_some_and(|(o, s)| o.at < s.at);
        if said.len() < 2 || said.len() != own.len() || !apart {
            return Vec::new();
        }
        said.iter().zip(&own).map(|(s, o)| Pair { said: s.text.to_owned(), own: o.text.to_owned(), is_tight: true }).collect()
    }
}

/// The parts of a sentence that each say one thing.
fn clauses(sentence: &str) -> Vec<String> {
    let mut text = sentence.to_owned();
    for word in [" and ", " while ", " whereas ", " but ", " or "] {
        text = text.replace(word, "\n");
    }
    text.split(['\n', ',', ';', '(', ')']).map(str::trim).filter(|c| !c.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::super::retell::tests::{holds, planned};
    use super::*;

    fn read(prose: &str) -> Vec<(String, String)> {
        let in_code = ["rack", "lamp", "P", "t", "Order", "order", "fixed", "work"].map(str::to_owned).into();
        let names = ["shelf", "BOX", "Job", "job", "Thing", "repaired", "work", "tally"].map(str::to_owned).into();
        let reader = Reader { in_code: &in_code, names: &names };
        let pairs = reader.pairs(prose);
        pairs.into_iter().filter(|p| p.is_tight).map(|p| (p.said, p.own)).collect()
    }

    #[test]
    fn the_text_says_which_name_is_which() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(read("Legend: P is the constant `BOX`, and rack is called shelf."), [pair("P", "BOX"), pair("rack", "shelf")]);
        assert_eq!(read("With t for self and a lamp for a tally"), [pair("t", "self"), pair("lamp", "tally")]);
        assert_eq!(
            read("order/Order = job/Job, fixed = repaired"),
            [pair("order", "job"), pair("Order", "Job"), pair("fixed", "repaired")]
        );
        assert_eq!(read("lamp/fixed = bulb/repaired"), [pair("lamp", "bulb"), pair("fixed", "repaired")]);
        assert_eq!(read("Your shelf is my rack"), [pair("rack", "shelf")]);
        assert_eq!(
            read("rack, lamp and fixed are shelf, tally and repaired"),
            [pair("rack", "shelf"), pair("lamp", "tally"), pair("fixed", "repaired")]
        );
    }

    #[test]
    fn names_that_only_meet_are_no_pair() {
        assert!(read("`fixed` does what a Thing cannot do for itself").is_empty());
        assert!(read("The rack holds the lamp.").is_empty());
    }

    #[test]
    fn code_gets_its_own_names_back() {
        let text = "The shape is `P + Q + R * S`. P is the constant BOX_GRAMS, Q is your first parameter, R your second parameter, and S is SHEET_GRAMS.";
        holds(&planned("rust", "S100", "ex-1", text), &["BOX_GRAMS + contents_grams + padding_sheets * SHEET_GRAMS"]);
    }
}
