//! A search for the change that an order means: what its clauses name, at every place of the learner's function where it could stand or go, those places first
//! that the clause names too. Nothing comes in that the text does not name, so that a change which passes was told. Makes functions; running decides.

use std::collections::HashSet;
use std::ops::Range;

use super::aim::Said;
use super::edit::Own;
use super::named::Clause;
use super::splice::Dialect;
use super::tokens::{Token, texts, tokens};
use crate::syntax::{PlaceKind, Syntax};

/// So many functions are made from one text, and so many changes are kept of one clause.
const MOST: usize = 160;
pub(super) const OF_CLAUSE: usize = 60;
/// Who has looked at so many changes in vain finds none.
pub(super) const LOOKED_AT: usize = 240;
/// Of so many clauses what they say is done together, so many ways of all of them.
const CLAUSES: usize = 6;
const TOGETHER: usize = 110;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

/// Edits that belong together, and how well their places fit what the clause says.
#[derive(Debug, Clone)]
pub struct Change {
    pub edits: Vec<Edit>,
    pub fits: usize,
}

impl Change {
    pub fn new(range: Range<usize>, text: impl Into<String>, fits: usize) -> Change {
        Change { edits: vec![Edit { range, text: text.into() }], fits }
    }

    /// Both, where neither is in the way of the other.
    pub fn and(&self, other: &Change) -> Option<Change> {
        let apart = |a: &Edit| other.edits.iter().all(|b| a != b && (a.range.end <= b.range.start || b.range.end <= a.range.start));
        let edits = self.edits.iter().chain(&other.edits).cloned().collect();
        self.edits.iter().all(apart).then(|| Change { edits, fits: self.fits + other.fits })
    }
}

/// Functions with what the clauses order, the likeliest first.
pub fn changed(item: &str, dialect: &Dialect, single: &[Clause], joined: &[Clause]) -> Vec<String> {
    let (syntax, is_c) = (dialect.syntax, dialect.is_c);
    let own = Own::new(item, syntax);
    let seeker = Seeker { own: &own, tokens: tokens(item, true), syntax, is_broken: syntax.outline(item).has_error, is_c };
    let each: Vec<Vec<Change>> = single.iter().map(|c| seeker.of_clause(c)).filter(|c| !c.is_empty()).collect();
    let mut made = seeker.together(&each);
    made.truncate(TOGETHER);
    let whole: Vec<Vec<Change>> = joined.iter().map(|c| seeker.of_clause(c)).collect();
    made.extend(in_turn(each.into_iter().chain(whole).collect()));
    let mut functions: Vec<String> = Vec::new();
    for change in made {
        if functions.len() == MOST {
            break;
        }
        let new = seeker.done(&change.edits);
        if new != item && !functions.contains(&new) && seeker.stands(&new) {
            functions.push(new);
        }
    }
    functions
}

/// The best of each before the second best of any.
fn in_turn(lists: Vec<Vec<Change>>) -> Vec<Change> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|at| lists.iter().filter_map(move |list| list.get(at).cloned()).collect::<Vec<_>>()).collect()
}

/// The learner's function, to be changed.
pub struct Seeker<'a> {
    pub own: &'a Own<'a>,
    pub tokens: Vec<Token<'a>>,
    syntax: &'a dyn Syntax,
    is_broken: bool,
    is_c: bool,
}

impl Seeker<'_> {
    pub fn stands(&self, new: &str) -> bool {
        // A header says the same head, and a broken one breaks what stands behind it.
        let keeps_head = !self.is_c || self.own.item.find('{').is_some_and(|body| new.get(..=body) == self.own.item.get(..=body));
        keeps_head && self.own.stands(new) && (self.is_broken || !self.syntax.outline(new).has_error)
    }

    pub fn done(&self, edits: &[Edit]) -> String {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|e| (e.range.start, e.range.end));
        let mut item = self.own.item.to_owned();
        edits.iter().rev().for_each(|e| item.replace_range(e.range.clone(), &e.text));
        item
    }

    /// One change of each clause, all of them at once.
    fn together(&self, each: &[Vec<Change>]) -> Vec<Change> {
        if each.len() < 2 || each.len() > CLAUSES {
            return Vec::new();
        }
        let ways = [0, 0, 12, 6, 4, 3, 2][each.len()];
        let mut all: Vec<Change> = vec![Change { edits: Vec::new(), fits: 0 }];
        for changes in each {
            all = all.iter().flat_map(|a| changes.iter().take(ways).filter_map(move |b| a.and(b))).collect();
        }
        all.sort_by_key(|c| std::cmp::Reverse(c.fits));
        all
    }

    /// What one clause can mean, the likeliest first.
    fn of_clause(&self, clause: &Clause) -> Vec<Change> {
        let said = Said::new(self, clause);
        let (pairs, gone, come) = (said.pairs(), said.removed(), said.inserted());
        let mut all = said.wrapped();
        all.extend(said.moved());
        all.extend(said.lines());
        all.extend(pairs.iter().flatten().cloned());
        // Several pairs, something that goes and something that comes, or two that come: all in one sentence.
        all.extend(said.all_pairs(&pairs));
        let (some_gone, some_come) = (best(&gone), best(&come));
        let twice = some_come.iter().enumerate().flat_map(|(at, a)| some_come[at + 1..].iter().filter_map(|b| a.and(b)));
        let both = some_gone.iter().flat_map(|g| some_come.iter().filter_map(|c| g.and(c)));
        all.extend(twice.chain(both).map(|c| Change { fits: c.fits / 2, ..c }));
        all.extend(gone);
        all.extend(come);
        let mut seen: HashSet<String> = HashSet::new();
        all.retain(|c| seen.insert(self.done(&c.edits)));
        self.standing(all, OF_CLAUSE)
    }

    /// The best that are still functions.
    pub fn standing(&self, mut changes: Vec<Change>, most: usize) -> Vec<Change> {
        changes.sort_by_key(|c| std::cmp::Reverse(c.fits));
        changes.into_iter().take(LOOKED_AT).filter(|c| self.stands(&self.done(&c.edits))).take(most).collect()
    }
}

