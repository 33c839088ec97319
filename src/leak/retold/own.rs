//! The learner's own code in a text: what a hint quotes as the learner's and no right solution has. Who quotes a wrong line tells nothing of the right one. Owns by
//! which words code is said to be the learner's; refuses what stands in the solution, token for token, and what the learner is told to write.

use super::SPAN;
use crate::leak::say;
use crate::leak::tokens::texts;

/// What a learner has and has written, before the code that is meant.
const CODE: [&str; 10] = ["line", "lines", "loop", "head", "call", "code", "condition", "declaration", "expression", "question"];
const DEEDS: [&str; 6] = ["wrote", "have", "ask", "asked", "compare", "had"];
/// Words in a sentence that says what code should be, and not what the learner's is.
const WISHES: [&str; 12] = ["write", "type", "replace", "insert", "put", "could", "would", "can", "becomes", "try", "add", "change"];
/// So many words before the code say whose it is.
const NEAR: usize = 5;

/// The text with a word that means nothing for each token of such code.
pub fn without_own_lines(plain: &str, solution: &[String]) -> String {
    let (sentences, mut out) = (say::sentences(plain), plain.to_owned());
    for (at, sentence) in sentences.iter().enumerate().filter(|(_, s)| !s.orders() && !s.has_any(&WISHES)) {
        let parts: Vec<&str> = sentence.text.split('`').collect();
        for pair in parts.chunks_exact(2) {
            let (row, goes_on) = (texts(pair[1], true), at > 0 && sentences[at - 1].has("your") && pair[0].trim() == "The line is");
            let is_wrong = row.len() >= SPAN && !solution.windows(row.len()).any(|w| w == row);
            if is_wrong && (goes_on || leads_to_own(pair[0])) {
                out = out.replace(&format!("`{}`", pair[1]), &"quoted ".repeat(row.len()));
            }
        }
    }
    out
}

/// "About your line", "your loop head says", "you wrote": what comes next is the learner's.
fn leads_to_own(before: &str) -> bool {
    let words: Vec<String> = texts(before, false).into_iter().map(str::to_lowercase).collect();
    let last = &words[words.len().saturating_sub(NEAR)..];
    let has_own = |at: usize| last[at + 1..].iter().any(|w| CODE.contains(&w.as_str()));
    last.iter().enumerate().any(|(at, w)| w == "your" && has_own(at))
        || matches!(last, [.., you, deed] if you == "you" && DEEDS.contains(&deed.as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::Reach;
    use super::super::tests::told;

    #[test]
    fn a_wrong_line_that_is_said_to_be_the_learners_tells_nothing() {
        let kilograms = ("rust", "S100", "ex-3");
        let own = "cannot divide `f64` by `u32`, says the compiler about your line `grams / GRAMS_PER_KILOGRAM`. Which types stand there?";
        assert!(!told(kilograms, own, Reach::Part, None));
        assert!(told(kilograms, "The line is `grams / GRAMS_PER_KILOGRAM`, with both of them as `f64`.", Reach::Part, None), "nobody's");
        assert!(told(kilograms, "In your last line write `grams / GRAMS_PER_KILOGRAM`.", Reach::Part, None), "an order");
        let right = "Your line is `padding_sheets * SHEET_GRAMS`, and then comes your `BOX_GRAMS + contents_grams +` before it.";
        assert!(told(("rust", "S100", "ex-1"), right, Reach::Part, None), "what the solution has");
        let told_to =
            "For the letter `KNOB_FLOOD` you `return is_flood;`, for `KNOB_DRY` you `return is_dry;`, each behind an `if (knob == ...)`.";
        assert!(told(("c", "C201", "ex-1"), told_to, Reach::Part, None), "what the learner is to do");
        let leak = "`test_make_room_changes_nothing_when_there_is_no_memory` lost 48 bytes from your call of `realloc`. The line is \
                    `sheet->flocks = realloc(sheet->flocks, bytes_for(room));`. Say that `realloc` answers `NULL`: what stands in `sheet->flocks` then?";
        assert!(!told(("c", "C202", "ex-4"), leak, Reach::Part, None), "nor does the name of a test");
    }
}
