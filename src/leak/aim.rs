//! One clause held against the learner's function: what it says could go, come, move, be wrapped or exchanged, and how well each place fits its words. Makes
//! changes for `seek`, which puts them together.

use std::collections::HashSet;
use std::ops::Range;

use super::compose;
use super::named::{Clause, Code};
use super::seek::{Change, Edit, LOOKED_AT, OF_CLAUSE, Seeker, is_name};
use super::tokens::{Token, texts};
use crate::syntax::PlaceKind;

/// So many changes are kept of one piece of code.
const OF_PIECE: usize = 24;
/// An order that names more is none that anybody could follow.
const CODES: usize = 16;
const PIECES: usize = 24;

const TAKES_OUT: [&str; 20] = [
    "loses",
    "chop",
    "rid",
    "go",
    "deleted",
    "delete",
    "remove",
    "erase",
    "drop",
    "strike",
    "cut",
    "rub",
    "omit",
    "backspace",
    "out",
    "away",
    "without",
    "off",
    "leave",
    "lose",
];
const MOVES: [&str; 11] = ["moves", "moved", "move", "take", "put", "set", "shift", "pull", "push", "bring", "place"];
/// Words for the two sides of a place.
const BEFORE: [&str; 8] = ["before", "front", "above", "left", "over", "ahead", "prefix", "prepend"];
const BEHIND: [&str; 8] = ["after", "behind", "below", "right", "append", "follows", "following", "under"];

/// Between the old and the new.
const TURNS: [&str; 23] = [
    "write", "use", "belongs", "becomes", "become", "by", "with", "for", "instead", "place", "into", "to", "written", "where", "then",
    "rather", "not", "turns", "replaced", "replaces", "longer", "be", "read",
];

/// One clause, read against the learner's function.
pub struct Said<'a> {
    seeker: &'a Seeker<'a>,
    clause: &'a Clause,
    /// Each code of the clause with the places where it stands.
    named: Vec<(&'a str, Vec<Range<usize>>)>,
    /// What could come in, and how likely it is to be meant.
    pieces: Vec<(String, usize)>,
    /// The lines that the clause speaks of.
    lines: HashSet<usize>,
}

impl<'a> Said<'a> {
    pub fn new(seeker: &'a Seeker<'a>, clause: &'a Clause) -> Said<'a> {
        let named: Vec<(&str, Vec<Range<usize>>)> =
            clause.codes().take(CODES).map(|c| (c.text.as_str(), seeker.places_of(&c.text))).collect();
        let runs = clause.runs();
        let mut pieces: Vec<(String, usize)> = compose::composed(clause).into_iter().map(|p| (p, 1)).collect();
        pieces.extend(runs.iter().map(|r| (r.clone(), 2)));
        // A name that stands there already is a place; a sign or a word of the language may come once more.
        let is_small = |c: &&Code| c.is_said || c.is_marked && texts(&c.text, true).len() == 1 && !is_name(&c.text);
        let new = clause.codes().filter(|c| !c.is_bare).filter(|c| is_small(c) || seeker.places_of(&c.text).is_empty());
        // The empty braces are only there for what stands in them.
        let new = new.filter(|c| !compose::is_shell(&c.text) || pieces.is_empty()).collect::<Vec<_>>().into_iter();
        let in_run = |c: &Code| c.is_said && runs.iter().any(|r| texts(r, true).contains(&c.text.as_str()));
        pieces.extend(new.map(|c| (c.text.clone(), if in_run(c) { 0 } else { 2 })));
        let mut seen = HashSet::new();
        pieces.retain(|(p, _)| seen.insert(p.clone()));
        pieces.truncate(PIECES);
        let lines = seeker.lines_of(clause, &named);
        Said { seeker, clause, named, pieces, lines }
    }

    fn item(&self) -> &'a str {
        self.seeker.own.item
    }

    /// How well a place between two tokens fits what the clause names.
    fn fits(&self, left: usize, right: usize, piece: &str) -> usize {
        let others = || self.named.iter().filter(|(text, _)| *text != piece).flat_map(|(_, ranges)| ranges);
        let (ends, starts) = (others().any(|r| r.end == left), others().any(|r| r.start == right));
        let near = self.lines.contains(&self.seeker.line_of(left)) || self.lines.contains(&self.seeker.line_of(right));
        let (before, behind) = (self.clause.has_any(&BEFORE), self.clause.has_any(&BEHIND));
        3 * usize::from(ends)
            + 3 * usize::from(starts)
            + 3 * usize::from(near)
            + 2 * usize::from(starts && before)
            + 2 * usize::from(ends && behind)
            + 3 * usize::from(starts && ends && self.clause.has_any(&["between"]))
    }