/// The few likeliest.
fn best(changes: &[Change]) -> Vec<Change> {
    let mut changes = changes.to_vec();
    changes.sort_by_key(|c| std::cmp::Reverse(c.fits));
    changes.truncate(6);
    changes
}

impl Seeker<'_> {
    pub fn line_of(&self, at: usize) -> usize {
        self.own.item[..at].matches('\n').count()
    }

    /// The lines that a clause speaks of: those of the code that it shows, and those that it calls by what they are.
    pub fn lines_of(&self, clause: &Clause, named: &[(&str, Vec<Range<usize>>)]) -> HashSet<usize> {
        let shown = named.iter().filter(|(code, places)| texts(code, true).len() > 1 && places.len() < 4).flat_map(|(_, places)| places);
        let mut lines: HashSet<usize> = shown.map(|r| self.line_of(r.start)).collect();
        let steps: Vec<usize> = self.own.places(PlaceKind::Statement).map(|r| self.line_of(r.start)).collect();
        if clause.has_any(&["last", "final", "end"]) {
            lines.extend(steps.iter().max());
        }
        if clause.has_any(&["first", "top"]) {
            lines.extend(steps.iter().min());
        }
        if clause.has_any(&["signature", "function", "parameter", "parameters"]) {
            lines.insert(0);
        }
        for (words, tokens) in [
            (["loop", "loops", "range"].as_slice(), ["for", "while", "loop"].as_slice()),
            (&["condition", "if", "question", "guard"], &["if", "while"]),
            (&["return", "returns"], &["return"]),
            (&["match", "arm", "arms", "pattern"], &["=>"]),
        ] {
            if clause.has_any(words) {
                lines.extend(self.tokens.iter().filter(|t| tokens.contains(&t.text)).map(|t| self.line_of(t.at)));
            }
        }
        lines
    }

    /// Where a code stands: as tokens, and a sign also within a longer one.
    pub fn places_of(&self, code: &str) -> Vec<Range<usize>> {
        let mut found = self.own.standing(code);
        let is_sign = !code.is_empty() && code.len() < 3 && code.chars().all(|c| c.is_ascii_punctuation());
        if is_sign {
            let longer = self.tokens.iter().filter(|t| t.text.len() > code.len() && t.text.len() < 4 && !is_name(t.text));
            found.extend(longer.filter_map(|t| t.text.find(code).map(|at| t.at + at..t.at + at + code.len())));
        }
        if found.is_empty() && code == "==" {
            return self.places_of("=");
        }
        found
    }
}

