//! Whether a text goes through the answer in words: several operations of several kinds, or the whole way of a loop, with what the exercise itself has. Which formula it comes to does not
//! matter, so it need not be the one of the reference. Owns the words that do something with a number. What is reckoned with numbers traces an example, what the learner's line
//! does is the learner's, and "the difference is 40" does nothing.

use super::{recipe, versions};
use crate::leak::Ground;
use crate::leak::manner::{stretches, without_code};
use crate::leak::say::Sentence;
use crate::leak::splice::Dialect;

/// So many sentences without a question between them.
const SENTENCES: usize = 5;
/// So many operations, of so many kinds, on so many of the exercise's own things. A good hint has two at most.
const OPERATIONS: usize = 3;
const KINDS: usize = 2;
const OWN: usize = 2;
/// With comparisons among them it takes one more: any hint about an edge has some.
const WITH_COMPARISONS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Times,
    Plus,
    Minus,
    Part,
    Compare,
}

/// Longer ones first.
const WORDS: &[(&str, Kind)] = &[
    ("one more than", Kind::Plus),
    ("one less than", Kind::Minus),
    ("increased by", Kind::Plus),
    ("reduced by", Kind::Minus),
    ("on top", Kind::Plus),
    ("taken off", Kind::Minus),
    ("at least", Kind::Compare),
    ("at most", Kind::Compare),
    ("greater than", Kind::Compare),
    ("larger than", Kind::Compare),
    ("bigger than", Kind::Compare),
    ("smaller than", Kind::Compare),
    ("less than", Kind::Compare),
    ("more than", Kind::Compare),
    ("fewer than", Kind::Compare),
    ("multiply", Kind::Times),
    ("multiplied", Kind::Times),
    ("multiplying", Kind::Times),
    ("times", Kind::Times),
    ("twice", Kind::Times),
    ("double", Kind::Times),
    ("doubled", Kind::Times),
    ("add", Kind::Plus),
    ("added", Kind::Plus),
    ("adding", Kind::Plus),
    ("plus", Kind::Plus),
    ("minus", Kind::Minus),
    ("less", Kind::Minus),
    ("subtract", Kind::Minus),
    ("subtracted", Kind::Minus),
    ("subtracting", Kind::Minus),
    ("away", Kind::Minus),
    ("divide", Kind::Part),
    ("divided", Kind::Part),
    ("dividing", Kind::Part),
    ("remainder", Kind::Part),
    ("modulo", Kind::Part),
    ("halve", Kind::Part),
    ("halved", Kind::Part),
];
/// Only what is taken goes away, and only so many words before.
const TAKES: [&str; 5] = ["take", "takes", "taken", "taking", "took"];
const TAKEN: usize = 8;
/// Words between an operation and its number.
const TO_NUMBER: [&str; 3] = ["by", "from", "to"];
/// What a learner has written, behind "your".
const CODE: [&str; 10] = ["line", "lines", "loop", "code", "function", "body", "formula", "expression", "version", "program"];

pub fn is_reckoned(text: &str, ground: &Ground, dialect: &Dialect) -> bool {
    let reckoned: Vec<String> =
        stretches(text, SENTENCES).iter().filter(|s| reckons(s) || recipe::is_whole_way(&said(s))).map(|s| said(s)).collect();
    if reckoned.is_empty() {
        return false;
    }
    let open: Vec<_> = ground.stubs().flat_map(|stub| versions(stub, ground, dialect)).collect();
    reckoned.iter().any(|said| open.iter().any(|told| told.ear.names_in(said) >= OWN))
}

