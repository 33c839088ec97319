//! Whether a text tells a program step by step, and not only what it is for: a start value, a way through, what happens there and what comes back, each as an
//! order of its own. Reads the shape; whether it is the program of the stub, the room around it knows.

use crate::leak::say::{self, Sentence};

/// So many steps make a program; fewer are a nudge.
const STEPS: usize = 4;
/// Words that begin a step.
const BEGINS: [&str; 34] = [
    "make", "declare", "create", "define", "keep", "let", "set", "start", "begin", "loop", "go", "walk", "run", "visit", "ask", "check",
    "compare", "if", "when", "whenever", "where", "raise", "increase", "add", "count", "subtract", "multiply", "divide", "return", "hand",
    "give", "free", "store", "copy",
];
/// What something has before it is changed.
const FIRST: [&str; 7] = ["to 0", "to zero", "at 0", "at zero", "from 0", "with 0", "be 0"];
const BACK: [&str; 6] = ["return", "returns", "hand back", "give back", "hand it back", "give it back"];

pub fn is_program(text: &str) -> bool {
    let all: Vec<Sentence> = say::sentences(text).into_iter().filter(|s| !s.is_question() && s.words.len() > 2).collect();
    let steps = all.iter().map(|s| steps_of(&s.words)).sum::<usize>();
    let said = format!(" {} ", all.iter().flat_map(|s| s.words.iter().map(String::as_str)).collect::<Vec<_>>().join(" "));
    let has = |any: &[&str]| any.iter().any(|w| said.contains(&format!(" {w} ")));
    steps >= STEPS && has(&FIRST) && has(&BACK)
}

/// How many steps begin in a sentence: at its head, and behind an "and" or a place for it.
fn steps_of(words: &[String]) -> usize {
    let is_step = |at: &usize| {
        let before = at.checked_sub(1).map(|b| words[b].as_str());
        let leads = before.is_none_or(|w| ["and", "then", "loop", "it", "does"].contains(&w) || w.chars().all(|c| c.is_ascii_digit()));
        leads && BEGINS.contains(&words[*at].as_str())
    };
    (0..words.len()).filter(is_step).count()
}

/// What a walk through something has, whoever does it: a first value, a way, something that grows, and what comes back.
const FIRSTS: [&str; 14] = [
    "begin as",
    "begins as",
    "begin with",
    "begins with",
    "begin at",
    "begins at",
    "start as",
    "starts as",
    "start with",
    "starts with",
    "start at",
    "starts at",
    "be 0",
    "be zero",
];
const WAYS: [&str; 9] = ["loop", "walk", "go over", "goes over", "each", "every", "while", "round again", "for all"];
const GROWS: [&str; 16] = [
    "grow",
    "grows",
    "add",
    "adds",
    "raise",
    "raises",
    "raised",
    "increase",
    "increases",
    "count",
    "counts",
    "plus",
    "becomes",
    "one more",
    "goes up",
    "larger",
];
const COMES_BACK: [&str; 12] = [
    "last line",
    "handed back",
    "hands back",
    "handed out",
    "returned",
    "returns",
    "return",
    "hand back",
    "give back",
    "gives back",
    "given back",
    "the answer",
];

/// Whether words go the whole way of a loop, as orders or not.
pub fn is_whole_way(said: &str) -> bool {
    let words: Vec<String> =
        said.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    let row = format!(" {} ", words.join(" "));
    let has = |any: &[&str]| any.iter().any(|phrase| row.contains(&format!(" {phrase} ")));
    (has(&FIRSTS) || has(&FIRST)) && has(&WAYS) && has(&GROWS) && has(&COMES_BACK)
}

#[cfg(test)]
mod tests {
    use super::{is_program, is_whole_way};

    #[test]
    fn a_way_is_whole_with_its_first_value_and_what_comes_back() {
        let way = "The sum begins as the charge. Every day makes it larger. The last line is the sum.";
        assert!(is_whole_way(way));
        for part in ["The sum begins as the charge. ", "Every day makes it larger. ", "The last line is the sum."] {
            assert!(!is_whole_way(&way.replace(part, "")), "{part}");
        }
    }

    #[test]
    fn a_program_has_a_start_a_way_and_an_end() {
        let program = "Set a sum to 0. Go over the days from the first to the last. If it rained, add one to the sum. Return the sum.";
        assert!(is_program(program));
        assert!(!is_program("Go over the days. If it rained, that day counts. What do you return at the end?"));
        assert!(!is_program("Set the sum to 0 on paper, and add up by hand. What did you get?"));
    }
}