    /// Each piece at each place where it could stand.
    pub fn inserted(&self) -> Vec<Change> {
        let mut all = Vec::new();
        for (piece, likely) in &self.pieces {
            let mut changes = self.between_tokens(piece);
            changes.extend(self.as_step(piece));
            let standing = self.seeker.standing(changes, OF_PIECE);
            all.extend(standing.into_iter().map(|c| Change { fits: c.fits + likely, ..c }));
        }
        all
    }

    fn between_tokens(&self, piece: &str) -> Vec<Change> {
        // A whole step stands between two others.
        if piece.ends_with([';', '}']) && texts(piece, true).len() > 2 && !piece.starts_with("else") {
            return Vec::new();
        }
        let all = &self.seeker.tokens;
        let mut found = Vec::new();
        for (at, token) in all.iter().enumerate().skip(1) {
            let left = all[at - 1].at + all[at - 1].text.len();
            let fits = self.fits(left, token.at, piece);
            if !is_name(piece) && texts(piece, true).len() == 1 {
                // `..` and `=` are one sign, if nothing stands between.
                found.push(Change::new(left..left, piece, fits));
            }
            found.push(Change::new(token.at..token.at, format!(" {piece} "), fits));
        }
        found
    }

    /// A whole step or an entry, at the places that have room for one.
    fn as_step(&self, piece: &str) -> Vec<Change> {
        let made = if texts(piece, true).len() > 2 { self.seeker.own.inserted(piece) } else { Vec::new() };
        made.iter().filter_map(|new| self.seen(new)).map(|c| Change { fits: c.fits + 1, ..c }).collect()
    }

    /// A function that was made elsewhere, as the change that made it.
    fn seen(&self, new: &str) -> Option<Change> {
        let old = self.item();
        let start = old.char_indices().zip(new.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at)?;
        let most = old.len().min(new.len()) - start;
        let mut same = 0;
        for (a, b) in old.chars().rev().zip(new.chars().rev()) {
            if a != b || same + a.len_utf8() > most {
                break;
            }
            same += a.len_utf8();
        }
        let range = start..old.len() - same;
        let left = old[..start].trim_end().len();
        Some(Change::new(range.clone(), &new[start..new.len() - same], self.fits(left, range.start, "")))
    }

    /// What the clause names goes: each, all of one kind, everything from or up to it, the last of it.
    pub fn removed(&self) -> Vec<Change> {
        if !self.clause.has_any(&TAKES_OUT) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let ranges = self.clause.has_any(&["everything", "all", "rest", "from", "until", "up", "whatever", "anything", "after", "behind"]);
        let edges = self.clause.has_any(&["last", "end", "first", "character", "backspace", "front", "beginning", "final", "key"]);
        for (code, places) in &self.named {
            let near = |at: &Range<usize>| self.fits(at.start, at.end, code);
            found.extend(places.iter().map(|r| Change::new(r.clone(), "", 3 + near(r))));
            // All of them, or all that stand in the same longer sign.
            let within =
                |r: &Range<usize>| self.seeker.tokens.iter().find(|t| (t.at..t.at + t.text.len()).contains(&r.start)).map(|t| t.text);
            let kinds: HashSet<Option<&str>> = places.iter().map(within).collect();
            for kind in kinds.iter().map(Some).chain([None]) {
                let same = places.iter().filter(|r| kind.is_none_or(|k| within(r) == *k));
                let edits: Vec<Edit> = same.map(|r| Edit { range: r.clone(), text: String::new() }).collect();
                if edits.len() > 1 {
                    found.push(Change { edits, fits: 4 });
                }
            }
            for place in places {
                if ranges {
                    found.extend(self.up_to(place));
                }
                if edges && texts(code, true).len() > 1 {
                    found.extend(self.edges(place));
                }
            }
        }
        if self.clause.has_any(&["loop", "loops"]) {
            let is_loop = |r: &&Range<usize>| ["for", "while", "loop"].iter().any(|w| self.item()[(*r).clone()].starts_with(w));
            found.extend(self.seeker.own.places(PlaceKind::Statement).filter(is_loop).map(|r| Change::new(r.clone(), "", 5)));
        }
        found
    }

    /// From the begin or the end of something to each place behind it in its line.
    fn up_to(&self, place: &Range<usize>) -> Vec<Change> {
        let line = self.item()[place.start..].find('\n').map_or(self.item().len(), |end| place.start + end);
        let ends: Vec<usize> = self.seeker.tokens.iter().map(|t| t.at + t.text.len()).filter(|e| *e > place.end && *e <= line).collect();
        let near = 3 * usize::from(self.lines.contains(&self.seeker.line_of(place.start)));
        let from = |start: usize| ends.iter().map(move |end| Change::new(start..*end, "", 4 + near));
        // `..=` begins with two points, and they may stay.
        from(place.start).chain(from(place.end)).collect()
    }

