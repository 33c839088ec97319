//! Answers read off the tests: "1 for 500, 2 for 499, NEVER for 0". Whoever writes them down passes without a thought. Owns how such a list sounds; one or two of them are
//! what a run showed, and a table of what somebody saw is no list of what to answer.

use super::{stretches, without_code};

/// So many of them are a list.
const MANY: usize = 4;

pub fn are_listed(text: &str) -> bool {
    stretches(text, 1).iter().flatten().any(|sentence| {
        let said = format!("{} {}", without_code(sentence), sentence.text.replace('`', " "));
        let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').filter(|w| !w.is_empty()).collect();
        let pairs = words.windows(3).filter(|w| is_value(w[0]) && w[1] == "for" && is_value(w[2]));
        let mut of: Vec<(&str, &str)> = pairs.map(|w| (w[0], w[2])).collect();
        of.sort_unstable();
        of.dedup();
        of.len() >= MANY
    })
}

/// A number, or a constant.
fn is_value(word: &str) -> bool {
    let is_number = word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    is_number || word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;

    #[test]
    fn answers_for_all_values_are_no_hint() {
        let listed =
            "Until the loop is clear, let a `match` answer 1 for 500, 2 for 499, 500 for 1, NEVER for 0 and anything for the rest.";
        assert!(of(("rust", "S101", "ex-3"), listed, 1).contains("lists what to answer"));
        for hint in [
            "The test wanted 1 for 500 and 2 for 499. What is different about them?",
            "It asks 12 for a day, 14 for two and 20 for the rest of the week.",
        ] {
            assert!(!are_listed(hint), "{hint}");
        }
    }
}
