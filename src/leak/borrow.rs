//! A stub that is to begin as a copy: "take the body of `count_booking` over and change …". Makes what the learner would have after the copying, a function of
//! the own files or of the lesson under the stub's head; what the text says to change in it, others do, and running decides.

use std::collections::HashMap;

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

impl Planner<'_> {
    /// The empty stubs of the unit, each as a copy of every function that the text says to copy.
    pub(super) fn borrowed(&self, plain: &str) -> Vec<(String, String)> {
        let named = self.copied(plain);
        let empty = self.heads.iter().filter(|(stub, head)| head.mark.is_some() && !self.ground.is_begun(stub, self.dialect));
        let mut found = Vec::new();
        for (stub, head) in empty {
            let Some((at, own)) = splice::find(self.ground.source, stub, self.dialect) else { continue };
            let signature = &self.ground.source[at].content[own.item.start..own.body.start];
            found.extend(named.iter().filter(|(_, f)| f.name != *stub).map(|(code, function)| {
                let pairs: HashMap<String, String> = function.params.iter().cloned().zip(head.params.iter().cloned()).collect();
                (stub.clone(), format!("{signature}{{{}}}", tongue::renamed(inside(code, function), &pairs)))
            }));
        }
        found
    }

    /// The functions of the own files and of the lesson that a sentence about copying names.
    fn copied(&self, plain: &str) -> Vec<(String, Head)> {
        let sentences = say::sentences(plain);
        let orders = |s: &&say::Sentence| !s.is_question() && s.has_any(&COPIES) && s.has_any(&WHAT);
        let said: String = sentences.iter().filter(orders).map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ");
        let own = self.ground.source.iter().map(|f| f.content.clone());
        let lesson = self.ground.generated.iter().filter(|f| f.path.ends_with(".md"));
        let shown = lesson.flat_map(|f| pieces::find(&f.content, self.dialect.syntax, &self.names).blocks);
        let mut found: Vec<(String, Head)> = Vec::new();
        for code in own.chain(shown).filter(|_| !said.is_empty()) {
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
        let made = |text: &str| {
            let plan = plan(text, &whole.ground("ex-2", &source), &dialect, false);
            let items = plan.attempts.into_iter().filter_map(|a| if let How::Items(items) = a.how { Some(items) } else { None });
            items.flatten().any(|(stub, item)| stub == "count_booking" && item.contains("total += (*day == booking)"))
        };
        let change = "`total += *day;` turns into `total += (*day == booking);`.";
        assert!(made(&format!("Take the body of `total_rain` over as it stands. There {change}")));
        assert!(!made(&format!("Look at `total_rain` in section 2. There {change}")));
    }
}