    fn edges(&self, place: &Range<usize>) -> Vec<Change> {
        let inside: Vec<&Token> = self.seeker.tokens.iter().filter(|t| place.contains(&t.at)).collect();
        let whole = |t: &Token| Change::new(t.at..t.at + t.text.len(), "", 5);
        inside.first().into_iter().chain(inside.last()).map(|t| whole(t)).collect()
    }

    /// Old and new: each pair of neighbours in the clause, in both directions; one list for each pair.
    pub fn pairs(&self) -> Vec<Vec<Change>> {
        let turns: Vec<bool> = self.clause.between().iter().map(|words| words.iter().any(|w| TURNS.contains(&w.as_str()))).collect();
        let likely = |at: usize| if turns[at] { 7 } else { 3 };
        let mut all: Vec<Vec<Change>> = (1..self.named.len()).map(|at| self.pair(at - 1, at, likely(at - 1))).collect();
        all.extend((2..self.named.len()).map(|at| self.pair(at - 2, at, likely(at - 1) - 1)));
        // What was put together comes in the place of what is most like it, or of a code that the clause names.
        for piece in self.pieces.iter().map(|(p, _)| p).filter(|p| texts(p, true).len() > 1) {
            let alike = self
                .seeker
                .own
                .replaced(piece, 3)
                .iter()
                .filter_map(|new| self.seen(new))
                .map(|c| Change { fits: c.fits + 4, ..c })
                .collect::<Vec<_>>();
            let olds = self.named.iter().filter(|(code, _)| code != piece && texts(code, true).len() > 1).flat_map(|(_, places)| places);
            let named = olds.take(6).map(|r| Change::new(r.clone(), piece.as_str(), 4));
            all.push(named.chain(alike).collect());
        }
        all
    }

    /// One code of the clause in the place of another, in both directions, and each in the place of the other.
    fn pair(&self, one: usize, two: usize, likely: usize) -> Vec<Change> {
        let ((old, places), (new, others)) = (&self.named[one], &self.named[two]);
        if old == new {
            return Vec::new();
        }
        // Two words of a sentence that are names as well make no change before a word says so.
        let is_meant = |at: usize| likely > 4 || !self.clause.codes().nth(at).is_some_and(|c| c.is_bare);
        let mut found = Vec::new();
        for (places, new, _) in [(places, *new, two), (others, *old, one)].into_iter().filter(|(_, _, at)| is_meant(*at)) {
            found.extend(places.iter().take(6).map(|r| Change::new(r.clone(), new, likely)));
            if places.len() > 1 {
                let edits = places.iter().map(|r| Edit { range: r.clone(), text: new.to_owned() }).collect();
                found.push(Change { edits, fits: likely });
            }
        }
        let lines = |a: &Range<usize>, b: &Range<usize>| self.seeker.line_of(a.start) == self.seeker.line_of(b.start);
        let both = places
            .iter()
            .filter(|_| is_meant(one) && is_meant(two))
            .flat_map(|a| others.iter().filter(move |b| lines(a, b)).map(move |b| (a, b)))
            .take(6);
        found.extend(both.filter_map(|(a, b)| Change::new(a.clone(), *new, likely).and(&Change::new(b.clone(), *old, 0))));
        found
    }

    /// The first and the second, the third and the fourth, and so on, all at once.
    pub fn all_pairs(&self, pairs: &[Vec<Change>]) -> Vec<Change> {
        let neighbours = self.named.len().saturating_sub(1);
        let mut found = Vec::new();
        let halves: Vec<Vec<Change>> = (0..self.named.len() / 2).map(|at| self.pair(at, at + self.named.len() / 2, 5)).collect();
        let alternate = |first: usize| pairs[..neighbours].iter().skip(first).step_by(2).filter(|l| !l.is_empty()).collect::<Vec<_>>();
        for lists in [alternate(0), alternate(1), halves.iter().filter(|l| !l.is_empty()).collect()] {
            if lists.len() < 2 || lists.len() > 4 {
                continue;
            }
            let mut all = vec![Change { edits: Vec::new(), fits: 0 }];
            for list in lists {
                all = all.iter().flat_map(|a| list.iter().take(6).filter_map(move |b| a.and(b))).collect();
                all.truncate(LOOKED_AT);
            }
            let stands = |c: &Change| self.seeker.stands(&self.seeker.done(&c.edits));
            found.extend(all.into_iter().filter(stands).map(|c| Change { fits: 5, ..c }));
        }
        found.truncate(OF_CLAUSE / 2);
        found
    }

