//! Code of a text put where the learner would put it: as a function, as the body of one, in the place of its mark, as the change of a diff, or in the place of what it
//! resembles most. Writes functions; whether they compile and what they do is found by running.

use std::collections::HashSet;

use super::code::{Change, Piece};
use super::ground::{Ground, Place};
use super::tokens::{texts, tokens};
use crate::syntax::{self, Head, Syntax};
use crate::trials::lineup::Key;

/// At most so many functions are made from one text.
const MOST: usize = 16;

/// Another text for one function of the unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub key: Key,
    pub item: String,
    /// The code that it was made of.
    pub code: String,
}

impl Attempt {
    /// Tokens of the code.
    pub fn size(&self) -> usize {
        texts(&self.code).len()
    }
}

/// What a reader could do with the code of a text: with each piece, with all blocks, with all spans, and with everything together. What the learner was
/// given to read says nothing new.
pub fn attempts(pieces: &[Piece], ground: &Ground, places: &[Place], syntax: &dyn Syntax) -> Vec<Attempt> {
    let given = ground.starter.iter().map(|f| &f.content).chain(ground.generated.iter().map(|f| &f.content));
    let known: Vec<Vec<&str>> = given.map(|content| texts(content)).collect();
    let is_new = |code: &str| {
        let row = texts(code);
        row.len() > 1 && !known.iter().any(|k| k.windows(row.len()).any(|w| w == row))
    };
    let whole = Piece { text: joined(pieces, |_| true), is_block: true, changes: pieces.iter().flat_map(|p| p.changes.clone()).collect() };
    let [blocks, spans] = [true, false].map(|block| Piece { text: joined(pieces, |p| p.is_block == block), ..whole.clone() });
    let mut found: Vec<Attempt> = Vec::new();
    for piece in pieces.iter().chain([&blocks, &spans, &whole]).filter(|p| is_new(&p.text)) {
        for place in places {
            let item = |item: String| Attempt { key: place.key.clone(), item, code: piece.text.clone() };
            found.extend(items(piece, place, syntax).into_iter().map(item));
        }
    }
    for place in places {
        let edited = pieces.iter().filter(|p| is_new(&p.text)).try_fold(place.item.clone(), |own, p| alike(&own, &p.text));
        found.extend(edited.map(|item| Attempt { key: place.key.clone(), item, code: whole.text.clone() }));
    }
    let mut seen: HashSet<Vec<String>> = places.iter().map(|p| owned(&p.item)).collect();
    found.retain(|attempt| seen.insert(owned(&attempt.item)));
    found.truncate(MOST);
    found
}

fn owned(item: &str) -> Vec<String> {
    texts(item).into_iter().map(str::to_owned).collect()
}

fn joined(pieces: &[Piece], is_meant: impl Fn(&Piece) -> bool) -> String {
    pieces.iter().filter(|p| is_meant(p)).map(|p| p.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// The function of a place with this piece in it, in each way that fits.
fn items(piece: &Piece, place: &Place, syntax: &dyn Syntax) -> Vec<String> {
    let Some(head) = syntax.heads(&place.item).into_iter().next() else { return Vec::new() };
    let functions = syntax.heads(&piece.text);
    let mut found: Vec<String> = changed(&place.item, &piece.changes).into_iter().collect();
    if let Some(function) = fitting(&functions, place, &head) {
        found.extend(as_function(&piece.text, function, place, &head, syntax));
    } else if functions.is_empty() {
        let body = syntax::body(&piece.text, &head, &[], syntax);
        let (own, mark) = (&place.item, head.mark.clone().unwrap_or(head.body.end..head.body.end));
        found.extend(body.iter().filter(|_| !mark.is_empty()).map(|body| format!("{}{body}{}", &own[..mark.start], &own[mark.end..])));
        found.extend(body.map(|body| format!("{}{{\n{body}\n}}", &own[..head.body.start])));
        if mark.is_empty() {
            found.extend(alike(own, &piece.text));
        }
    }
    found
}

/// The one function of a piece that could be meant: the one of this name, else the last that takes as much.
fn fitting<'f>(functions: &'f [Head], place: &Place, head: &Head) -> Option<&'f Head> {
    let fits = |f: &&Head| f.params.len() == head.params.len() && f.has_self == head.has_self;
    functions.iter().find(|f| f.name == place.key.name).or_else(|| functions.iter().rfind(fits)).filter(|f| f.mark.is_none())
}

/// A function of a piece as the body of the place, with what the piece has beside it.
fn as_function(piece: &str, function: &Head, place: &Place, head: &Head, syntax: &dyn Syntax) -> Option<String> {
    let inner = &piece[function.body.start + 1..function.body.end - 1];
    let body = syntax::body(inner, head, &function.params, syntax)?;
    let beside = format!("{}{}", &piece[..function.item.start], &piece[function.item.end..]);
    let own = &place.item[..head.body.start];
    Some(match syntax.dialect() {
        syntax::Dialect::C => format!("{beside}\n{own}{{\n{body}\n}}"),
        syntax::Dialect::Rust => format!("{own}{{\n{beside}\n{body}\n}}"),
    })
}

/// A function with the changes of a diff, where it has all the lines that they take out.
fn changed(item: &str, changes: &[Change]) -> Option<String> {
    let mut lines: Vec<&str> = item.lines().collect();
    for change in changes.iter().filter(|c| !c.old.is_empty()) {
        let same = |window: &[&str]| window.iter().zip(&change.old).all(|(a, b)| a.trim() == b.trim());
        let at = lines.windows(change.old.len()).position(same)?;
        lines.splice(at..at + change.old.len(), change.new.iter().map(String::as_str));
    }
    Some(lines.join("\n")).filter(|new| new != item)
}

/// A function with this code in the place of the tokens that it has most in common with, and that open and close as many brackets.
fn alike(item: &str, code: &str) -> Option<String> {
    let (own, new) = (tokens(item), texts(code));
    let opened = brackets(new.iter().copied());
    let mut best = (0, 0, 0..0);
    for start in 0..own.len() {
        // One row of the table of longest common subsequences for each token that the window grows by.
        let mut common = vec![0; new.len() + 1];
        for end in start..own.len().min(start + 2 * new.len()) {
            let mut before = 0;
            for (at, token) in new.iter().enumerate() {
                let here = if *token == own[end].text { before + 1 } else { common[at + 1].max(common[at]) };
                before = std::mem::replace(&mut common[at + 1], here);
            }
            let (shared, length) = (common[new.len()], end + 1 - start + new.len());
            let is_better = shared * 4 >= length && shared > 1 && shared * best.1.max(1) > best.0 * length;
            if (is_better || best.1 == 0 && shared * 4 >= length && shared > 1) && brackets(own[start..=end].iter().map(|t| t.text)) == opened {
                best = (shared, length, own[start].at..own[end].at + own[end].text.len());
            }
        }
    }
    (best.1 > 0).then(|| format!("{}{code}{}", &item[..best.2.start], &item[best.2.end..]))
}

/// How many more brackets open than close, and how many close that were not opened.
fn brackets<'t>(row: impl Iterator<Item = &'t str>) -> (i32, i32) {
    row.fold((0, 0), |(depth, lowest), token| {
        let depth = match token {
            "(" | "[" | "{" => depth + 1,
            ")" | "]" | "}" => depth - 1,
            _ => depth,
        };
        (depth, lowest.min(depth))
    })
}
