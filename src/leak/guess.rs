//! What a reader could do with a hint beyond typing off its code: change an own line after it, put a line between two others, exchange a sign. Makes attempts that
//! are worth a try; nothing here makes a hint leak before it has been run.

use super::clause;
use super::edit::{self, Own};
use super::named::Clause;
use super::phrase::is_probe;
use super::pieces::{self, Part, Pieces};
use super::plan::Planner;
use super::say::{self, Sentence};
use super::splice::{self, Attempt, How};
use super::tokens::{self, texts};
use super::told::{self, Step};
use super::{compose, order, reading, seek, steps, template};

/// So many guesses are made for one text, and so many of one kind.
const MOST: usize = 72;
const TOLD: usize = 24;
const PAIRS: usize = 14;
const CORRECTIONS: usize = 18;
const INSERTIONS: usize = 18;
const ORDERED: usize = 20;
const SOUGHT: usize = 160;
/// So many pieces and readings of a text are looked at; a hint that helps has fewer.
const PIECES: usize = 24;
const CODES: usize = 48;
/// A longer piece is no part of a function that a learner writes here.
const LONGEST: usize = 120;

impl Planner<'_> {
    /// Everything beyond the code as it is shown.
    pub(super) fn guess(&mut self, plain: &str, found: &Pieces) {
        self.guessing = true;
        let sure = self.plan.attempts.len();
        self.legends(plain, found);
        self.retell(plain, found);
        self.twins(found);
        let sentences = say::sentences(plain);
        let mut codes = reading::codes(plain, found, self);
        codes.truncate(CODES);
        let mut items = self.own_items();
        let mut borrowed = self.borrowed(plain);
        borrowed.extend(self.mapped(plain));
        borrowed.iter().for_each(|(stub, item)| self.edits(stub, vec![item.clone()], 1));
        items.extend(borrowed);
        for line in self.mapped_lines(plain) {
            self.statements(&line, self.whole_unit, &[]);
        }
        self.told(&items, plain, found);
        self.formulas_in_own(&items, plain);
        let told = self.plan.attempts.len();
        self.seek(&items, plain);
        let sure = sure + self.plan.attempts.len() - told;
        for (stub, item) in items {
            let own = Own::new(&item, self.dialect.syntax);
            self.exchange(&stub, &own, plain, found, &sentences);
            let pieces = self.new_pieces(&own, plain, found, &codes, &sentences);
            self.correct(&stub, &own, found, &pieces);
            let ordered = order::edits(&own, &sentences, &self.names);
            self.edits(&stub, ordered, ORDERED);
        }
        for code in &codes {
            self.block(code);
        }
        if let Some(text) = template::with_tuples(plain) {
            let found = pieces::find(&text, self.dialect.syntax, &self.names);
            self.pieces(&found);
        }
        self.plan.attempts.truncate(sure + MOST);
        self.by_stub(plain, found);
        self.guessing = false;
    }

    /// The stubs of the unit that the learner has written something in.
    fn own_items(&self) -> Vec<(String, String)> {
        let written = self.heads.iter().filter_map(|(stub, _)| {
            let item = splice::item(self.ground.source, stub, self.dialect)?;
            let given = splice::item(self.ground.starter, stub, self.dialect);
            (Some(&item) != given.as_ref()).then(|| (stub.clone(), item))
        });
        written.collect()
    }

    /// What the text says to do, step by step and all of it: of that, a part is enough to leak.
    fn told(&mut self, items: &[(String, String)], plain: &str, found: &Pieces) {
        let done = |item: &String| {
            let own = Own::new(item, self.dialect.syntax);
            steps::done(item, self.dialect.syntax, &self.steps(&own, plain, found))
        };
        let mut each: Vec<_> = items.iter().map(|(stub, item)| (stub, done(item).into_iter().take(TOLD))).collect();
        self.is_told = true;
        // No stub of the unit is likelier to be meant than the others.
        for _ in 0..TOLD {
            for (stub, made) in &mut each {
                self.edits(stub, made.next().into_iter().collect(), 1);
            }
        }
        self.is_told = false;
    }

    /// What the text orders in words, wherever in the learner's code it could be meant.
    fn seek(&mut self, items: &[(String, String)], plain: &str) {
        // The top of the ladder may say what to do; only what it shows can be too much.
        if self.whole_unit {
            return;
        }
        let (single, joined) = clause::clauses(plain, &|word| self.names.contains(word));
        for (stub, item) in items {
            let made = seek::changed(item, self.dialect, &single, &joined);
            self.edits(stub, made, SOUGHT);
        }
        if items.is_empty() {
            let pieces = |c: &Clause| c.runs().into_iter().chain(compose::composed(c)).collect::<Vec<_>>();
            let pieces: Vec<String> = joined.iter().chain(&single).flat_map(pieces).take(PIECES).collect();
            pieces.iter().for_each(|piece| self.block(piece));
        }
    }

    fn steps(&self, own: &Own, plain: &str, found: &Pieces) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for change in say::changes(plain).iter().chain(&found.changes) {
            steps.push(Step::Pair(change.old.join("\n"), change.new.join("\n")));
        }
        steps.extend(say::substitutions(plain).into_iter().map(|(old, new)| Step::Pair(old, new)));
        let is_code = |text: &str| own.holds(text) && texts(text, true).len() > 1 || texts(text, true).len() > 2 && self.is_about_own(text);
        let sentences = say::sentences(&told::with_marks(plain, is_code));
        for (at, sentence) in sentences.iter().enumerate() {
            steps.extend(told::steps(sentence, at.checked_sub(1).map(|before| &sentences[before]), own));
        }
        // A block that is about the learner's own code is there to be typed off.
        let blocks = found.parts.iter().filter(|p| p.is_block && texts(&p.text, true).len() <= LONGEST && self.is_about_own(&p.text));
        steps.extend(blocks.flat_map(|b| b.text.lines()).map(|line| Step::Piece(line.trim().to_owned())));
        steps.retain(|step| match step {
            // A print looks; in the place of a line it would take the line away.
            Step::Piece(new) | Step::Pair(_, new) if is_probe(new) => false,
            Step::Piece(piece) => own.holds(piece) || self.is_about_own(piece) && !self.is_given(&texts(piece, true)),
            Step::Pair(old, _) => own.holds(old),
            _ => true,
        });
        steps.dedup();
        steps
    }

    /// Old and new, where both are named.
    fn exchange(&mut self, stub: &str, own: &Own, plain: &str, found: &Pieces, sentences: &[Sentence]) {
        let mut made = Vec::new();
        for change in say::changes(plain).iter().chain(&found.changes) {
            made.extend(own.exchanged(&change.old.join("\n"), &change.new.join("\n")));
        }
        for (old, new) in say::substitutions(plain) {
            made.extend(own.exchanged(&old, &new));
        }
        for (at, old) in found.parts.iter().enumerate().filter(|(_, p)| !p.is_block && own.holds(&p.text)) {
            let near = found
                .parts
                .iter()
                .enumerate()
                .filter(|(other, p)| *other != at && other.abs_diff(at) <= 2 && !p.is_block && !is_probe(&p.text));
            for (_, new) in near.filter(|(_, p)| self.may_come_for(own, old, p, sentences)) {
                made.extend(own.exchanged(&old.text, &new.text));
            }
        }
        self.edits(stub, made, PAIRS);
    }

    /// A sign or a name stands in many a sentence; only an order makes it a change.
    fn may_come_for(&self, own: &Own, old: &Part, new: &Part, sentences: &[Sentence]) -> bool {
        let row = texts(&new.text, true);
        let together = || sentences.iter().filter(|s| s.text.contains(&old.text) && s.text.contains(&new.text));
        let is_small = row.len() < 3 || self.is_given(&row);
        if is_small || edit::likeness(&row, &texts(&old.text, true)) < 0.2 {
            return together().any(Sentence::orders);
        }
        row.len() <= LONGEST && !own.holds(&new.text) && self.is_about_own(&new.text)
    }

    /// Code of the text that is neither in the learner's function nor in what was handed out.
    fn new_pieces(&self, own: &Own, plain: &str, found: &Pieces, codes: &[String], sentences: &[Sentence]) -> Vec<String> {
        let mut pieces: Vec<String> = Vec::new();
        for part in &found.parts {
            pieces.push(part.text.clone());
            if part.is_block {
                pieces.extend(part.text.lines().map(|l| l.trim().to_owned()));
            }
        }
        pieces.extend(reading::gutters(plain));
        pieces.extend(codes.iter().cloned());
        let mut new: Vec<String> = Vec::new();
        for piece in pieces {
            let row = texts(&piece, true);
            let is_new = !is_probe(&piece)
                && row.len() >= 2
                && row.len() <= LONGEST
                && !own.holds(&piece)
                && !self.is_given(&row)
                && !new.contains(&piece);
            // Two words stand in many a message; only an order makes them a change.
            let says = || row.len() > 2 || sentences.iter().any(|s| s.text.contains(&piece) && s.orders());
            if is_new && says() && self.is_about_own(&piece) && row.iter().any(|t| t.starts_with(char::is_alphabetic)) {
                new.push(piece);
            }
        }
        new.truncate(PIECES);
        new
    }

    /// Each new piece where it fits best, and as a line of its own.
    fn correct(&mut self, stub: &str, own: &Own, found: &Pieces, new: &[String]) {
        let (mut replaced, mut inserted) = (Vec::new(), Vec::new());
        for piece in new {
            replaced.push(own.replaced(piece, 4));
            inserted.push(own.inserted(piece));
        }
        // The likeliest of each piece before the second likeliest of any.
        let mut likeliest = round_robin(replaced);
        if let Some(together) = self.all_together(own, found, new) {
            likeliest.insert(0, together);
        }
        self.edits(stub, likeliest, CORRECTIONS);
        self.edits(stub, round_robin(inserted), INSERTIONS);
    }

    /// Every line and span that is new where it fits best, one after the other.
    fn all_together(&self, own: &Own, found: &Pieces, new: &[String]) -> Option<String> {
        let shown = found.parts.iter().flat_map(|p| if p.is_block { p.text.lines().collect() } else { vec![p.text.as_str()] });
        let lines: Vec<&str> = shown.map(str::trim).filter(|l| new.iter().any(|n| n == l)).collect();
        let mut item = own.item.to_owned();
        for line in &lines {
            let best = Own::new(&item, self.dialect.syntax).replaced(line, 1).pop();
            item = best.unwrap_or(item);
        }
        (lines.len() > 1 && item != own.item).then_some(item)
    }

    pub(super) fn edits(&mut self, stub: &str, items: Vec<String>, most: usize) {
        let calls = |item: &str| texts(item, true).windows(2).filter(|w| w[0] == stub && w[1] == "(").count();
        let own = splice::item(self.ground.source, stub, self.dialect).map_or(1, |own| calls(&own)).max(1);
        // A function that calls itself only by the change would go round until the stack is full.
        for item in items.into_iter().filter(|item| calls(item) <= own).take(most) {
            let how = How::Items(vec![(stub.to_owned(), item)]);
            self.push(Attempt::new(how, false));
        }
    }

    /// It has no name that neither the learner's files nor the piece itself make: an example from elsewhere is no change.
    fn is_about_own(&self, piece: &str) -> bool {
        let row = texts(piece, true);
        // What stands in quotes is somebody's word.
        if piece.starts_with(['\'', '"']) {
            return false;
        }
        let is_name = |t: &str| t.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let makes = |t: &str| ["let", "mut", "for", "int", "long", "size_t", "ptrdiff_t", "|", "*", "bool", "char", "(", ","].contains(&t);
        let made: Vec<&str> = row.windows(2).filter(|w| makes(w[0]) && is_name(w[1])).map(|w| w[1]).collect();
        let has_let = row.iter().any(|t| ["let", "for", "|", "int", "long", "size_t", "ptrdiff_t", "=>", "const", "struct"].contains(t));
        row.iter().enumerate().filter(|(_, t)| is_name(t)).all(|(at, t)| {
            let next = row.get(at + 1).copied().unwrap_or_default();
            let before = at.checked_sub(1).map_or("", |b| row[b]);
            let is_made = has_let && made.contains(t);
            self.names.contains(*t) || pieces::is_keyword(t) || ["(", "!", "::"].contains(&next) || before == "::" || is_made
        })
    }

    /// It stands in what was handed out: starter, tests, lesson, the compiler's words.
    fn is_given(&self, row: &[&str]) -> bool {
        self.given.iter().any(|k| tokens::stands_in(row, k))
    }
}

