//! How a comment says that an order is free, and of what: of the answer, or of the calls of what was handed over. What it says of the input is for the caller to
//! know and frees nobody; where the words could mean either, or an order is told elsewhere, nothing is free.

/// Said right where the things are named: "all of them, in any order".
const IN_ANY: [&str; 14] = [
    "in any order",
    "in whatever order",
    "in whichever order",
    "in arbitrary order",
    "in an arbitrary order",
    "in unspecified order",
    "in an unspecified order",
    "no particular order",
    "no special order",
    "no specific order",
    "no fixed order",
    "no certain order",
    "any order will do",
    "any order is",
];

/// What is said of an order, also with a few words in between: "the order of the words does not matter".
const OF_THE_ORDER: [&str; 14] = [
    "does not matter",
    "doesn't matter",
    "is not specified",
    "is unspecified",
    "is not fixed",
    "is not promised",
    "is irrelevant",
    "is unimportant",
    "is not important",
    "is of no importance",
    "makes no difference",
    "plays no role",
    "is free",
    "is up to you",
];
/// So far behind the word it may be said.
const NEAR: usize = 40;

/// An order is told after all.
const ORDERED: [&str; 14] = [
    "sort",
    "ascending",
    "descending",
    "in order",
    "in the order",
    "alphabet",
    "same order",
    "in their order",
    "keep",
    "smallest first",
    "largest first",
    "backward",
    "revers",
    "as they c",
];
const ANSWERS: [&str; 7] = ["return", "gives", "answer", "result", "comes back", "come back", "hands back"];
/// How one speaks of what a function is given.
const INPUT: [&str; 11] = ["given", "handed", "passed", "input", "inputs", "argument", "arguments", "takes", "reads", "arrive", "arrives"];
const CALLS: [&str; 8] = ["call", "calls", "called", "asks", "asked", "visits", "visited", "invoked"];
/// Which ones it are may hang on the order of a loop.
const LIMITED: [&str; 7] = ["first", "last", "at most", "up to", "until", "fit", "room"];

/// The words that say so: all before them in the sentence, what they are said of as far as that is near, and all behind.
struct Free<'s> {
    before: &'s str,
    between: &'s str,
    after: &'s str,
}

fn find(sentence: &str) -> Option<Free<'_>> {
    let at_once = IN_ANY.iter().find_map(|words| Some((sentence.find(words)?, words.len())));
    if let Some((at, length)) = at_once {
        return Some(Free { before: &sentence[..at], between: "", after: &sentence[at + length..] });
    }
    sentence.match_indices("order ").find_map(|(at, order)| {
        let rest = &sentence[at + order.len()..];
        let words = OF_THE_ORDER.iter().find(|words| rest.find(*words).is_some_and(|far| far <= NEAR))?;
        let between = rest.find(words)?;
        let told = Free { before: &sentence[..at], between: &rest[..between], after: &rest[between + words.len()..] };
        (!told.between.contains([',', ';', ':'])).then_some(told)
    })
}

/// Whether it is said of anything.
pub fn is_said(text: &str) -> bool {
    find(text).is_some()
}

/// Whether the sentences above a function free the order of its answer. `given` are the words of its parameters.
pub fn of_answer(sentences: &[&str], given: &[String]) -> bool {
    let is_free =
        |at: usize| find(sentences[at]).is_some_and(|free| is_about_answer(&free, sentences[at].trim_start().starts_with("ex-"), given));
    !tells_an_order(sentences) && (0..sentences.len()).any(is_free)
}

fn is_about_answer(free: &Free, is_first: bool, given: &[String]) -> bool {
    let clause = free.before.rsplit([',', ';', ':', '(', ')']).next().unwrap_or_default();
    let (all, near) = (words(free.before), words(clause));
    let has = |words: &[&str], list: &[&str]| words.iter().any(|w| list.contains(w));
    let answers = |part: &str| ANSWERS.iter().any(|words| part.contains(words));
    let stem = |word: &str| word.trim_end_matches('s').to_owned();
    let names_given = |words: &[&str]| words.iter().any(|w| given.iter().any(|g| stem(g) == stem(w)));
    // "words that come in any order", "the words come in any order" are as they are; "they may come in any order" allows it.
    let is_fact = has(&near, &["that", "which", "who", "whose"])
        || (has(&near, &["come", "comes", "came", "stand", "stands"]) && !has(&near, &["may", "can", "could", "might"]));
    if is_fact || has(&near, &INPUT) || (answers(free.after) && !answers(free.before)) {
        return false;
    }
    if answers(free.before) {
        return true;
    }
    // What stands first says what comes out, and may well name what that is made of.
    match near.is_empty() && free.between.is_empty() {
        true => !has(&all, &INPUT) && (is_first || !names_given(&all)),
        false => !names_given(&near) && !names_given(&words(free.between)),
    }
}

