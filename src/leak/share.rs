//! A unit of several stubs: which part of the text is about which of them, by their names, by a word of their names, or one after the other. Puts together what
//! the text says of each.

use super::dress;
use super::gather::is_atom;
use super::pieces::Pieces;
use super::plan::Planner;
use super::splice::{Attempt, Body, How};
use super::tokens::texts;

/// Of each stub so many bodies, and so many of them together.
const EACH: usize = 7;
const TOGETHER: usize = 24;
/// More pieces are not dealt out.
const PIECES: usize = 9;

impl Planner<'_> {
    /// What the text says of one stub after the other.
    pub(super) fn by_stub(&mut self, plain: &str, found: &Pieces) {
        if self.heads.len() < 2 {
            return;
        }
        let mentions = self.mentions(plain);
        let mut each = Vec::new();
        for (at, (start, stub)) in mentions.iter().enumerate() {
            let end = mentions.get(at + 1).map_or(plain.len(), |(next, _)| *next);
            each.push(self.only(stub).bodies_of(&plain[*start..end]));
        }
        for bodies in together(&each) {
            self.push(Attempt::new(How::Bodies { bodies, beside: String::new() }, true));
        }
        self.dealt_out(plain, found);
        self.each_with_each();
    }

    /// What was found for one stub with what was found for the other.
    fn each_with_each(&mut self) {
        let singles: Vec<&Body> = self.plan.attempts.iter().filter_map(single).collect();
        let of = |stub: &String| {
            let mut own: Vec<Body> = singles.iter().filter(|b| b.stub == *stub).map(|b| (*b).clone()).collect();
            own.sort_by_key(|b| std::cmp::Reverse(texts(&b.text, true).len()));
            own.dedup_by_key(|b| texts(&b.text, true).join(" "));
            own.truncate(EACH);
            own
        };
        let each: Vec<Vec<Body>> = self.heads.iter().map(|(stub, _)| of(stub)).collect();
        for bodies in together(&each).into_iter().filter(|b| b.len() == each.len()) {
            self.push(Attempt::new(How::Bodies { bodies, beside: String::new() }, true));
        }
    }

    /// Where the text begins to speak of each stub.
    fn mentions(&self, plain: &str) -> Vec<(usize, String)> {
        let stubs: Vec<&str> = self.heads.iter().map(|(stub, _)| stub.as_str()).collect();
        let mut found: Vec<(usize, String)> = Vec::new();
        for stub in &stubs {
            let is_own = |word: &&str| word.len() > 2 && !stubs.iter().any(|other| other != stub && other.split('_').any(|w| w == *word));
            let at = plain.find(stub).or_else(|| stub.split('_').filter(is_own).find_map(|word| whole_word(plain, word)));
            found.extend(at.map(|at| (at, (*stub).to_owned())));
        }
        found.sort();
        found
    }

    fn bodies_of(mut self, plain: &str) -> Vec<Body> {
        self.read(plain);
        let all: Vec<Body> = self.plan.attempts.iter().filter_map(single).cloned().collect();
        // What is shown, and what is made of all of it.
        let size = |b: &Body| texts(&b.text, true).len();
        let longest = all.iter().max_by_key(|b| size(b)).cloned();
        let mut best: Vec<Body> = longest.into_iter().collect();
        for body in all {
            if !best.contains(&body) {
                best.push(body);
            }
        }
        best.truncate(EACH);
        best
    }

    /// Pieces without any name: the first of them for the one stub, the rest for the other.
    fn dealt_out(&mut self, plain: &str, found: &Pieces) {
        let [first, second] = self.heads.as_slice() else { return };
        let (first, second) = (first.0.clone(), second.0.clone());
        let quoted: Vec<String> = dress::quoted(plain).into_iter().map(|(said, _)| said).filter(|said| !is_atom(said)).collect();
        let mut pieces: Vec<&str> = found.parts.iter().filter(|p| p.is_marked && !is_atom(&p.text)).map(|p| p.text.as_str()).collect();
        if pieces.len() < 2 {
            pieces = quoted.iter().map(String::as_str).collect();
        }
        if pieces.len() < 2 || pieces.len() > PIECES {
            return;
        }
        for at in 1..pieces.len() {
            let (before, after) = pieces.split_at(at);
            for (one, other) in [(before, after), (after, before)] {
                let bodies = [(&first, one), (&second, other)].map(|(stub, pieces)| self.body_for(stub, pieces));
                if let [Some(one), Some(other)] = bodies {
                    self.push(Attempt::new(How::Bodies { bodies: vec![one, other], beside: String::new() }, true));
                }
            }
        }
    }

    fn body_for(&self, stub: &str, pieces: &[&str]) -> Option<Body> {
        let (_, head) = self.heads.iter().find(|(s, _)| s == stub)?;
        let raw = pieces.join("\n");
        let made = |code: &str| self.dialect.body(code, head, &self.names, &[]).into_iter().next();
        let (text, names) = made(&raw).or_else(|| made(&self.joined(pieces)))?;
        Some(Body { stub: stub.to_owned(), text, names, at_mark: false })
    }
}

