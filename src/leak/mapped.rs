//! A worked example of the lesson that is the stub under other names: the text sets them side by side, in a table or in a sentence ("`minute` is `offset`"), and
//! leaves the copying, or says what to write for what ("for each 20 write `step`"). Finds the function that has all the names of one side and writes it with those of the other; running decides.

use std::collections::HashMap;

use super::pieces;
use super::plan::Planner;
use super::say;
use super::swapped;
use super::tokens::texts;
use super::tongue;
use crate::syntax::Head;

/// One name alone may be named beside another for any reason.
const LEAST: usize = 2;
/// So many lines of the lesson are tried.
const MOST_LINES: usize = 3;
/// What may stand between two names that mean the same.
const BETWEEN: &str =
    "is are becomes become means stands for as your the a plays role of here = -> => : turns into by replaced corresponds to";

impl Planner<'_> {
    /// The empty stubs of the unit, each as the worked example that the text gives other names.
    pub(super) fn mapped(&self, plain: &str) -> Vec<(String, String)> {
        let (pairs, swapped) = (pairs(plain), self.swapped(plain));
        if pairs.len().max(swapped.len()) < LEAST {
            return Vec::new();
        }
        let functions = self.lesson().into_iter().flat_map(|code| {
            let heads = self.dialect.syntax.heads(&code);
            heads.into_iter().filter(|h| h.name != "main").map(move |head| (code.clone(), head)).collect::<Vec<_>>()
        });
        let mut found = Vec::new();
        for function in functions {
            let named = Some(&pairs).filter(|p| p.len() >= LEAST).and_then(|pairs| turned(&function, pairs));
            let row = texts(&function.0[function.1.item.clone()], true);
            for turned in named.into_iter().chain(standing(&row, &swapped)) {
                found.extend(self.put_into_stubs(std::slice::from_ref(&function), &turned));
            }
        }
        found
    }

    /// Lines of the lesson with what the text puts in the place of their names: what they give their name, as an answer.
    pub(super) fn mapped_lines(&self, plain: &str) -> Vec<String> {
        let swapped = self.swapped(plain);
        if swapped.len() < LEAST {
            return Vec::new();
        }
        let shown = self.lesson();
        let lines = shown.iter().flat_map(|code| code.lines()).filter_map(|line| line.split_once(" = ").map(|(_, value)| value));
        let code = |value: &'_ str| value.split("//").next().unwrap_or_default().trim().trim_end_matches(';').to_owned();
        let made = lines.filter_map(|value| {
            let value = code(value);
            let turned = standing(&texts(&value, true), &swapped)?;
            Some(tongue::renamed(&value, &turned))
        });
        made.take(MOST_LINES).collect()
    }

    /// What the text puts in the place of what, with the names of the stub's parameters.
    fn swapped(&self, plain: &str) -> Vec<[String; 2]> {
        let params: Vec<String> =
            self.heads.iter().find(|(_, head)| head.mark.is_some()).map(|(_, h)| h.params.clone()).unwrap_or_default();
        let stated = say::sentences(plain).into_iter().filter(|s| !s.is_question());
        stated.flat_map(|s| swapped::pairs(&s.text, &params, &|word| self.names.contains(word))).collect()
    }

    /// The code that the lesson shows.
    fn lesson(&self) -> Vec<String> {
        let lesson = self.ground.generated.iter().filter(|f| f.path.ends_with(".md"));
        lesson.flat_map(|f| pieces::find(&f.content, self.dialect.syntax, &self.names).blocks).collect()
    }
}

/// The pairs whose old half stands in this code, where there are enough of them; what is said of something else does not count.
fn standing(row: &[&str], swapped: &[[String; 2]]) -> Option<HashMap<String, String>> {
    let whole = |new: &str| if texts(new, true).len() > 1 { format!("({new})") } else { new.to_owned() };
    let found: HashMap<String, String> =
        swapped.iter().filter(|[old, _]| row.contains(&old.as_str())).map(|[old, new]| (old.clone(), whole(new))).collect();
    (found.len() >= LEAST).then_some(found)
}

/// What each name of the function becomes; nothing where it does not have one of each pair.
fn turned((code, head): &(String, Head), pairs: &[[String; 2]]) -> Option<HashMap<String, String>> {
    let row = texts(&code[head.item.clone()], true);
    let has = |name: &str| row.contains(&name);
    let whole = |new: &str| if texts(new, true).len() > 1 { format!("({new})") } else { new.to_owned() };
    let turn = |[one, other]: &[String; 2]| match (has(one), has(other)) {
        (true, _) => Some((one.clone(), whole(other))),
        (false, true) => Some((other.clone(), whole(one))),
        (false, false) => None,
    };
    pairs.iter().map(turn).collect()
}

/// Names and values that stand side by side in the rows of a table, or in a sentence with a word for "is" between them.
fn pairs(plain: &str) -> Vec<[String; 2]> {
    let is_row = |line: &&str| line.trim().starts_with('|');
    let mut found: Vec<[String; 2]> = plain.lines().filter(is_row).filter_map(|row| pair(row.trim().trim_matches('|'), |_| true)).collect();
    let says = |words: &str| !words.trim().is_empty() && words.split_whitespace().all(|w| BETWEEN.split(' ').any(|b| b == w));
    for sentence in say::sentences(plain).iter().filter(|s| !s.is_question() && !s.text.contains('|')) {
        found.extend(sentence.text.split([',', ';']).flat_map(|part| part.split(" and ")).filter_map(|part| pair(part, says)));
    }
    for sentence in say::sentences(plain).iter().filter(|s| !s.is_question()) {
        found.extend(substituted(&sentence.text));
    }
    found
}