pub fn is_name(code: &str) -> bool {
    code.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::super::clause;
    use super::*;
    use crate::language;

    const RUST: &str = "fn f(days: u32) -> u32 {\n    let total = START;\n    for day in 1..=days {\n        let total = total + day;\n    }\n    total\n}";
    const MATCH: &str =
        "fn g(n: u32) -> u32 {\n    match n {\n        0 => DRY,\n        1..=LOW => DRIP,\n        LOW..=10_000 => BURST,\n    }\n}";
    const C: &str = "int h(const int *p, const char *word, void *context)\n{\n    int *const seat = p;\n    if (row->word == word) {\n        return level > *context;\n    }\n    row->word = NULL;\n    return (end - begin) / sizeof(int);\n}";

    fn made(language: &str, item: &str, text: &str) -> Vec<String> {
        let dialect = Dialect::of(language::by_name(language).expect("a language")).expect("a dialect");
        let names: HashSet<String> = texts(item, true).into_iter().map(str::to_owned).collect();
        let (single, joined) = clause::clauses(text, &|word| names.contains(word));
        changed(item, &dialect, &single, &joined)
    }

    #[test]
    fn where_a_value_goes_is_no_change() {
        let broken = RUST.replace("    total\n}", "    total;\n}");
        let told = "So your `total` is worked out, and then nothing of it comes out of the function. A semicolon ends a step.";
        assert!(made("rust", &broken, told).is_empty());
        assert!(!made("rust", &broken, "So the semicolon behind `total` goes.").is_empty());
    }

    /// One of the functions is the learner's with these changes.
    fn makes(language: &str, item: &str, text: &str, changes: &[(&str, &str)]) {
        let right = changes.iter().fold(item.to_owned(), |item, (old, new)| item.replacen(old, new, 1));
        let all = made(language, item, text);
        assert!(all.iter().any(|m| texts(m, true) == texts(&right, true)), "{text}\n{all:#?}");
    }

    #[test]
    fn what_comes_is_tried_where_the_words_say() {
        let cast = "Between the star and the word context, insert a cast: an opening bracket, const int, a star, a closing bracket.";
        makes("c", C, cast, &[("> *context", "> *(const int *)context")]);
        makes("rust", RUST, "Three letters, an M, a U and a T, go between `let` and `total`.", &[("let total", "let mut total")]);
        makes("rust", RUST, "In the brackets behind `f`, the word mut goes before days.", &[("days:", "mut days:")]);
        let guard = "Put a guard on top. It begins with `if days == 0 {`, its inside is `return NEVER;`, and it ends with `}`.";
        makes("rust", RUST, guard, &[("let total", "if days == 0 { return NEVER; } let total")]);
    }

    #[test]
    fn what_goes_is_tried_from_and_up_to_what_is_named() {
        makes("rust", MATCH, "In your last pattern, `LOW..=10_000`, remove everything after the two points.", &[("..=10_000", "..")]);
        let both = "There are two equals signs right behind two points. Out with both of them!";
        makes("rust", MATCH, both, &[("..=", ".."), ("..=", "..")]);
        makes("c", C, "Strike out everything from the slash up to the semicolon.", &[(" / sizeof(int)", "")]);
    }

    #[test]
    fn what_stands_elsewhere_is_moved_wrapped_or_exchanged() {
        let front = "Take the word const from behind the star in `int *const seat = p;` and set it at the front of that line.";
        makes("c", C, front, &[("int *const seat", "const int *seat")]);
        makes("rust", RUST, "Enclose day in `u32::from()`.", &[("+ day", "+ u32::from(day)")]);
        makes("c", C, "In the condition the first `=` becomes a `!`.", &[("== word", "!= word")]);
        makes("rust", RUST, "Exchange START for the number 1000.", &[("START", "1000")]);
    }

    #[test]
    fn what_is_told_in_items_rows_or_data_is_done_together() {
        let list = "Two edits:\n\n- after the word `let`, write the word `mut`\n- inside the loop: rub out the word `let`";
        makes("rust", RUST, list, &[("let total = START", "let mut total = START"), ("let total = total", "total = total")]);
        let table = "| now | then |\n| --- | --- |\n| 0 | 9 |\n| DRIP | WET |";
        makes("rust", MATCH, table, &[("0 =>", "9 =>"), ("DRIP", "WET")]);
        let data = "```json\n{\"delete\": \"let total = START;\"}\n{\"delete\": \"START\", \"insert\": \"0\"}\n```";
        makes("rust", RUST, data, &[("START", "0")]);
    }

    #[test]
    fn what_is_described_by_its_parts_is_put_together() {
        let call = "Above `row->word = NULL;` one call is missing. Its name is free, and what it gets is what stands on the left side.";
        makes("c", C, call, &[("row->word = ", "free(row->word); row->word = ")]);
        let compared =
            "Make a call out of `row->word == word`: s-t-r-c-m-p, then in brackets the same two, then two equals signs and a zero.";
        makes("c", C, compared, &[("row->word == word", "strcmp(row->word, word) == 0")]);
        let read = "The condition then reads: strcmp of row->word and word, and == 0 behind it.";
        makes("c", C, read, &[("row->word == word", "strcmp(row->word, word) == 0")]);
        makes("rust", RUST, "Before your last line `self.level` gets `total`.", &[("total\n}", "self.level = total; total\n}")]);
    }

    #[test]
    fn who_asks_or_wonders_orders_nothing() {
        assert!(made("rust", RUST, "What would happen if you wrote `mut` behind `let`?").is_empty());
        assert!(made("rust", RUST, "Suppose that `mut` stood before `total`: it could change.").is_empty());
        let may = "A list that grows may move every word elsewhere. Section 7, \"Pointers that go stale\", shows it.";
        assert!(made("c", C, may).is_empty(), "what may happen is no order, and neither is a title");
        assert!(!made("c", C, "Move every word behind it. There the condition should be `0`.").is_empty());
        assert!(made("rust", RUST, "The compiler says that `total` cannot be assigned twice.").is_empty());
    }
}