/// The body of an attempt that is about one stub.
fn single(attempt: &Attempt) -> Option<&Body> {
    match &attempt.how {
        How::Bodies { bodies, beside } if beside.is_empty() && bodies.len() == 1 => bodies.first(),
        _ => None,
    }
}

/// One body of each, the likeliest together first.
fn together(each: &[Vec<Body>]) -> Vec<Vec<Body>> {
    let mut all: Vec<(usize, Vec<Body>)> = vec![(0, Vec::new())];
    for bodies in each {
        let with = |(rank, so_far): &(usize, Vec<Body>)| {
            let one = |(at, body): (usize, &Body)| (rank + at, so_far.iter().chain([body]).cloned().collect::<Vec<_>>());
            bodies.iter().enumerate().map(one).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all.sort_by_key(|(rank, _)| *rank);
    all.into_iter().map(|(_, bodies)| bodies).filter(|b| b.len() > 1).take(TOGETHER).collect()
}

fn whole_word(text: &str, word: &str) -> Option<usize> {
    let free = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| free(text[..*at].chars().next_back()) && free(text[at + word.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::super::Ground;
    use super::super::plan::plan;
    use super::super::retell::tests::{holds, planned};
    use super::super::splice::Dialect;
    use super::*;
    use crate::exercise::{Exercise, Head, TextFile};
    use crate::runner::sandbox::around::Mode;
    use crate::session::Depth;

    #[test]
    fn the_likeliest_of_each_come_together_first() {
        let body = |stub: &str, text: &str| Body { stub: stub.to_owned(), text: text.to_owned(), names: Vec::new(), at_mark: false };
        let each = [vec![body("a", "1"), body("a", "2")], vec![body("b", "3"), body("b", "4")]];
        let rows: Vec<String> = together(&each).iter().map(|t| t.iter().map(|b| b.text.as_str()).collect()).collect();
        assert_eq!(rows, ["13", "14", "23", "24"]);
        assert_eq!(whole_word("retake: take it", "take"), Some(8));
    }

    #[test]
    fn a_word_of_its_name_tells_which_stub_is_meant() {
        let text = "> **take** \"size_t at = round_up(arena->used, alignment); arena->used = at + size; return arena->start + at;\"\n>\n> **reset** \"size_t was = arena->used; arena->used = 0; return was;\"";
        let take = "size_t at = round_up(arena->used, alignment); arena->used = at + size; return arena->start + at;";
        let reset = "size_t was = arena->used; arena->used = 0; return was;";
        holds(&planned("c", "C202", "ex-6", text), &[take, reset]);
    }

    /// Reading for one of them alone has to come to an end.
    #[test]
    fn stubs_of_one_name_are_read_for_once() {
        let file = |path: &str, content: &str| TextFile { path: path.to_owned(), content: content.to_owned() };
        let starter = "pub struct Bus;\npub struct Taxi;\nimpl Bus {\n    pub fn price(&self, km: u64) -> u64 {\n        todo!(\"ex-1\")\n    }\n}\nimpl Taxi {\n    pub fn price(&self, km: u64) -> u64 {\n        todo!(\"ex-1\")\n    }\n}\npub fn fare(km: u64) -> u64 {\n    todo!(\"ex-1\")\n}\n";
        let starter = [file("src/lib.rs", starter)];
        let tests = [file("tests/t.rs", "#[test]\nfn test_price_grows() {}\n#[test]\nfn test_fare_grows() {}\n")];
        let reference = [file("src/lib.rs", &starter[0].content.replace("todo!(\"ex-1\")", "km * 3"))];
        let rust = crate::language::by_name("rust").expect("rust");
        let head = Head {
            id: "X1".to_owned(),
            node_id: "X1".to_owned(),
            title: String::new(),
            depth: Depth::D1,
            description: String::new(),
            needs: Vec::new(),
        };
        let ground = Ground {
            language: rust,
            exercise: &Exercise::derive(head, rust, &starter, &tests).expect("an exercise"),
            unit: "ex-1",
            source: &starter,
            starter: &starter,
            generated: &[],
            reference: Some(&reference),
            others: &[],
            said: &[],
            green: None,
            folders: None,
            sandbox: Mode::On,
        };
        let made = plan("The price is `km * 3`; the fare is `km * 4`.", &ground, &Dialect::of(rust).expect("a dialect"), true);
        let both =
            |a: &Attempt| matches!(&a.how, How::Bodies { bodies, .. } if bodies.iter().map(|b| b.stub.as_str()).eq(["price", "fare"]));
        assert!(made.attempts.iter().any(both));
    }

    #[test]
    fn what_names_no_stub_is_dealt_out() {
        let text = "For the one: `const int *limit = context;` and then `return reading->level > *limit;`. For the other: `return count_yes(begin, end, is_above, &limit);`";
        let (one, other) =
            ("const int *limit = context; return reading->level > *limit;", "return count_yes(begin, end, is_above, &limit);");
        holds(&planned("c", "C201", "ex-3", text), &[one, other]);
    }
}