    /// What the clause names at another place of its line, or beside something else that it names.
    pub fn moved(&self) -> Vec<Change> {
        if !self.clause.has_any(&MOVES) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (code, places) in self.named.iter().filter(|(code, _)| texts(code, true).len() <= 4) {
            for place in places.iter().take(4) {
                let gone = Change::new(place.clone(), "", 2);
                let near = self
                    .seeker
                    .tokens
                    .iter()
                    .filter(|t| self.seeker.line_of(t.at) == self.seeker.line_of(place.start) && !place.contains(&t.at));
                let there = |t: &Token| Change::new(t.at..t.at, format!("{code} "), 1 + self.fits(t.at, t.at, code));
                found.extend(near.filter_map(|t| gone.and(&there(t))));
            }
        }
        found.extend(self.moved_lines());
        self.seeker.standing(found, OF_PIECE)
    }

    /// The line of something that the clause names, between two others.
    fn moved_lines(&self) -> Vec<Change> {
        let steps: Vec<&Range<usize>> =
            self.seeker.own.places(PlaceKind::Statement).chain(self.seeker.own.places(PlaceKind::EndOfBlock)).collect();
        let short = |r: &&&Range<usize>| self.item()[(**r).clone()].lines().count() < 2 && r.len() > 1;
        let holds = |r: &&&Range<usize>| self.named.iter().any(|(c, places)| c.len() > 2 && places.iter().any(|p| r.contains(&p.start)));
        let mut found = Vec::new();
        for line in steps.iter().filter(short).filter(holds).take(4).filter(|_| self.clause.has_any(&["line", "lines", "it", "statement"]))
        {
            let gone = Change::new((*line).clone(), "", 2);
            let text = &self.item()[(*line).clone()];
            let to = steps.iter().filter(|to| to.start != line.start);
            found.extend(to.filter_map(|to| gone.and(&Change::new(to.start..to.start, format!("{text}\n"), 2))));
        }
        found
    }

    /// `f(` and `)` around each of the codes that come behind them.
    pub fn wrapped(&self) -> Vec<Change> {
        let codes: Vec<&str> = self.named.iter().map(|(code, _)| *code).collect();
        let pair = codes.windows(2).position(|w| w[0].ends_with('(') && w[1].starts_with(')')).map(|at| (at, at + 1));
        // `f()` and `f( )` are the same with nothing between.
        let pair = pair.or_else(|| {
            codes.iter().position(|c| c.ends_with(')') && c.trim_end_matches(')').trim_end().ends_with('(')).map(|at| (at, at))
        });
        let Some((at, until)) =
            pair.filter(|_| self.clause.has_any(&["around", "wrap", "surround", "enclose", "round", "into", "in", "inside"]))
        else {
            return Vec::new();
        };
        let (open, close) = if at == until { (codes[at].trim_end_matches(')').trim_end(), ")") } else { (codes[at], codes[until]) };
        let around = |r: &Range<usize>| {
            let edits = [(r.start, open), (r.end, close)].map(|(at, text)| Edit { range: at..at, text: text.to_owned() });
            Change { edits: edits.to_vec(), fits: 6 }
        };
        let lists = self.named.iter().enumerate().filter(|(i, (_, places))| *i != at && *i != until && !places.is_empty());
        let mut all = vec![Change { edits: Vec::new(), fits: 0 }];
        for (_, (_, places)) in lists.take(3) {
            all = all.iter().flat_map(|a| places.iter().take(4).map(around).filter_map(move |b| a.and(&b))).collect();
        }
        all.retain(|c| !c.edits.is_empty() && self.seeker.stands(&self.seeker.done(&c.edits)));
        all.sort_by_key(|c| {
            let lines: HashSet<usize> = c.edits.iter().map(|e| self.seeker.line_of(e.range.start)).collect();
            lines.len()
        });
        all
    }

    /// A whole line as the clause names it.
    pub fn lines(&self) -> Vec<Change> {
        if !self.clause.has_any(&["line", "lines", "body", "whole", "enough"]) {
            return Vec::new();
        }
        let mut steps: Vec<&Range<usize>> = self.seeker.own.places(PlaceKind::Statement).collect();
        steps.sort_by_key(|r| r.start);
        let chosen: Vec<&Range<usize>> = if self.clause.has_any(&["last", "final"]) {
            steps.last().copied().into_iter().collect()
        } else {
            let nth = ["first", "second", "third", "fourth"].iter().position(|w| self.clause.has_any(&[w]));
            nth.and_then(|at| steps.get(at)).copied().into_iter().collect()
        };
        let codes = self.clause.codes().map(|c| c.text.as_str()).chain(self.pieces.iter().map(|(p, _)| p.as_str()));
        let mut found: Vec<Change> = codes.flat_map(|code| chosen.iter().map(move |r| Change::new((*r).clone(), code, 5))).collect();
        if let (Some(first), Some(last)) = (steps.first(), steps.last()) {
            let whole = self.pieces.iter().filter(|(p, _)| texts(p, true).len() > 3);
            found.extend(whole.map(|(p, likely)| Change::new(first.start..last.end, p.as_str(), 2 + likely)));
        }
        found
    }
}
