//! What a sentence tells to be done with code that it names: one piece in the place of another, a part that goes, something before or behind, around or
//! exchanged. Reads sentences into steps; where in the learner's function a step fits, and what it does there, others find out.

use super::edit::Own;
use super::say::Sentence;
use super::tokens::{texts, tokens};

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The second takes the place of the first.
    Pair(String, String),
    /// New code, without a word about where.
    Piece(String),
    /// It goes.
    Gone(String),
    /// An argument of each call of this name, counted from 0.
    Argument { call: String, nth: usize, new: String },
    /// Names instead of calls: what stands in brackets behind them goes.
    Uncalled,
    /// What an `if` or a loop asks.
    Condition(String),
}

const SWAPS: [&str; 8] = ["swap", "flip", "reverse", "turn", "exchange", "switch", "other way round", "other way around"];
const REMOVES: [&str; 11] =
    ["remove", "delete", "drop", "erase", "leave off", "leave out", "take out", "take away", "strike", "cut", "get rid of"];
const WRAPS: [&str; 5] = ["wrap", "surround", "enclose", "put it into", "pack"];
const BEFORE: [&str; 6] = ["in front of", "before", "ahead of", "to the left of", "above", "prepend"];
const BEHIND: [&str; 7] = ["behind", "after", "following", "to the right of", "below", "append", "at the end of"];
const INSTEAD: [&str; 9] =
    ["instead of", "in place of", "in the place of", "rather than", "not", "in lieu of", "where you have", "where you wrote", "replaces"];
const BECOMES: [&str; 16] = [
    "by",
    "with",
    "to",
    "into",
    "becomes",
    "become",
    "should be",
    "should read",
    "must be",
    "must read",
    "has to be",
    "has to read",
    "->",
    "=>",
    "is meant to be",
    "needs to be",
];
const INSIDE: [&str; 5] = ["in", "inside", "inside of", "of", "within"];

/// The steps of one sentence, in its order. A sentence that asks has none; who says "use that" means what the sentence `before` shows.
pub fn steps(sentence: &Sentence, before: Option<&Sentence>, own: &Own) -> Vec<Step> {
    if !sentence.orders() && !is_keyed(&sentence.text) {
        return Vec::new();
    }
    let reader = Reader::new(&sentence.text, own);
    let shown = before.filter(|_| sentence.has_any(&["that", "it", "this"])).map(|s| Reader::new(&s.text, own));
    let mut found = reader.condition(shown.as_ref());
    found.extend(reader.steps());
    found
}

/// `"old": …, "new": …` is an order in any language.
fn is_keyed(text: &str) -> bool {
    let has = |keys: [&str; 5]| keys.iter().any(|k| text.contains(&format!("\"{k}\"")));
    has(["old", "from", "before", "find", "search"]) && has(["new", "to", "after", "replace", "with"])
}

/// A text with the code that stands in double quotes between marks.
pub fn with_marks(text: &str, is_code: impl Fn(&str) -> bool) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let parts: Vec<&str> = line.split('"').collect();
        if line.contains('`') || parts.len() < 3 {
            out.push_str(line);
            continue;
        }
        // Every second part stands in quotes, but for one that nobody closed.
        for (at, part) in parts.iter().enumerate() {
            let mark = |at: usize| if at % 2 == 1 && at + 1 < parts.len() && is_code(parts[at]) { '`' } else { '"' };
            if at > 0 {
                out.push(if at % 2 == 1 { mark(at) } else { mark(at - 1) });
            }
            out.push_str(part);
        }
    }
    out
}

/// Pairs of old and new, and the first and the last piece of code that they are made from.
type Found = (Vec<(String, String)>, usize, usize);