/// Whether they free the order in which something that was handed over is called.
pub fn of_calls(sentences: &[&str]) -> bool {
    let calls = |free: Free| words(free.before).iter().chain(&words(free.between)).any(|w| CALLS.contains(w));
    !tells_an_order(sentences) && !is_limited(sentences) && sentences.iter().any(|s| find(s).is_some_and(calls))
}

/// Whether they free the order of what is there besides the one that the function is about: "the others may stand in any order afterwards".
pub fn of_others(sentences: &[&str]) -> bool {
    const OTHERS: [&str; 5] = ["others", "rest", "remaining", "left", "remain"];
    let speaks = |free: Free| {
        let clause = free.before.rsplit([',', ';', ':', '(', ')']).next().unwrap_or_default();
        let said = [words(clause), words(free.between)].concat();
        said.iter().any(|w| OTHERS.contains(w)) && !said.iter().any(|w| INPUT.contains(w))
    };
    !tells_an_order(sentences) && sentences.iter().any(|s| find(s).is_some_and(speaks))
}

pub fn is_limited(sentences: &[&str]) -> bool {
    sentences.iter().any(|s| LIMITED.iter().any(|words| s.contains(words)))
}

fn tells_an_order(sentences: &[&str]) -> bool {
    sentences.iter().any(|s| ORDERED.iter().any(|words| s.contains(words)))
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(comment: &str) -> Vec<&str> {
        comment.split('.').collect()
    }

    #[test]
    fn an_answer_is_freed_in_many_words() {
        let given = ["sheet".to_owned(), "line".to_owned()];
        for comment in [
            "ex-1: all names that stand in both, in no particular order",
            "ex-1: all names that stand in both. the order of the names does not matter",
            "ex-1: all names in whatever order",
            "ex-1: how many of each. the birds may come in any order",
            "ex-1: the names, each once (in any order)",
            "ex-1: the names; their order is up to you",
            "ex-1: returns the names, in any order",
            "ex-1: the names. any order will do",
        ] {
            assert!(of_answer(&sentences(comment), &given), "{comment}");
        }
    }

    #[test]
    fn what_is_said_of_the_input_frees_no_answer() {
        let given = ["sheet".to_owned(), "line".to_owned()];
        for comment in [
            "ex-1: each line doubled. the lines may come in any order",
            "ex-1: the totals of lines that come in any order",
            "ex-1: the totals, one after the other. the order of the lines does not matter",
            "ex-1: the totals of numbers, handed over in any order",
            "ex-1: the words come in any order; the answer is their lengths",
            "ex-1: the words sorted. they may come in any order",
            "ex-1: the words in the order of the alphabet, whatever they are",
        ] {
            assert!(!of_answer(&sentences(comment), &given), "{comment}");
        }
    }

    #[test]
    fn the_others_are_freed_by_their_name() {
        assert!(of_others(&["ex-1: takes it out; the others may stand in any order afterwards"]));
        assert!(of_others(&["ex-1: takes it out", " the order of the others does not matter"]));
        assert!(!of_others(&["ex-1: takes it out; the others keep their order", " the order of the others does not matter"]));
        assert!(!of_others(&["ex-1: takes it out", " the guests come in any order"]));
    }

    #[test]
    fn calls_are_freed_where_the_words_speak_of_calling() {
        assert!(of_calls(&["ex-1: what all pay, each asked with toll once, in whatever order"]));
        assert!(of_calls(&["ex-1: visits all", " the order in which it is called does not matter"]));
        assert!(!of_calls(&["ex-1: what all pay, in whatever order"]));
        assert!(!of_calls(&["ex-1: calls it for the first three, in whatever order"]));
    }
}
