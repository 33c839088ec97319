//! Orders that build a program: "declare …, add …, return …". Below the top of the ladder a hint tells the learner to look, compare, count, draw and run; who tells to
//! declare, store and return writes the code, whichever code it is. Owns the verbs; an order to print something or to write on paper builds nothing.

use super::{stretches, without_code};

/// So many of them, and not one verb alone: fewer are a step.
const ORDERS: usize = 3;
const VERBS: usize = 2;
/// So many sentences without a question between them.
const SENTENCES: usize = 6;

const BUILDS: &str = "return declare create store copy call write replace set assign push loop add subtract multiply divide insert append define initialise initialize \
    convert wrap increase raise decrease pass begin start keep make iterate hand \
    answer free bind rebind work give increment decrement sum";
/// What is ordered once more is another step.
const AGAIN: [&str; 3] = ["do the same", "repeat this", "repeat that"];
/// Words behind which an order begins, beside a comma or a colon.
const BEFORE: [&str; 13] =
    ["and", "then", "so", "just", "please", "now", "simply", "only", "first", "finally", "next", "here", "afterwards"];
/// Words in a sentence about paper, or about a print that goes away again.
const ON_PAPER: [&str; 14] = [
    "down",
    "paper",
    "beside",
    "aloud",
    "card",
    "cards",
    "pencil",
    "print",
    "prints",
    "println",
    "eprintln",
    "printf",
    "playground",
    "finger",
];

pub fn is_told(text: &str) -> bool {
    stretches(text, SENTENCES).iter().any(|stretch| {
        let orders: Vec<String> = stretch.iter().flat_map(|sentence| orders(&without_code(sentence))).collect();
        let mut verbs = orders.clone();
        verbs.sort_unstable();
        verbs.dedup();
        orders.len() >= ORDERS && verbs.len() >= VERBS
    })
}

/// The verbs of a sentence that stand where an order begins and have something to be done with.
fn orders(said: &str) -> Vec<String> {
    let words: Vec<&str> = said.split_whitespace().collect();
    let bare = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    if words.iter().any(|w| ON_PAPER.contains(&bare(w).as_str())) {
        return Vec::new();
    }
    let begins = |at: usize| at == 0 || words[at - 1].ends_with([',', ':', ';']) || BEFORE.contains(&bare(words[at - 1]).as_str());
    let has_object = |at: usize| words[at].ends_with(char::is_alphabetic) && at + 1 < words.len();
    let is_order = |at: &usize| begins(*at) && has_object(*at) && BUILDS.split_whitespace().any(|verb| verb == bare(words[*at]));
    let again = |at: &usize| begins(*at) && AGAIN.iter().any(|phrase| words[*at..].join(" ").starts_with(phrase));
    (0..words.len()).filter(|at| is_order(at) || again(at)).map(|at| bare(words[at])).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;

    const RELEASE: (&str, &str, &str) = ("c", "C200", "ex-4");

    #[test]
    fn orders_that_build_are_a_program_below_the_top() {
        let program = "The walk is the one you know. Start at the first seat, compare each with the number, store the free mark there, and return how many it were.";
        assert!(of(RELEASE, program, 1).contains("step by step"));
        assert_eq!(of(RELEASE, program, 3), "fine");
        let again = "Subtract the left from the right. If it is not zero, return it. Do the same with the days.";
        assert!(of(("c", "C201", "ex-4"), again, 2).contains("step by step"));
        let asked = "Start at the first seat. What do you compare there? Store nothing yet. Which name would you return?";
        assert_eq!(of(RELEASE, asked, 1), "fine");
    }

    #[test]
    fn looking_drawing_and_printing_build_nothing() {
        for hint in [
            "Your function has four jobs: free, add, reset, return. Look at the order of your lines, and compare it with the report.",
            "Write both rows down, add a third one beside them, and return to the first when you have found the 5.",
            "For 1: add 5, that is 6. For 6: add 5, that is 11. For 7: add 5, that is 12.",
            "Add a print to the loop, run it, call the test once more, and write what you see.",
            "Add nothing yet. Return to section 2, read it, and run again.",
        ] {
            assert!(!is_told(hint), "{hint}");
        }
    }
}