/// Words that put one thing where another stands.
const WRITES: [&str; 9] = ["write", "put", "take", "use", "say", "read", "type", "set", "have"];

/// "For `minute` write `offset`, for each 20 write `alignment`": what is taken for what, also where a number stands without marks.
fn substituted(sentence: &str) -> Vec<[String; 2]> {
    let mut words: Vec<(String, bool)> = Vec::new();
    for (at, part) in sentence.split('`').enumerate() {
        if at % 2 == 1 {
            words.push((part.trim().to_owned(), true));
            continue;
        }
        for word in part.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric())).filter(|w| !w.is_empty()) {
            words.push((word.to_lowercase(), word.bytes().all(|b| b.is_ascii_digit() || b == b'_')));
        }
    }
    let mut found = Vec::new();
    let begins: Vec<usize> = (0..words.len()).filter(|at| words[*at] == ("for".to_owned(), false)).collect();
    for (nth, begin) in begins.iter().enumerate() {
        let end = begins.get(nth + 1).copied().unwrap_or(words.len());
        let clause = &words[begin + 1..end];
        let Some(old) = clause.iter().take(4).find(|(_, is_code)| *is_code) else { continue };
        let Some(writes) = clause.iter().position(|(word, is_code)| !is_code && WRITES.contains(&word.as_str())) else { continue };
        if let Some(new) = clause[writes..].iter().take(4).find(|(_, is_code)| *is_code).filter(|new| new.0 != old.0) {
            found.push([old.0.clone(), new.0.clone()]);
        }
    }
    found
}

/// The two pieces of code of a part that has no more than two.
fn pair(text: &str, says: impl Fn(&str) -> bool) -> Option<[String; 2]> {
    match text.split('`').collect::<Vec<&str>>()[..] {
        [_, one, between, other, _] if says(between) => Some([one.trim().to_owned(), other.trim().to_owned()]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::super::plan::plan;
    use super::super::splice::{Dialect, How};
    use crate::pack::Bank;

    fn makes(text: &str, code: &str) -> bool {
        let pack = Bank::Embedded.load("c", "C202").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let dialect = Dialect::of(crate::language::by_name("c").expect("a language")).expect("a dialect");
        let plan = plan(text, &whole.ground("ex-5", &source), &dialect, false);
        let items = plan.attempts.into_iter().filter_map(|a| if let How::Items(items) = a.how { Some(items) } else { None });
        items.flatten().any(|(stub, item)| stub == "round_up" && item.contains(code))
    }

    #[test]
    fn what_stands_in_the_place_of_what_is_put_there() {
        let said = "Say alignment wherever `next_bus` says 20, say alignment minus one where it says 19, and offset where it says minute.";
        assert!(makes(said, "reached = offset + (alignment - 1);"));
        assert!(!makes("Say alignment wherever `next_bus` says 20. What do you say for the 19?", "reached"), "one is a pointer");
    }

    #[test]
    fn a_line_of_the_lesson_is_an_answer_under_other_names() {
        let pack = Bank::Embedded.load("c", "C200").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let dialect = Dialect::of(crate::language::by_name("c").expect("a language")).expect("a dialect");
        let makes = |text: &str| {
            let plan = plan(text, &whole.ground("ex-1", &source), &dialect, false);
            plan.attempts
                .iter()
                .any(|a| matches!(&a.how, How::Bodies { bodies, .. } if bodies.iter().any(|b| b.text.contains("end - begin"))))
        };
        assert!(makes(
            "It is the line for `days_left`, with the second parameter in the place of `week_end` and the first in the place of `today`."
        ));
        assert!(!makes("It is like the line for `days_left`, with the second parameter in the place of `week_end`. And `today`?"));
    }

    #[test]
    fn a_worked_example_is_written_with_the_names_beside_its_own() {
        let right = "reached = offset + (alignment - 1);";
        assert!(makes(
            "Beside each other:\n\n| bus | yours |\n| --- | --- |\n| `minute` | `offset` |\n| `19` | `alignment - 1` |\n| `20` | `alignment` |\n",
            right
        ));
        assert!(makes("There `minute` is `offset`, `20` is `alignment`, and `19` is `alignment - 1`.", right));
        let said = "Take the bus over: for `minute` write `offset`, for every 20 put `alignment`, and for the 19, one less, write `alignment - 1`.";
        assert!(makes(said, right));
        assert!(!makes("For `minute` there is a number. What would you write for the 20?", right), "nothing is written for anything");
        assert!(!makes("There `minute` is `offset`. What would `20` and `19` be?", right), "one pair is a pointer");
        assert!(
            !makes("There `minute` is `offset`, `20` is `alignment`, and `18` is `alignment - 1`.", "offset +"),
            "no example has these"
        );
    }
}
