//! An equation with the answer in it: "the litres, times the constant, equal the grams; solve it for the litres". Nobody wrote the formula, and whoever moves one term over has it.
//! Owns the words that set one up; an equation about numbers, or about nothing of the exercise, is an example.

use super::versions;
use crate::leak::Ground;
use crate::leak::manner::stretches;
use crate::leak::splice::Dialect;

/// So many sentences without a question between them.
const SENTENCES: usize = 4;
/// So many things of the exercise in the equation.
const OWN: usize = 2;

/// What is done with an equation, or what it is called.
const SOLVES: [&str; 7] = ["solve", "solved", "equation", "rearrange", "rearranged", "isolate", "isolated"];
const EQUALS: [&str; 8] = ["=", "equals", "equal", "gives", "makes", "yields", "is", "are"];
const JOINS: [&str; 12] = ["+", "-", "*", "/", "plus", "minus", "times", "less", "added", "multiplied", "divided", "taken"];

pub fn is_equation(text: &str, ground: &Ground, dialect: &Dialect) -> bool {
    let set_up = |stretch: &Vec<_>| {
        let words = |s: &crate::leak::say::Sentence| s.text.replace('`', " ").split_whitespace().map(bare).collect::<Vec<_>>();
        let has = |words: &[String], any: &[&str]| words.iter().any(|w| any.contains(&w.as_str()));
        let all: Vec<Vec<String>> = stretch.iter().map(words).collect();
        let sides = all.iter().filter(|w| has(w, &EQUALS) && has(w, &JOINS)).map(|w| w.join(" ")).collect::<Vec<_>>();
        all.iter().any(|w| has(w, &SOLVES)).then_some(sides).filter(|sides| !sides.is_empty())
    };
    let equations: Vec<String> = stretches(text, SENTENCES).iter().filter_map(set_up).flatten().collect();
    if equations.is_empty() {
        return false;
    }
    let open: Vec<_> = ground.stubs().flat_map(|stub| versions(stub, ground, dialect)).collect();
    equations.iter().any(|said| open.iter().any(|told| told.ear.names_in(said) >= OWN))
}

/// A word without what stands around it; a sign as it is.
fn bare(word: &str) -> String {
    let inner = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    if inner.is_empty() { word.to_owned() } else { inner.to_lowercase() }
}

#[cfg(test)]
mod tests {
    use crate::leak::manner::tests::of;

    const KILOGRAMS: (&str, &str, &str) = ("rust", "S100", "ex-3");

    #[test]
    fn an_equation_with_the_answer_in_it_is_a_formula() {
        let set = "Set it up as an equation: the answer times GRAMS_PER_KILOGRAM equals grams. Solve it for the answer.";
        assert!(of(KILOGRAMS, set, 1).contains("equation"), "{}", of(KILOGRAMS, set, 1));
        for hint in [
            "An equation like 2 times 1_000 equals 2_000 can be read both ways. Which of the three numbers do you look for?",
            "Solved in one test, and the other is still red: `grams` is 0 there. What does the constant make of it?",
            "What is unknown here: `grams`, or what comes of it? Look at the constant once more.",
        ] {
            assert_eq!(of(KILOGRAMS, hint, 1), "fine", "{hint}");
        }
    }
}