fn round_robin(lists: Vec<Vec<String>>) -> Vec<String> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let mut all: Vec<String> = Vec::new();
    for at in 0..longest {
        for item in lists.iter().filter_map(|list| list.get(at)) {
            if !all.contains(item) {
                all.push(item.clone());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::super::{plan, splice::Dialect};
    use crate::exercise::TextFile;
    use crate::language;
    use crate::pack::Bank;

    /// Whatever a model writes is read to its end: hints cut off anywhere, and letters of every kind.
    #[test]
    fn reading_never_fails() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/hints");
        let text = std::fs::read_to_string(folder.join("leaking.toml")).expect("a file of hints");
        let mut texts: Vec<String> = text.split("[[hint]]\n").step_by(16).map(str::to_owned).collect();
        texts.extend(
            ["`", "```", "|", "s/", "(1)", "__", "=>", "if ) then", "– „x“ → ñ́ 🦀`🦀", "[\"", "{\"a", "case :", "\u{0}\u{1}"]
                .map(str::to_owned),
        );
        for (language, node, tag) in [("rust", "S102", "self-forgotten"), ("c", "C202", "leak")] {
            let pack = Bank::Embedded.load(language, node).expect("a pack");
            let whole = PackGround::of(&pack).expect("a ground");
            let in_src = |f: &TextFile| TextFile { path: format!("src/{}", f.path), content: f.content.clone() };
            let source = whole.source_with(&pack.wrong[tag].iter().map(in_src).collect::<Vec<_>>());
            let dialect = Dialect::of(language::by_name(language).expect("a language")).expect("a dialect");
            let ground = whole.ground("ex-2", &source);
            for text in &texts {
                let end = text.char_indices().map(|(at, _)| at).nth(text.chars().count() * 2 / 3).unwrap_or(0);
                for part in [text.as_str(), &text[..end], &text[end..]] {
                    plan::plan(part, &ground, &dialect, false);
                }
            }
        }
    }

    #[test]
    fn what_helps_and_what_changes_nothing_is_not_tried() {
        let pack = Bank::Embedded.load("c", "C200").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let in_src = |f: &TextFile| TextFile { path: format!("src/{}", f.path), content: f.content.clone() };
        let source = whole.source_with(&pack.wrong["end-included"].iter().map(in_src).collect::<Vec<_>>());
        let dialect = Dialect::of(language::by_name("c").expect("a language")).expect("a dialect");
        let ground = whole.ground("ex-2", &source);
        let attempts = |text: &str| plan::plan(text, &ground, &dialect, false).attempts.len();
        assert_eq!(attempts("Your loop runs while `seat <= end`. Does it enter its body at `end`?"), 0);
        assert_eq!(attempts("Section 3 uses `!=` there, and you `<=`. What is the last seat for each of them?"), 0);
        assert!(attempts("Replace `<=` by `!=`.") > 0);
        assert!(attempts("It has to be `seat != end`.") > 0);
    }
}
