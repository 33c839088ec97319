//! A stub that is to begin as a copy: "take the body of `count_booking` over and change …". Makes what the learner would have after the copying, a function of
//! the own files or of the lesson under the stub's head, with what "becomes" something else in it; whatever else the text says to change in it, others do, and
//! running decides.

use std::collections::HashMap;

use super::named::{self, Item};
use super::pieces;
use super::plan::{Planner, inside};
use super::say;
use super::splice;
use super::tongue;
use crate::syntax::Head;

/// Words that order a copy.
const COPIES: [&str; 9] = ["copy", "take", "reuse", "recycle", "paste", "duplicate", "carry", "start", "begin"];
/// What is copied.
const WHAT: [&str; 9] = ["body", "loop", "lines", "code", "steps", "function", "over", "it", "walk"];

/// What stands between the old and the new.
const TURNS: [&str; 5] = ["becomes", "become", "into", "by", "replaced"];

impl Planner<'_> {
    /// The empty stubs of the unit, each as a copy of every function that the text says to copy.
    pub(super) fn borrowed(&self, plain: &str) -> Vec<(String, String)> {
        self.put_into_stubs(&self.copied(plain), &self.turned(plain))
    }

    /// Each of these functions in the place of every empty stub, with what turns into something else in it.
    pub(super) fn put_into_stubs(&self, functions: &[(String, Head)], turned: &HashMap<String, String>) -> Vec<(String, String)> {
        let empty = self.heads.iter().filter(|(stub, head)| head.mark.is_some() && !self.ground.is_begun(stub, self.dialect));
        let mut found = Vec::new();
        for (stub, head) in empty {
            let Some((at, own)) = splice::find(self.ground.source, stub, self.dialect) else { continue };
            let signature = &self.ground.source[at].content[own.item.start..own.body.start];
            found.extend(functions.iter().filter(|(_, f)| f.name != *stub).map(|(code, function)| {
                let pairs: HashMap<String, String> = function.params.iter().cloned().zip(head.params.iter().cloned()).collect();
                let body = tongue::renamed(&tongue::renamed(inside(code, function), turned), &pairs);
                (stub.clone(), format!("{signature}{{{body}}}"))
            }));
        }
        found
    }

    /// What the text says to become something else: names, and numbers that stand without marks.
    fn turned(&self, plain: &str) -> HashMap<String, String> {
        let mut found = HashMap::new();
        for sentence in say::sentences(plain).iter().filter(|s| !s.is_question()) {
            let clause = named::read(&sentence.text, &|word| self.names.contains(word));
            let codes: Vec<usize> = (0..clause.items.len()).filter(|at| matches!(clause.items[*at], Item::Code(_))).collect();
            for pair in codes.windows(2) {
                let between = &clause.items[pair[0] + 1..pair[1]];
                let turns = between.iter().any(|i| matches!(i, Item::Word(word) if TURNS.contains(&word.as_str())));
                if let (Item::Code(old), Item::Code(new), true) = (&clause.items[pair[0]], &clause.items[pair[1]], turns) {
                    found.insert(old.text.clone(), new.text.clone());
                }
            }
        }
        found
    }

    /// The functions of the own files and of the lesson that a sentence about copying names.
    fn copied(&self, plain: &str) -> Vec<(String, Head)> {
        let sentences = say::sentences(plain);
        let orders = |s: &&say::Sentence| !s.is_question() && s.has_any(&COPIES) && s.has_any(&WHAT);
        let said: String = sentences.iter().filter(orders).map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ");
        // Reading the whole lesson takes longer than all else; few texts order a copy.
        if said.is_empty() {
            return Vec::new();
        }
        let own = self.ground.source.iter().map(|f| f.content.clone());
        let lesson = self.ground.generated.iter().filter(|f| f.path.ends_with(".md"));
        let shown = lesson.flat_map(|f| pieces::find(&f.content, self.dialect.syntax, &self.names).blocks);
        let mut found: Vec<(String, Head)> = Vec::new();
        for code in own.chain(shown) {
            for head in self.dialect.syntax.heads(&code).into_iter().filter(|h| h.mark.is_none() && h.name != "main") {
                if said.contains(&format!("`{}`", head.name)) && !found.iter().any(|(_, f)| f.name == head.name) {
                    found.push((code.clone(), head));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::super::plan::plan;
    use super::super::splice::{Dialect, How};
    use crate::pack::Bank;

    #[test]
    fn a_function_of_the_lesson_is_copied_and_changed_as_the_text_says() {
        let pack = Bank::Embedded.load("c", "C200").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let dialect = Dialect::of(crate::language::by_name("c").expect("a language")).expect("a dialect");
        let holds = |text: &str, code: &str| {
            let plan = plan(text, &whole.ground("ex-2", &source), &dialect, false);
            let items = plan.attempts.into_iter().filter_map(|a| if let How::Items(items) = a.how { Some(items) } else { None });
            items.flatten().any(|(stub, item)| stub == "count_booking" && item.contains(code))
        };
        let made = |text: &str| holds(text, "total += (*day == booking)");
        let change = "`total += *day;` turns into `total += (*day == booking);`.";
        assert!(made(&format!("Take the body of `total_rain` over as it stands. There {change}")));
        assert!(!made(&format!("Look at `total_rain` in section 2. There {change}")));
        let renamed = "Copy the body of `total_rain` and let `day` become `seat` and 0 become 7.";
        assert!(holds(renamed, "total += *seat") && holds(renamed, "total = 7"), "all at once, and numbers too");
    }
}