struct Reader<'a> {
    own: &'a Own<'a>,
    /// What stands between marks, and the words before each of them, those behind the last at the end.
    codes: Vec<&'a str>,
    words: Vec<String>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, own: &'a Own<'a>) -> Reader<'a> {
        let (mut codes, mut words) = (Vec::new(), Vec::new());
        for (at, part) in text.split('`').enumerate() {
            if at % 2 == 1 {
                codes.push(part.trim());
            } else {
                words.push(flat(part));
            }
        }
        words.resize(codes.len() + 1, String::new());
        Reader { own, codes, words }
    }

    fn stands(&self, at: usize) -> bool {
        self.codes.get(at).is_some_and(|c| self.own.holds(c))
    }

    /// The words before a piece of code have one of these.
    fn said(&self, at: usize, any: &[&str]) -> bool {
        any.iter().any(|w| self.words.get(at).is_some_and(|words| words.contains(&format!(" {w} "))))
    }

    /// The same anywhere up to there.
    fn said_until(&self, at: usize, any: &[&str]) -> bool {
        (0..=at).any(|at| self.said(at, any))
    }

    /// Only an "and" or a comma between this piece and the one before.
    fn goes_on(&self, at: usize) -> bool {
        at > 0 && self.words[at].split(' ').all(|w| ["", "and", "or", ",", "both", "the", "from", "in", "with", ", and"].contains(&w))
    }

    fn steps(&self) -> Vec<Step> {
        let mut found = Vec::new();
        if self.said_until(self.codes.len(), &REMOVES) && self.words.iter().any(|w| w.contains("parenthes") || w.contains("bracket")) {
            found.push(Step::Uncalled);
        }
        found.extend(self.argument());
        let mut used = vec![false; self.codes.len()];
        for (old, new) in self.pairs(&mut used) {
            found.push(Step::Pair(old, new));
        }
        for (at, code) in self.codes.iter().enumerate().filter(|(at, _)| !used[*at]) {
            if self.stands(at) && self.said_until(at, &REMOVES) {
                found.push(Step::Gone((*code).to_owned()));
            } else if self.stands(at) && self.said_until(at, &SWAPS) {
                found.extend(flipped(code).map(|new| Step::Pair((*code).to_owned(), new)));
            } else if texts(code, true).len() > 1 {
                found.push(Step::Piece((*code).to_owned()));
            }
        }
        found
    }

    /// What is said to be the condition: shown here, or right before.
    fn condition(&self, before: Option<&Reader>) -> Vec<Step> {
        if !self.said_until(self.codes.len(), &["condition", "conditions"]) {
            return Vec::new();
        }
        let is_value = |c: &&&str| !self.own.holds(c) && !c.contains([';', '{']) && texts(c, true).len() > 2;
        let shown = self.codes.iter().chain(before.into_iter().flat_map(|b| &b.codes)).find(is_value);
        shown.map(|code| Step::Condition((*code).to_owned())).into_iter().collect()
    }

    fn argument(&self) -> Option<Step> {
        const PLACES: [(&str, usize); 5] = [("first", 0), ("second", 1), ("third", 2), ("fourth", 3), ("last", usize::MAX)];
        let text = self.words.join(" ");
        let place = |kind: &str| PLACES.iter().find(|(name, _)| text.contains(&format!(" {name} {kind}")));
        let (_, nth) = ["argument", "parameter", "thing you pass", "value you pass"].iter().find_map(|kind| place(kind))?;
        let (call, new) = (self.codes.first()?, self.codes.last().filter(|_| self.codes.len() > 1)?);
        let (call, new) = if self.own.holds(&format!("{} (", name_of(call))) { (call, new) } else { (new, call) };
        Some(Step::Argument { call: name_of(call).to_owned(), nth: *nth, new: (*new).to_owned() })
    }

    /// What comes for what, by the words between two pieces, and by which of the two the learner has.
    fn pairs(&self, used: &mut [bool]) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut at = 1;
        while at < self.codes.len() {
            // What comes instead of the next piece is no change of the one before.
            let is_next = !self.is_turn(at) && self.said(at + 1, &INSTEAD);
            let pair = || if is_next { None } else { self.pair(at) };
            let made = self.in_context(at).or_else(|| self.listed(at)).unwrap_or_else(|| (pair().into_iter().collect(), at - 1, at));
            let (pairs, first, last) = made;
            if !pairs.is_empty() {
                // Where only their standing there makes two pieces a pair, the new one may be meant for another place.
                let is_said = (first + 1..=last).any(|at| self.is_turn(at)) || self.is_turn(first);
                used[first..=last].fill(is_said);
                found.extend(pairs);
                at = last + 1;
            }
            at += 1;
        }
        found
    }

    /// `a` in `f(a)` by `b`; without `a` in `f(a)`, from `g(a)`.
    fn in_context(&self, at: usize) -> Option<Found> {
        let small = self.codes[at - 1];
        let removes = self.said_until(at - 1, &REMOVES);
        if removes && (self.said(at, &INSIDE) || self.said(at, &["from"])) {
            let last = (at + 1..self.codes.len()).take_while(|next| self.goes_on(*next)).last().unwrap_or(at);
            let whole = |c: &&&str| self.own.holds(c);
            let pairs = self.codes[at..=last].iter().filter(whole).filter_map(|c| Some(((*c).to_owned(), without(c, small)?))).collect();
            return Some((pairs, at - 1, last)).filter(|(pairs, _, _): &Found| !pairs.is_empty());
        }
        let new = self.codes.get(at + 1)?;
        let in_it = self.said(at, &INSIDE) && self.stands(at) && self.said(at + 1, &BECOMES);
        let whole = with(self.codes[at], small, new).filter(|_| in_it)?;
        Some((vec![(self.codes[at].to_owned(), whole)], at - 1, at + 1))
    }

    /// The words before a piece tell what it is to the piece before that.
    fn is_turn(&self, at: usize) -> bool {
        [INSTEAD.as_slice(), &BECOMES, &BEFORE, &BEHIND, &REMOVES, &WRAPS].iter().any(|words| self.said(at, words))
    }

    /// Two lists with a word for the change between them, or a list and one for all of it.
    fn listed(&self, at: usize) -> Option<Found> {
        let turns = |at: usize| self.is_turn(at);
        let first = at - 1;
        let last_left = (at..self.codes.len()).take_while(|i| self.goes_on(*i) && !turns(*i)).last()?;
        let middle = last_left + 1;
        if middle >= self.codes.len() || !turns(middle) {
            return None;
        }
        let left = middle - first;
        let right = 1 + (middle + 1..self.codes.len()).take_while(|i| self.goes_on(*i) && !turns(*i)).count();
        if right != left && right != 1 {
            return None;
        }
        let pairs = (0..left).filter_map(|i| self.between(first + i, middle + if right == left { i } else { 0 }, middle)).collect();
        Some((pairs, first, middle + right - 1))
    }

    fn pair(&self, at: usize) -> Option<(String, String)> {
        self.between(at - 1, at, at)
    }

    /// Two pieces, with the words before `middle` between them.
    fn between(&self, a: usize, b: usize, middle: usize) -> Option<(String, String)> {
        let (first, second) = (self.codes[a], self.codes[b]);
        let (has_first, has_second) = (self.stands(a), self.stands(b));
        let pair = |old: &str, new: String| Some((old.to_owned(), new)).filter(|(old, new)| old != new);
        let early = |any: &[&str]| self.said(a, any) || (0..a).rev().take_while(|i| self.goes_on(i + 1)).any(|i| self.said(i, any));
        if early(&["prefix", "precede"]) && has_first {
            return pair(first, format!("{second}{first}"));
        }
        if early(&WRAPS) && has_first {
            return pair(first, wrapped(first, second));
        }
        for (words, before) in [(BEFORE.as_slice(), true), (BEHIND.as_slice(), false)] {
            let join = |old: &str, new: &str| if before { format!("{new} {old}") } else { format!("{old} {new}") };
            if self.said(middle, words) && has_second && !has_first {
                return pair(second, join(second, first));
            }
            if self.said(a, words) && has_first && !has_second {
                return pair(first, join(first, second));
            }
        }
        if has_second && (self.said(middle, &INSTEAD) || !has_first) {
            return pair(second, first.to_owned());
        }
        let turned = self.said(middle, &BECOMES) || self.said(a, &INSTEAD);
        let new_only = has_first && !has_second && !self.goes_on(middle);
        (has_first && (turned || new_only)).then(|| pair(first, second.to_owned())).flatten()
    }
}