/// With its code: `days` is a quantity there too.
fn said(stretch: &[Sentence]) -> String {
    stretch.iter().map(|s| s.text.split('"').step_by(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(" ")
}

fn reckons(stretch: &[Sentence]) -> bool {
    let done: Vec<Kind> =
        stretch.iter().filter(|s| !is_about_own(s)).flat_map(|s| [operations(&without_code(s)), bit_by_bit(s)].concat()).collect();
    let (compared, worked): (Vec<Kind>, Vec<Kind>) = done.into_iter().partition(|kind| *kind == Kind::Compare);
    let kinds = [Kind::Times, Kind::Plus, Kind::Minus, Kind::Part].iter().filter(|kind| worked.contains(kind)).count();
    let with_comparisons = !worked.is_empty() && !compared.is_empty() && worked.len() + compared.len() >= WITH_COMPARISONS;
    worked.len() >= OPERATIONS && kinds >= KINDS || with_comparisons
}

/// Operators of bits by their names, which are shouted: "AND NOT that".
fn bit_by_bit(sentence: &Sentence) -> Vec<Kind> {
    let said = sentence.text.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let shouted = said.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| ["AND", "NOT", "XOR"].contains(w));
    shouted.map(|_| Kind::Part).collect()
}

/// "Your line adds the box to the sheets".
fn is_about_own(sentence: &Sentence) -> bool {
    let near = |at: usize| sentence.words.iter().skip(at + 1).take(2).any(|w| CODE.contains(&w.as_str()));
    sentence.words.iter().enumerate().any(|(at, w)| w == "your" && near(at)) && !sentence.orders()
}

/// What a sentence does with things that are no numbers.
fn operations(said: &str) -> Vec<Kind> {
    let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric() && !"_`.,;".contains(c)).filter(|w| !w.is_empty()).collect();
    let ends: Vec<bool> = words.iter().map(|w| w.ends_with(['.', ',', ';'])).collect();
    let words: Vec<&str> = words.iter().map(|w| w.trim_matches(['.', ',', ';'])).collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let told = WORDS.iter().find(|(phrase, _)| phrase.split(' ').enumerate().all(|(i, w)| words.get(at + i) == Some(&w)));
        let Some((phrase, kind)) = told else {
            at += 1;
            continue;
        };
        let length = phrase.split(' ').count();
        let is_number = |at: usize| words.get(at).is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()));
        let behind = at + length;
        let has_number = at > 0 && is_number(at - 1)
            || is_number(behind)
            || words.get(behind).is_some_and(|w| TO_NUMBER.contains(w)) && is_number(behind + 1);
        let is_meant = match *phrase {
            "away" => words[at.saturating_sub(TAKEN)..at].iter().any(|w| TAKES.contains(w)),
            // "It prints three times, and then it stops."
            "times" => !ends[at] && behind < words.len(),
            _ => true,
        };
        if is_meant && (*kind == Kind::Compare || !has_number) {
            found.push(*kind);
        }
        at += length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leak::manner::tests::of;

    const STORAGE: (&str, &str, &str) = ("rust", "S100", "ex-2");
    const METER: (&str, &str, &str) = ("rust", "S101", "ex-1");

    #[test]
    fn a_formula_in_words_need_not_be_the_one_of_the_reference() {
        let pairs =
            "There is a shortcut. Multiply the days by the days plus one, half of it by the step, and put the handling charge on top.";
        assert!(of(STORAGE, pairs, 1).contains("reckons"), "{}", of(STORAGE, pairs, 1));
        let level = "The level counts truths. The litres are at least one. They are at least RUNNING_FROM. They are at least BURST_FROM. A plus joins the three.";
        assert!(of(("rust", "S101", "ex-2"), level, 2).contains("reckons"));
        assert_eq!(of(STORAGE, pairs, 3), "fine", "at the top the way may be told");
    }

    #[test]
    fn the_whole_way_of_a_loop_need_not_be_ordered() {
        let way = "The total wants to begin as the handling charge. The loop wants all days. Each of them makes the total larger by its price. The last line wants to be it.";
        assert!(of(STORAGE, way, 1).contains("step by step"), "{}", of(STORAGE, way, 1));
        let jar = "A jar begins with 5 coins. Each week makes it larger. The last line prints the coins. What is your jar?";
        assert_eq!(of(STORAGE, jar, 2), "fine", "another task");
        let asked = "The total begins as the handling charge. What makes it larger in each turn of the days? What is the last line?";
        assert_eq!(of(STORAGE, asked, 1), "fine");
    }

    #[test]
    fn what_is_asked_traced_or_the_learners_own_is_not_reckoned() {
        for hint in [
            "Which of the two do you multiply by the days? What do you add on top, and is anything taken away from the handling charge?",
            "For 4 days: 10 plus 20 plus 30 plus 40 is 100, times 1 is 100, minus 0, and 120 on top of the handling charge for these days.",
            "Your line multiplies the days by the step. Your formula is the handling charge plus the days times the step, minus nothing, added once.",
            "It prints the days three times, and then the step; add what is missing, and throw the print away. The handling charge stays.",
            "The sum is 40 below what was expected, and the difference is one step of DAY_STEP_CENTS, the product of four days and ten.",
        ] {
            assert_eq!(of(STORAGE, hint, 1), "fine", "{hint}");
        }
        let story = "Bread is the price times the loaves, plus the bag, less the coupon. What is like the bag in your cellar?";
        assert_eq!(of(METER, story, 2), "fine", "another task");
    }

    #[test]
    fn an_operation_needs_something_that_is_no_number() {
        assert_eq!(operations("take the earlier reading away from that, and keep the remainder"), [Kind::Minus, Kind::Part]);
        assert_eq!(operations("12 divided by 4, plus 3, and it goes away."), []);
        assert_eq!(operations("at least 3, less than that, less one"), [Kind::Compare, Kind::Compare, Kind::Minus]);
    }
}