/// Small letters and single blanks, the signs of the sentence by themselves.
fn flat(words: &str) -> String {
    let spaced: String = words.chars().flat_map(|c| if ",;:.()\"".contains(c) { vec![' ', c, ' '] } else { vec![c] }).collect();
    format!(" {} ", spaced.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" "))
}

fn name_of(call: &str) -> &str {
    call.split('(').next().unwrap_or(call).trim()
}

/// A piece with a part of it gone: whole tokens where it has them, else the letters.
fn without(whole: &str, part: &str) -> Option<String> {
    with(whole, part, "").or_else(|| whole.rfind(part).map(|at| format!("{}{}", &whole[..at], &whole[at + part.len()..])))
}

fn with(whole: &str, part: &str, new: &str) -> Option<String> {
    let (all, row) = (tokens(whole, true), texts(part, true));
    let found = all.windows(row.len().max(1)).find(|w| w.iter().map(|t| t.text).eq(row.iter().copied()))?;
    let end = found[found.len() - 1].at + found[found.len() - 1].text.len();
    Some(format!("{}{new}{}", &whole[..found[0].at], &whole[end..]))
}

/// `f(…)`, `f()` or `f` around a piece.
fn wrapped(inner: &str, around: &str) -> String {
    let name = around.split(['(', '[']).next().unwrap_or(around).trim().trim_end_matches("...").trim_end_matches('…');
    format!("{name}({inner})")
}

/// The two sides of what joins them, exchanged.
pub fn flipped(code: &str) -> Option<String> {
    const JOINS: [&[&str]; 4] = [&["=="], &["<", ">", "<=", ">=", "!="], &["-", "+"], &["*", "/", "%"]];
    let (core, end) = code.trim_end().strip_suffix(';').map_or((code, ""), |c| (c, ";"));
    let (start, core) = core.trim().strip_prefix("return ").map_or(("", core.trim()), |c| ("return ", c));
    let all = tokens(core, true);
    let mut depth = 0i32;
    let outer: Vec<bool> = all
        .iter()
        .map(|t| {
            depth += i32::from(["(", "[", "{"].contains(&t.text)) - i32::from([")", "]", "}"].contains(&t.text));
            depth == 0
        })
        .collect();
    let join = |signs: &&[&str]| all.iter().enumerate().rposition(|(i, t)| i > 0 && outer[i] && signs.contains(&t.text));
    let token = &all[JOINS.iter().find_map(join)?];
    let (left, right) = (core[..token.at].trim(), core[token.at + token.text.len()..].trim());
    (!left.is_empty() && !right.is_empty()).then(|| format!("{start}{right} {} {left}{end}", token.text))
}
